"""The self-check: operators, payments and endings against the real functions.

Translation validation (Pnueli, Siegel & Singerman 1998) by testing: what was read is not proved
right, but compared with what the user's functions do, before anything is concluded from it.

First on the steps that were sampled. They are all near the start, and a construct that is misread
may show only farther out. So for every path through the functions a state is made up that takes
it (`witnesses`), and some more are drawn from everywhere; transition, reward and terminal must do
there what the analysis says.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from introplan.deferred import deferred
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.rewards import Payment
from introplan.introspection.programs.states import build
from introplan.introspection.programs.successor_check import wrong_list
from introplan.mdp import Outcome, Status, attempt
from introplan.programs.answers import as_status
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import PASSING
from introplan.symbolic.constraints.interval import Domain, Range, domain_of
from introplan.symbolic.interpreter.values import as_term
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.compile import compiled, compiled_one
from introplan.symbolic.terms.evaluate import evaluation
from introplan.symbolic.terms.term import Term, Var, action_key

if TYPE_CHECKING:
    from introplan.symbolic.constraints import witnesses
    from introplan.symbolic.constraints.witnesses import Row
else:  # a reading that is kept is held against sampled steps
    witnesses = deferred("introplan.symbolic.constraints.witnesses")

MAX_SAMPLED_STEPS = 1500
"""Sampled steps to compare, spread evenly; each costs one evaluation of the operators of its
action, so all of them together take a few per cent of the time for reading."""

MAX_SAMPLED_ROWS = 300
"""The same where each state is compared with all of its successors."""

MAX_MADE_UP_STATES, DRAWN_STATES = 200, 400
"""States to make up for the paths through the functions, and to draw from everywhere: with 400
draws a mistake on one state in a hundred is missed with a probability below 2 %."""

EXCHANGED_STATES = 100
"""States with two parts exchanged: boards of tiles stay such boards."""

MAX_SHORT_RANGE = 1_000
"""In a range of so many numbers the rounding of a drawn fraction does not show."""

CLOCK_CHECK_STEPS = 16
"""Steps between two looks at the clocks, which cost as much as a step."""

MAX_OFFERING_STATES = 60
"""States in which the listed actions are compared; all offers are evaluated in each."""


MAX_SAMPLED_STEPS_AGAIN, MAX_OFFERING_STATES_AGAIN = 60, 8
"""The same where it was compared before: some milliseconds."""

FunctionOf: TypeAlias = "Callable[[Sequence[Term], Sequence[Var]], Callable[[Row], Sequence[Any]]]"


class Step(NamedTuple):
    """What a real function did; no outcome if it raised."""

    before: Any
    row: Row
    action: Any
    outcome: Outcome[Any] | None


class Prediction(NamedTuple):
    """What the analysis says of a step: the row after it, and the answers that apply to it.

    Exactly one reward and one answer of `terminal` should apply; None if they were not read.
    """

    row: Row
    paid: list[Any] | None
    endings: list[Any] | None


def contradiction(reading: Any, is_over: Callable[[], bool]) -> str | None:
    """What a real step shows that the analysis denies; None if they agree, or time is up."""
    if reading.is_by_places:
        rows = chain(_spread(reading.rows, MAX_SAMPLED_ROWS), _made_up_rows(reading))
        return _wrong_list(reading, rows, compiled, is_over)
    problem = _wrong_offer(reading)
    if problem is not None:
        return problem
    checks = _checks_of(reading)
    for number, step in enumerate(chain(_sampled(reading), _made_up(reading)), 1):
        problem = _difference(reading, checks.get(action_key(step.action), ()), step)
        if problem is not None:
            return f"{step.action!r:.40} at {step.before!r:.80} {problem}"
        if not number % CLOCK_CHECK_STEPS and is_over():
            break
    return None


def stale(reading: Any) -> str | None:
    """The same for a reading that was checked before it was kept: a few of the sampled steps.

    Functions of terms are not made for that: they cost more than these evaluations.
    """
    evaluated = evaluation()
    if reading.is_by_places:
        if reading.operators is None:
            return None
        rows = iter(_spread(reading.rows, MAX_OFFERING_STATES_AGAIN))
        return _wrong_list(reading, rows, evaluated, lambda: False)
    problem = _wrong_offer(reading, most=MAX_OFFERING_STATES_AGAIN, function_of=evaluated)
    if problem is not None or reading.operators is None:
        return problem
    checks = _checks_of(reading, evaluated)
    for step in _spread(list(_sampled(reading)), MAX_SAMPLED_STEPS_AGAIN):
        problem = _difference(reading, checks.get(action_key(step.action), ()), step)
        if problem is not None:
            return f"{step.action!r:.40} at {step.before!r:.80} {problem}"
    return None


def _wrong_list(
    reading: Any, rows: Iterator[Row], function_of: FunctionOf, is_over: Callable[[], bool]
) -> str | None:
    """A state whose listed successors are misread, in a world whose actions are states."""
    checks = [check for own in _checks_of(reading, function_of).values() for check in own]

    def predicted(row: Row) -> list[Prediction]:
        return [found for check in checks if (found := check(row)) is not None]

    def fits(found: Prediction, reward: float, status: Status) -> bool:
        _, paid, endings = found
        is_paid = paid is None or _agree(paid, reward)
        return is_paid and (endings is None or _end_alike(endings, reading.task, status))

    return wrong_list(reading, rows, predicted, fits, is_over)


def _made_up_rows(reading: Any) -> Iterator[Row]:
    """States that may be out of reach, but are such as the analysis speaks of."""
    meets = [compiled_one(meeting, reading.order) for meeting in reading.meetings]
    for row, _ in chain(_on_every_way(reading), _anywhere(reading)):
        if not any(meeting(row) for meeting in meets):
            yield row


def _wrong_offer(
    reading: Any, *, most: int = MAX_OFFERING_STATES, function_of: FunctionOf = compiled
) -> str | None:
    """A state in which other actions are listed than the analysis says; None if there is none."""
    if isinstance(reading.task.program.actions, tuple) or reading.actions is None:
        return None
    held = function_of([conjoin(conditions) for _, conditions in reading.offers], reading.order)
    keys = [action_key(action) for action, _ in reading.offers]
    for row in _spread(list(dict.fromkeys(map(tuple, reading.rows))), most):
        before, listed = _listed(reading, row)
        if before is None:
            continue
        offered = {key for key, is_held in zip(keys, held(row), strict=True) if is_held}
        if offered != listed:
            return f"{len(listed ^ offered)} actions at {before!r:.80} are misread"
    return None


def _listed(reading: Any, row: Row) -> tuple[Any, set[Any]]:
    """A state and the actions in it; None for the state where there is none or actions raises."""
    try:
        before = build(reading.shape, list(row))
        if reading.read(before) != row:
            return None, set()
        return before, {action_key(action) for action in reading.task.actions(before)}
    except PASSING:
        raise
    except Exception:  # whatever it is: the function is not made for such a state
        return None, set()


def _difference(
    reading: Any, checks: Sequence[Callable[[Row], Prediction | None]], step: Step
) -> str | None:
    """How a real step differs from what was read of it; None if it does not."""
    taken = [found for check in checks if (found := check(step.row)) is not None]
    if step.outcome is None:
        return "is not allowed" if taken else None
    if len(taken) != 1:
        return f"is allowed by {len(taken)} operators"
    after, paid, endings = taken[0]
    if after != reading.read(step.outcome.state):
        return "gives another state"
    if paid is not None and not _agree(paid, step.outcome.reward):
        return f"pays {step.outcome.reward}, not {paid}"
    if endings is not None and not _end_alike(endings, reading.task, step.outcome.status):
        return f"is followed by {step.outcome.status}, not {endings}"
    return None


def _end_alike(endings: list[Any], task: ProgramTask, status: Status) -> bool:
    """Does the one answer of `terminal` that applies mean this status?"""
    terminal = task.program.terminal
    assert terminal is not None
    return len(endings) == 1 and as_status(endings[0], terminal) is status


def _agree(paid: list[Any], reward: float) -> bool:
    """Is the one payment that applies the reward? Whole numbers must be equal exactly."""
    if len(paid) != 1:
        return False
    if isinstance(paid[0], int) and float(reward).is_integer():
        return bool(paid[0] == reward)
    return math.isclose(paid[0], reward, rel_tol=1e-9, abs_tol=1e-15)


def _sampled(reading: Any) -> Iterator[Step]:
    transitions = reading.sample.transitions
    stride = max(1, len(transitions) // MAX_SAMPLED_STEPS)
    for before, action, after, reward, status in transitions[::stride]:
        yield Step(before, reading.read(before), action, Outcome(after, reward, status))


def _made_up(reading: Any) -> Iterator[Step]:
    """Steps from states that may be out of reach, but are such as the analysis speaks of."""
    known = {tuple(row) for row in reading.rows}
    meets = [compiled_one(meeting, reading.order) for meeting in reading.meetings]
    ways = chain(_on_every_way(reading), _anywhere(reading), _exchanged(reading))
    for row, action in ways:
        if row not in known and not any(meeting(row) for meeting in meets):
            step = _taken(reading, row, action)
            if step is not None:
                yield step


def _on_every_way(reading: Any) -> Iterator[tuple[Row, Any]]:
    """A few states for each way through the transition, also with the reward and the terminal."""
    near = [reading.rows[0], reading.rows[-1]]
    ways = [*(reading.payments or reading.operators), *(reading.endings or ()), *reading.raising]
    for way in _spread(ways, MAX_MADE_UP_STATES // len(near)):
        operator: Operator = way.operator if isinstance(way, Payment) else way
        further = way.conditions if isinstance(way, Payment) else ()
        conditions = (*operator.conditions, *further)
        for row in witnesses.witnesses_in(reading.order, way.known.box, conditions, near):
            yield row, operator.action


def _spread(ways: Sequence[Any], most: int) -> Sequence[Any]:
    return ways[:: math.ceil(len(ways) / most)] if ways else ways


def _anywhere(reading: Any) -> Iterator[tuple[Row, Any]]:
    rng = random.Random(0)
    draws = [_drawing(rng, domain_of(var, reading.box)) for var in reading.order]
    # Where `actions(state)` offers nothing in any state that was seen, there is nothing to try.
    for _ in range(DRAWN_STATES if reading.actions else 0):
        near = rng.choice(reading.rows)
        row = tuple(draw(now) for draw, now in zip(draws, near, strict=True))
        yield row, rng.choice(reading.actions)


def _exchanged(reading: Any) -> Iterator[tuple[Row, Any]]:
    """States with two parts exchanged, where invariants leave little of what is drawn freely."""
    rng = random.Random(0)
    for _ in range(EXCHANGED_STATES if reading.meetings and reading.actions else 0):
        row = list(rng.choice(reading.rows))
        one, two = (rng.randrange(len(row)) for _ in range(2))
        row[one], row[two] = row[two], row[one]
        domains = [domain_of(reading.order[place], reading.box) for place in (one, two)]
        if all(d is not None and row[p] in d for d, p in zip(domains, (one, two), strict=True)):
            yield tuple(row), rng.choice(reading.actions)


def _drawing(rng: random.Random, domain: Domain | None) -> Callable[[Any], Any]:
    """Draws values of a domain; of a short range without the care of `randint`, four times as
    fast: there are as many draws as variables and states.
    """
    if isinstance(domain, Range) and domain.size <= MAX_SHORT_RANGE:
        low, size, draw = int(domain.low), int(domain.size), rng.random
        return lambda now: low + int(draw() * size)
    return lambda now: witnesses.drawn_value(rng, domain, now)


def _taken(reading: Any, row: Row, action: Any) -> Step | None:
    """What the real functions do; None where there is no such state, or no such action there."""
    try:
        before = build(reading.shape, list(row))
        if reading.read(before) != row or action not in reading.task.actions(before):
            return None
        outcome = attempt(reading.task, before, action)
        if outcome is not None:
            reading.read(outcome.state)
        elif getattr(reading.task.program.step, "__slices__", None):
            # What only observations are made of is not read, and may raise out of reach.
            return None
    except PASSING:
        raise
    except Exception:  # whatever it is: the functions are not made for such a state
        return None
    return Step(before, row, action, outcome)


def _checks_of(
    reading: Any, function_of: FunctionOf = compiled
) -> dict[Any, list[Callable[[Row], Prediction | None]]]:
    """For each action, functions that predict a step where an operator of it applies."""
    payments, endings = _by_operator(reading.payments), _by_operator(reading.endings)
    checks: dict[Any, list[Callable[[Row], Prediction | None]]] = {}
    for operator in reading.operators:
        check = _check(
            reading.order,
            operator,
            None if reading.payments is None else payments.get(id(operator), []),
            None if reading.endings is None else endings.get(id(operator), []),
            function_of,
        )
        checks.setdefault(action_key(operator.action), []).append(check)
    return checks


def _by_operator(payments: Sequence[Payment] | None) -> dict[int, list[Payment]]:
    found: dict[int, list[Payment]] = {}
    for payment in payments or ():
        found.setdefault(id(payment.operator), []).append(payment)
    return found


def _check(
    order: Sequence[Var],
    operator: Operator,
    payments: Sequence[Payment] | None,
    endings: Sequence[Payment] | None,
    function_of: FunctionOf,
) -> Callable[[Row], Prediction | None]:
    after = [operator.effects.get(var, var) for var in order]
    answers = [*(payments or ()), *(endings or ())]
    conditions = [conjoin(p.conditions) for p in answers]
    values = [as_term(p.value) for p in answers]
    applies = function_of([conjoin(operator.conditions)], order)
    function = function_of([*conditions, *values, *after], order)
    paying, count = len(payments or ()), len(answers)

    def check(row: Row) -> Prediction | None:
        if not applies(row)[0]:
            return None
        found = function(row)
        held, answered = found[:count], found[count : 2 * count]
        paid = [v for v, h in zip(answered[:paying], held[:paying], strict=True) if h]
        ends = [v for v, h in zip(answered[paying:], held[paying:], strict=True) if h]
        return Prediction(
            tuple(found[2 * count :]),
            None if payments is None else paid,
            None if endings is None else ends,
        )

    return check
