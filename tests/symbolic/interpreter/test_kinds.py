"""Values of several kinds, construct by construct against CPython."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from introplan.symbolic.refusal import Refused
from state_functions import differences

PLACES = [None if x < 0 else (x, y) for x in range(-1, 3) for y in range(3)]
OPTIONAL = [(place, n) for place in PLACES for n in range(3)]
STACKS: list[Any] = [
    [list(range(first, first + a)), list(range(b))]
    for a in range(4)
    for b in range(4)
    for first in (0, 1)
]
TUPLES: list[Any] = [tuple(map(tuple, stacks)) for stacks in STACKS]


def _moved(s: Any) -> Any:
    place, n = s
    return s if place is None else ((2, place[1]), n)


def _dropped(s: Any) -> Any:
    place, n = s
    if place is not None and place[0] == n:
        return (None, n)
    return ((n, 0), place[1]) if place else s


def _compared(s: Any) -> Any:
    place, _ = s
    return (place, 2 if place == (1, 1) else 0)


def _unpacked(s: Any) -> Any:
    place, n = s
    x, y = place
    return ((y, x), n)


def _looked_up(s: Any) -> Any:
    place, _ = s
    return (place, 1) if place in ((0, 0), (2, 1)) or place in (None,) else s


def _in_place(s: Any) -> Any:
    if s[0] and len(s[1]) < 3:
        s[1].append(s[0].pop())
    return s


def _with_copies(s: Any) -> Any:
    new = [list(part) for part in s]
    if not new[1] or len(new[0]) == 3:
        return new
    new[0].append(new[1].pop(0))
    return new


def _through_another_name(s: Any) -> Any:
    left = s[0]
    if len(left) < 3:
        left.append(2)
    return s


def _summed(s: Any) -> Any:
    return [s[0], [sum(s[0]) % 3]] if any(x == 2 for x in s[0]) and 1 in s[1] else s


def _tuples(s: Any) -> Any:
    i, j = (0, 1) if len(s[0]) > len(s[1]) else (1, 0)
    if not s[i] or (s[j] and s[j][-1] < s[i][-1]) or len(s[j]) > 2:
        return s
    pegs = [list(p) for p in s]
    pegs[j].append(pegs[i].pop())
    return tuple(tuple(p) for p in pegs)


def _tail(s: Any) -> Any:
    return (s[0][1:], s[1][:-1] + s[0][:1]) if s[1] else s


@pytest.mark.parametrize(
    ("function", "states"),
    [
        (_moved, OPTIONAL), (_dropped, OPTIONAL), (_compared, OPTIONAL), (_unpacked, OPTIONAL),
        (_looked_up, OPTIONAL), (_in_place, STACKS), (_with_copies, STACKS),
        (_through_another_name, STACKS), (_summed, STACKS), (_tuples, TUPLES), (_tail, TUPLES),
    ],
)  # fmt: skip
def test_values_of_several_kinds_are_read_as_python_reads_them(
    function: Callable[[Any], Any], states: list[Any]
) -> None:
    """Every state goes one way, and that is where Python goes."""
    assert differences(function, states) == []


def test_a_list_that_changes_while_it_is_iterated_over_is_refused() -> None:
    """Python would see the new items."""

    def grows(s: Any) -> Any:
        for item in s[0]:
            s[0].append(item)
        return s

    with pytest.raises(Refused):
        differences(grows, STACKS)
