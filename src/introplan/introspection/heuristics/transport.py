"""Transport: values that travel from place to place, such as tiles, cards and stones.

In a sliding puzzle no number grows step by step: a state is a row of cells, and an action copies
what is in one cell into the next. But the value itself travels. If every action that brings a
value into a cell takes it from a neighbouring cell, then a value is as many steps from its goal as
there are cells on the way:

    sum over cells of table[cell][value in it]

with the length of the shortest way in the table. For the fifteen puzzle this is the Manhattan
distance of all tiles. Values that an action writes down from nowhere (the blank) have no way to go
and count nothing.

For sliding tiles this is a relaxation of the rules (Gaschnig 1979; Pearl 1984).

The tables are a guess; what is returned is proved. By how much an operator can lower the sum is
found by trying all values it reads, and the sum is divided by the largest such drop; what the sum
may still be when the goal is reached is taken off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from introplan.introspection.programs.operator import Operator
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Choose, Const, Equal, Table, Term, Var

Places = dict[Var, dict[object, int]]
"""For each cell: how far each value in it is from its goal."""


def travelling(
    goal: Sequence[Term],
    operators: Sequence[Operator],
    largest_drop: Callable[[Term, Operator], float],
) -> tuple[Term, tuple[int, ...]] | None:
    """The distance of all values from their goals, and what each operator lowers it by at most."""
    homes = dict(_homes(goal))
    if len(homes) < 2:
        return None
    places = _places(homes, operators)
    if not places:
        return None
    total = terms.combine(*((_distance(var, table), 1) for var, table in places.items()))
    found = [largest_drop(total, operator) for operator in operators]
    most = max(found, default=0)
    if not 1 <= most <= len(places):
        return None
    size = int(most)
    total = terms.subtract(total, terms.const(_left_at_goal(places, homes) - (size - 1)))
    return terms.divide(total, size), tuple(1 if drop > 0 else 0 for drop in found)


def _homes(goal: Sequence[Term]) -> Iterator[tuple[Var, Const]]:
    """Cells that must hold a certain value."""
    for term in goal:
        match term:
            case Equal(Var() as cell, Const() as value):
                yield cell, value


def _distance(var: Var, table: dict[object, int]) -> Term:
    return terms.lookup(Table(table, default=0, name="steps"), (var,))


def _places(homes: dict[Var, Const], operators: Sequence[Operator]) -> Places:
    """The tables, without what is zero."""
    into, made = _routes(operators)
    places: Places = {}
    for home, value in homes.items():
        if value in made:
            continue
        for cell, steps in _ways_to(home, into).items():
            if steps:
                places.setdefault(cell, {})[value.value] = steps
    return places


def _routes(operators: Sequence[Operator]) -> tuple[dict[Var, dict[Var, None]], set[Const]]:
    """From where values come into each cell, and values that come from nowhere."""
    into: dict[Var, dict[Var, None]] = {}
    made: set[Const] = set()
    for operator in operators:
        for var, effect in operator.effects.items():
            for source in map(partial(_known, operator), _sources(effect)):
                if isinstance(source, Var):
                    into.setdefault(var, {})[source] = None
                elif isinstance(source, Const):
                    made.add(source)
    return into, made


def _known(operator: Operator, source: Term) -> Term:
    """What is copied, as the value that it must have where the operator applies.

    Who swaps two cells copies the blank like a tile; it still is no value that has a way to go.
    """
    domain = operator.box.get(source) if isinstance(source, Var) else None
    if domain is None or domain.size != 1:
        return source
    return terms.const(next(iter(domain)))


def _sources(effect: Term) -> Iterator[Term]:
    if isinstance(effect, Choose):
        yield from _sources(effect.then)
        yield from _sources(effect.other)
    else:
        yield effect


def _ways_to(home: Var, into: dict[Var, dict[Var, None]]) -> dict[Var, int]:
    """How many steps it takes a value from each cell to its home."""
    steps = {home: 0}
    waiting = deque([home])
    while waiting:
        cell = waiting.popleft()
        for source in into.get(cell, ()):
            if source not in steps:
                steps[source] = steps[cell] + 1
                waiting.append(source)
    return steps


def _left_at_goal(places: Places, homes: dict[Var, Const]) -> int:
    """The most that the sum can still be where the goal holds."""
    left = 0
    for cell, table in places.items():
        if cell in homes:
            left += table.get(homes[cell].value, 0)
        else:
            left += max(table.values())
    return left
