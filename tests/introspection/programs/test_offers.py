"""Actions that depend on the state, each with its conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest

from introplan.introspection.programs.offers import offers_of
from introplan.introspection.programs.shape import hull, leaves_of, reader_of
from introplan.introspection.programs.shaping import shape_of
from introplan.symbolic.budget import Budget
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import action_key

STATES = list(product(range(4), range(4), (False, True)))


class Move(NamedTuple):
    """A step by name."""

    name: str
    x: int


def _appended(s: Any) -> Any:
    moves = ["stay"]
    if s[0] > 0:
        moves.append("left")
    if s[0] < 3 and not s[2]:
        moves.append("right")
    return moves


def _filtered(s: Any) -> Any:
    return [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 1) if 0 <= s[0] + dx < 4 > s[1] + dy]


def _yielded(s: Any) -> Iterator[Any]:
    for step in (1, 2):
        if s[0] + step < 4:
            yield ("up", step)
    yield "pass"


def _squares(s: Any) -> Any:
    moves = []
    for dx, dy in ((1, 2), (2, 1), (-1, -2)):
        x, y = s[0] + dx, s[1] + dy
        if 0 <= x < 4 and 0 <= y < 4:
            moves.append((x, y))
    return moves


def _as_set(s: Any) -> Any:
    return {s[0], s[1]} if s[2] else {7}


def _as_dict(s: Any) -> Any:
    legal = {"a": 1}
    if s[2]:
        legal["b"] = 2
    return list(legal)


def _records(s: Any) -> Any:
    return [Move("go", s[0])] + [Move("jump", x) for x in range(4) if x > s[1]]


def offered(actions: Callable[[Any], Any], states: list[Any]) -> dict[Any, list[Any]]:
    """For each state the actions whose conditions hold, as they were read; sorted by key."""
    shape = shape_of(states, names=())
    order, read = leaves_of(shape), reader_of(shape)
    rows = [read(state) for state in states]
    context = Context(Budget.of(10))
    offers = offers_of(context, actions, shape, hull(order, rows))
    held = [(action, compiled_one(conjoin(tests), order)) for action, tests in offers]
    found = {}
    for state, row in zip(states, rows, strict=True):
        found[state] = sorted(str(action_key(action)) for action, is_held in held if is_held(row))
    return found


@pytest.mark.parametrize(
    "actions",
    [_appended, _filtered, _yielded, _squares, _as_set, _as_dict, _records],
)
def test_the_actions_of_every_state_are_those_that_python_lists(actions: Any) -> None:
    """Each once, in whatever way they are listed."""
    found = offered(actions, STATES)

    for state in STATES:
        assert found[state] == sorted(str(action_key(action)) for action in set(actions(state)))


def test_what_is_no_list_of_few_actions_is_refused() -> None:
    """All subsets of an unbounded number are too many."""
    with pytest.raises(Refused):
        offered(lambda s: [(s[0], s[1], n, m) for n in s[:2] for m in range(999)], BIG)


BIG = [(x, 100 - x) for x in range(101)]


class Placed:
    """An action with an equality of its own."""

    def __init__(self, x: int, who: int) -> None:
        self.x, self.who = x, who

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Placed) and (self.x, self.who) == (other.x, other.who)

    def __hash__(self) -> int:
        return hash((self.x, self.who))


class Lone:
    """An action that is equal to no other one."""

    def __init__(self, x: int) -> None:
        self.x = x


def test_objects_with_an_equality_of_their_own_are_offered() -> None:
    """Each with the conditions under which it is made."""
    shape = shape_of(STATES)
    box = hull(leaves_of(shape), [reader_of(shape)(state) for state in STATES])

    def listed(s: Any) -> Any:
        return [Placed(x, s[1] % 2) for x in range(3) if s[0] > x]

    offers = offers_of(Context(Budget.of(5.0)), listed, shape, box)

    for state in STATES:
        row = reader_of(shape)(state)
        held = {
            action
            for action, conditions in offers
            if compiled_one(conjoin(conditions), leaves_of(shape))(row)
        }
        assert held == set(listed(state))


def test_objects_that_are_equal_to_no_others_are_refused() -> None:
    """What was offered could never be told from what is offered again."""
    shape = shape_of(STATES)

    with pytest.raises(Refused, match="PY-EXPR"):
        offers_of(Context(Budget.of(5.0)), lambda s: [Lone(s[0] % 2)], shape, {})


def test_values_of_an_item_are_counted_while_they_are_combined() -> None:
    """An item of three parts of which each may be nine things takes a step for each of them."""
    wheels = [(x, x % 9, 8 - x % 9) for x in range(9)]
    shape = shape_of(wheels)
    box = hull(leaves_of(shape), [reader_of(shape)(state) for state in wheels])
    context = Context(Budget.of(10))
    before = context.budget.steps
    offers_of(context, lambda s: [s], shape, box)

    assert before - context.budget.steps > 9**3
