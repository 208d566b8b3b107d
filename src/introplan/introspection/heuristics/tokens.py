"""Tokens: things without names that move from place to place, such as boxes in a set of cells.

Where a state says of each cell whether something is on it, or what (the *mark*: True, or the
letter of a box on a board), no variable follows one thing. But if every step that clears cells
fills as many others, things are neither made nor lost, and each of them is as many steps from a
cell of the goal as there are moves on the way:

    sum over cells of moves[cell] if something is on it

the distance of all boxes to the nearest goals in Sokoban. A thing on a cell from which no way
leads to a goal is lost, and so is the state: a box in a corner. Both are projections on one thing
(pattern databases, Culberson & Schaeffer 1998), computed together.

What steps do to cells is found by trying all values of what else they read, such as where the
worker is. By how much a step can lower the sum follows from that, and the sum is divided by it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from introplan.introspection.heuristics import surroundings
from introplan.introspection.heuristics.distance import UNREACHABLE_STEPS, StepBound
from introplan.introspection.programs.operator import Operator
from introplan.symbolic.constraints.path_condition import small_space
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.substitute import spelled_out, substituted
from introplan.symbolic.terms.term import (
    And,
    Choose,
    Const,
    Equal,
    Not,
    Sort,
    Term,
    Var,
    const,
)

MAX_CELL_CHANGES = 100_000
"""Changes of cells to look at in all: some seconds, and distances of that price come last."""

Change = list[tuple[Var, int]]
"""What a step does in certain surroundings: cells that it fills (1) and clears (-1)."""


class _Inexact(Exception):  # noqa: N818 - an answer
    """What a step does to cells depends on other cells, or is too much to find out."""


def moving_tokens(
    condition: Term,
    operators: Sequence[Operator],
    start: Mapping[Var, Any],
    check: Callable[[], None],
) -> StepBound | None:
    """How far all tokens are from where the condition wants them; None where there are none."""
    wanted = list(_literals(spelled_out(condition)))
    marks = dict.fromkeys(const(value) for _, value, holds in wanted if holds)
    if len(marks) != 1:
        return None
    (mark,) = marks
    goals = [cell for cell, value, holds in wanted if holds]
    places = [cell for cell, value, _ in wanted if const(value) is mark]
    cells = dict.fromkeys([*places, *_marked(operators, mark)])
    # As many tokens as goals: where all goals are filled there is none elsewhere.
    if sum(const(start[cell]) is mark for cell in cells) != len(goals):
        return None
    try:
        changes = list(_changes_of(operators, set(cells), mark, start, check))
    except _Inexact:
        return None
    if any(sum(by for _, by in change) for each in changes for change in each):
        return None  # tokens are made, or lost
    return _summed(cells, mark, _moves_to(goals, changes), changes)


def _literals(condition: Term) -> Iterator[tuple[Var, Any, bool]]:
    """Cells of a conjunction, with a value that each is to have, or is not to have."""
    for part in condition.children if isinstance(condition, And) else (condition,):
        match part:
            case Var(sort=Sort.BOOL):
                yield part, True, True
            case Not(Var(sort=Sort.BOOL) as cell):
                yield cell, True, False
            case Equal(Var() as cell, Const(value)):
                yield cell, value, True
            case Not(Equal(Var() as cell, Const(value))):
                yield cell, value, False


def _marked(operators: Sequence[Operator], mark: Const) -> Iterator[Var]:
    """Variables into which operators write the mark, and all truth values if it is True."""
    for operator in operators:
        for var, effect in operator.effects.items():
            if var.sort is Sort.BOOL:
                if mark.value is True:
                    yield var
            elif any(part is mark for part in _written(effect)):
                yield var


def _written(effect: Term) -> Iterator[Term]:
    """What an effect may write."""
    if isinstance(effect, Choose):
        yield from _written(effect.then)
        yield from _written(effect.other)
    else:
        yield effect


def _changes_of(
    operators: Sequence[Operator],
    cells: set[Var],
    mark: Const,
    start: Mapping[Var, Any],
    check: Callable[[], None],
) -> Iterator[list[Change]]:
    """For each operator what it does to cells, in all surroundings in which it may apply."""
    left, met = MAX_CELL_CHANGES, surroundings.reached(operators, cells, start, check)
    for operator in operators:
        touched = [cell for cell in operator.effects if cell in cells]
        around = surroundings.around_of(operator, cells) if touched else ()
        rows = surroundings.projected(around, met)
        if rows is None:
            space = small_space(around, operator.box, limit=surroundings.MAX_SURROUNDINGS)
            rows = None if space is None else space[1]
        rows = None if rows is None else [*filter(surroundings.asks(operator, around), rows)]
        if rows is None or (left := left - len(rows) * len(touched)) < 0:
            raise _Inexact
        found = []
        for row in rows if touched else ():
            check()
            known = {var: const(value) for var, value in zip(around, row, strict=True)}
            found.append(_change(operator, touched, mark, known))
        yield found


def _change(
    operator: Operator, touched: Sequence[Var], mark: Const, known: Mapping[Var, Term]
) -> Change:
    """What a step does to cells where so much is known; nothing where it does not apply."""
    guard = surroundings.resolved_parts(operator.conditions, known, is_all=True)
    if isinstance(guard, Const) and not guard.value:
        return []
    literals = list(_literals(guard))
    before = {cell: const(value) for cell, value, holds in literals if holds}
    before |= {
        cell: const(False) for cell, _, holds in literals if cell.sort is Sort.BOOL and not holds
    }
    unmarked = {cell for cell, value, holds in literals if not holds and const(value) is mark}
    change = []
    for cell in touched:
        after = surroundings.resolved(operator.effects[cell], known)
        if after is cell:
            continue
        if not isinstance(after, Const):
            after = substituted(after, before)
        now = before.get(cell)
        if not isinstance(after, Const) or (now is None and cell not in unmarked):
            raise _Inexact
        by = int(after is mark) - int(now is mark)
        if by:
            change.append((cell, by))
    return change


def _moves_to(goals: Sequence[Var], changes: Sequence[Sequence[Change]]) -> dict[Var, int]:
    """How many steps it takes a token at least from each cell to a goal, where there is a way."""
    before: dict[Var, dict[Var, None]] = {}
    for change in (change for each in changes for change in each):
        cleared = dict.fromkeys(cell for cell, by in change if by < 0)
        for cell, by in change:
            if by > 0:
                before.setdefault(cell, {}).update(cleared)
    moves = dict.fromkeys(goals, 0)
    waiting = deque(goals)
    while waiting:
        cell = waiting.popleft()
        for earlier in before.get(cell, ()):
            if earlier not in moves:
                moves[earlier] = moves[cell] + 1
                waiting.append(earlier)
    return moves


def _summed(
    cells: Mapping[Var, None],
    mark: Const,
    moves: Mapping[Var, int],
    changes: Sequence[Sequence[Change]],
) -> StepBound:
    """The sum over cells, and by how much each operator can lower it."""
    # From a lost cell no step leads to others: what is lost is never less.
    far = {cell: moves.get(cell, UNREACHABLE_STEPS) for cell in cells}
    lowered = [
        max((-sum(far[cell] * by for cell, by in change) for change in each), default=0)
        for each in changes
    ]
    most = max([1, *lowered])
    total = terms.combine(*((_is_on(cell, mark), steps) for cell, steps in moves.items()))
    if most > 1:
        total = terms.divide(terms.add(total, const(most - 1)), most)
    lost = ((_is_on(cell, mark), UNREACHABLE_STEPS) for cell in cells if cell not in moves)
    drops = tuple(-(-max(drop, 0) // most) for drop in lowered)
    return StepBound(terms.combine((total, 1), *lost), drops)


def _is_on(cell: Var, mark: Const) -> Term:
    is_on = cell if cell.sort is Sort.BOOL else terms.equal(cell, mark)
    return terms.choose(is_on, terms.ONE, terms.ZERO)
