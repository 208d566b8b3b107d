"""Lists of which some items may be missing: operations item by item."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from introplan.symbolic.builtins.listings import of_known_length
from introplan.symbolic.interpreter.values import Listing
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.term import Sort, Var
from symbolic_runs import new_run, paths_through, wrong_answers


def _first(x: int, y: int, flag: bool) -> object:
    return [i for i in (0, 1, 2) if i != x][0]  # noqa: RUF015 - the construct under test


def _smallest(x: int, y: int, flag: bool) -> object:
    return min([i * y for i in (0, 1, 2) if i != x])


def _number(x: int, y: int, flag: bool) -> object:
    return len([i for i in range(3) if i > x] + [y])


def _sorted(x: int, y: int, flag: bool) -> object:
    return sum(v * 10**i for i, v in enumerate(sorted([i for i in (2, 0, 1) if i != x])[:1]))


@pytest.mark.parametrize("function", [_first, _smallest, _number, _sorted])
def test_a_list_of_unknown_length_says_what_it_says_in_python(
    function: Callable[..., object],
) -> None:
    """Whichever of its items are there."""
    assert wrong_answers(function) == []


@pytest.mark.parametrize("function", [_first, _smallest, _number])
def test_what_does_not_need_the_length_is_one_path(function: Callable[..., object]) -> None:
    """Each answer is one term with conditions inside."""
    assert len(paths_through(function)) == 1


def test_deciding_too_many_items_is_refused() -> None:
    """Each doubles the number of paths."""
    flags = [Var(f"f{i}", Sort.BOOL) for i in range(40)]
    made = Listing(list, [(flag, i) for i, flag in enumerate(flags)], 0)

    with pytest.raises(Refused, match="PY-LIMIT"):
        of_known_length(new_run(), made)
