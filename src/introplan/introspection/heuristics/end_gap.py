"""How far a state is from the end that `terminal` names, where the transition was not understood.

A goal test is mostly short and can be read alone, within a hundredth of a second. Its condition
guides a search that calls the functions of the world: by the count of its parts that are unmet,
and by its *gap*, the branch distance of search-based testing (Korel 1990; Tracey et al. 1998):

    a and b      the sum of the gaps
    a or b       the smaller gap
    x == y       |x - y| for numbers
    a table      the way from its keys to the nearest at which it is true: a cell to the next goal
    other tests  0 or 1

Nothing is pruned by it and nothing is proven: whatever it says, it only orders what is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from introplan.introspection.programs.clauses import after_condition, clauses_of
from introplan.introspection.programs.ends import status_of
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.sample import Sample, sampled
from introplan.introspection.programs.shape import leaves_of, reader_of
from introplan.introspection.programs.shaping import shape_of
from introplan.mdp import Status
from introplan.programs.program import ProgramTask
from introplan.programs.stepping import is_derived
from introplan.symbolic.budget import Budget
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.term import And, Const, Equal, Lookup, Or, Table, Term

NEAR_STATES = 3_000
"""States from which the parts of states are learnt: sets show their elements only by having them,
and some ten thousand calls are made in less time than a failed reading took."""

MAX_TABLE = 400
"""True entries of a table to which the way is measured: as many as a state may have parts."""

FAR = 1e6
"""The gap of a state of another shape: it comes last, and is not left out."""

Gap = Callable[[Any], float]
Values = Sequence[Any]


def gaps_of(
    task: ProgramTask,
    states: Sequence[Any],
    actions: Sequence[Any],
    statuses: Container[Status],
    budget: Budget,
) -> tuple[Gap, ...]:
    """The count of unmet parts and the gap, functions of a state; none if no end was read.

    From `states`, such as can be reached, the parts of states are learnt.
    """
    try:
        with budget.being_spent():
            return _gaps_of(task, states, actions, statuses, budget)
    except Refused:
        return ()
    except Exception:  # a mistake of ours must not become the user's
        return ()


def near_states(reading: Reading, budget: Budget) -> list[Any]:
    """The states of a sample, and more that are near the start; none if one cannot be reached."""
    near = sampled(reading.task, budget.share(0.5), near=NEAR_STATES)
    if near.error is not None:
        return []
    return [*reading.sample.states, *near.states, *(t[2] for t in near.transitions)]


def _gaps_of(
    task: ProgramTask,
    states: Sequence[Any],
    actions: Sequence[Any],
    statuses: Container[Status],
    budget: Budget,
) -> tuple[Gap, ...]:
    terminal = task.program.terminal
    if terminal is None or not states or is_derived(terminal, task.program.step):
        return ()
    shape = shape_of([*states])
    own = Reading(task, Sample(), shape=shape, order=leaves_of(shape), read=reader_of(shape))
    clauses = clauses_of(Context(budget), terminal, actions, shape=shape, box={}, order=own.order)
    condition = after_condition(clauses, lambda value: status_of(own, value) in statuses)
    if condition is None or isinstance(condition, Const):
        return ()
    return _as_functions(own, condition)


def _as_functions(reading: Reading, condition: Term) -> tuple[Gap, ...]:
    leaves: list[Term] = []
    count, gap = _measure(condition, leaves, _unmet), _measure(condition, leaves, _way)
    read, values = reading.read, compiled(leaves, reading.order)
    assert read is not None
    last: tuple[Any, Values | None] = (None, None)

    def values_of(state: Any) -> Values | None:
        """The values of the leaves; both measures are asked for one state after the other."""
        nonlocal last
        if last[0] is not state:
            try:
                last = state, values(read(state))
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                last = state, None
        return last[1]

    def function(measure: Measure) -> Gap:
        def of(state: Any) -> float:
            found = values_of(state)
            try:
                return FAR if found is None else measure(found)
            except (ArithmeticError, TypeError, ValueError):
                return FAR

        return of

    return function(count), function(gap)


Measure = Callable[[Values], float]
Leaf = Callable[[Term, "list[Term]"], Measure]


def _measure(condition: Term, leaves: list[Term], leaf: Leaf) -> Measure:
    """How far values of the leaves are from meeting a condition; adds the leaves that it needs."""
    if not isinstance(condition, And | Or):
        return leaf(condition, leaves)
    parts = [_measure(part, leaves, leaf) for part in condition.children]
    least = min if isinstance(condition, Or) else sum
    return lambda values: least(part(values) for part in parts)


def _unmet(condition: Term, leaves: list[Term]) -> Measure:
    place = _placed(condition, leaves)
    return lambda values: 0.0 if values[place] else 1.0


def _way(condition: Term, leaves: list[Term]) -> Measure:
    match condition:
        case Equal(left, right):
            one, two = _placed(left, leaves), _placed(right, leaves)
            return lambda values: _apart(values[one], values[two])
        case Lookup(Table() as table, keys):
            goals = [row for row, value in table.rows(len(keys)) if value is True]
            if table.default is True or not 0 < len(goals) <= MAX_TABLE:
                return _unmet(condition, leaves)
            places = [_placed(key, leaves) for key in keys]
            return _to_nearest(goals, places)
    return _unmet(condition, leaves)


def _to_nearest(goals: list[tuple[Any, ...]], places: list[int]) -> Measure:
    known: dict[tuple[Any, ...], float] = {}

    def far(values: Values) -> float:
        here = tuple(values[place] for place in places)
        if here not in known:
            known[here] = min(sum(map(_apart, here, goal)) for goal in goals)
        return known[here]

    return far


def _apart(one: Any, two: Any) -> float:
    """How far two values are apart: a number of steps for numbers, 0 or 1 for others."""
    if isinstance(one, int | float) and isinstance(two, int | float):
        return float(abs(one - two))
    return float(one != two)


def _placed(term: Term, leaves: list[Term]) -> int:
    leaves.append(term)
    return len(leaves) - 1
