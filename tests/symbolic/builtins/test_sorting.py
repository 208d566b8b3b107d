"""Sorting by numbers, by keys and by comparison, against Python's own."""

from __future__ import annotations

from introplan.symbolic.interpreter.values import Items
from symbolic_runs import X, Y, new_run, refusal_of, wrong_answers


def _numbers(x: int, y: int, flag: bool) -> object:
    row = [x, 3, y]
    row.sort(reverse=True)
    return tuple(sorted((y, x, 0))), tuple(row)


def _pairs(x: int, y: int, flag: bool) -> object:
    row = sorted([(x, "b"), (y, "a"), (1, "c")])
    return tuple(v for pair in row for v in pair)


def _by_key(x: int, y: int, flag: bool) -> object:
    row = sorted(["left", "right", "down"], key=lambda name: {"left": x, "right": y}.get(name, 2))
    other = sorted([(x, 1), (y, 2), (0, 3)], key=lambda pair: pair[0], reverse=True)
    return tuple(row), tuple(place for _, place in other)


def _texts(x: int, y: int, flag: bool) -> object:
    return tuple(sorted(["b" if flag else "d", "c" if x > 0 else "a", "bb"]))


def test_what_is_sorted_is_what_python_sorts() -> None:
    """Stable, also downwards."""
    for function in (_numbers, _pairs, _by_key, _texts):
        assert wrong_answers(function) == []


def test_what_cannot_be_sorted_is_refused() -> None:
    """Many unknowns, and an order that is not known."""
    assert "sorting" in refusal_of(lambda x, y, flag: sorted([x, y] * 5))
    assert "sorting" in refusal_of(lambda x, y, flag: sorted([x, y], reverse=flag))
    assert new_run().call(sorted, [(3, 1)], {}).items == [1, 3]
    assert len(new_run().call(sorted, [Items(tuple, [X, Y], 0)], {}).items) == 2


def test_a_set_is_sorted_by_keys_that_tell_its_elements_apart() -> None:
    """Which of them are there may be unknown; where two have one key there is no order."""

    def ordered(x: int, y: int, flag: bool) -> object:
        some = {3, 1, 2} - {x}
        first = sorted(some, key=lambda n: -n)
        odd = sorted((n for n in some if n != y), key=lambda n: 10 * n, reverse=True)
        return len(first), first[0], sum(odd), odd[0] if odd else None

    assert wrong_answers(ordered) == []
    tied = refusal_of(lambda x, y, flag: sorted({1, -1, 2} - {x}, key=abs)[0])
    assert "order of a set" in tied
