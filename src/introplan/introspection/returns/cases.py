"""Cases: one path through the transition, one through the reward and one through the terminal.

An operator says how an action changes the state, a payment what the reward says of it and an
ending what `terminal` answers. A case is a combination of the three whose conditions can be met
together. The cases of a model cover all of its steps, so what holds of every case holds of every
step; parts of the model that were not read are unknown in each case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection.facts import MaximalReward
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment, payments
from introplan.introspection.programs.shape import cell_numbers
from introplan.introspection.returns.relaxed_terms import absorbed, with_absorbed_tests
from introplan.mdp import Status, Wanted
from introplan.programs.answers import as_status
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import as_term, is_concrete, is_term
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import FALSE, conjoin, disjoin, negate, number
from introplan.symbolic.terms.term import And, Or, Sort, Term, action_key, sort_of

if TYPE_CHECKING:
    from introplan.symbolic.interpreter import execution, interpreter
else:  # rewards that are no sums are not read again
    execution = deferred("introplan.symbolic.interpreter.execution")
    interpreter = deferred("introplan.symbolic.interpreter.interpreter")

Answer = tuple[tuple[Term, ...], Any]
"""Further conditions on the state before a step, and what a function answers under them."""

MAX_CASES = 20_000
"""Cases of one model: each is looked at for every pattern."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A way in which a step can go: conditions on the state before, effects, reward and status."""

    operator: Operator
    constraints: tuple[Term, ...]
    """All that holds of the state before, implied conditions too."""
    known: PathCondition
    reward: Term | None
    """What is paid, over the state before; None if the reward was not read."""
    most: float
    """The most that is paid; infinite if nothing is known."""
    status: Status | None
    """How the step leaves the episode; None: in any way."""

    @property
    def constraint(self) -> Term:
        """All that holds of the state before, as one condition."""
        return conjoin(self.constraints)

    @property
    def may_continue(self) -> bool:
        """Can the episode go on after such a step?"""
        return self.status is None or self.status is Status.CONTINUE

    def may_end(self, *, needs_success: bool) -> bool:
        """Can the episode end with such a step in a way that counts?"""
        if self.status is None:
            return True
        if needs_success:
            return self.status is Status.SUCCESS
        return self.status is not Status.CONTINUE


@dataclass(frozen=True, slots=True)
class Cases:
    """Every way in which a step of a model can go.

    No plan takes a step that fails, so those are no cases, but among the hindrances: for each
    action, the conditions under which it is not offered, not allowed or a failure. A state is
    stuck where there is one for every action.
    """

    cases: tuple[Case, ...]
    hindrances: tuple[tuple[Term, ...], ...]

    @property
    def are_known(self) -> bool:
        """Is it known of every case what is paid, and how the step leaves the episode?"""
        return all(c.reward is not None and c.status is not None for c in self.cases)

    @property
    def may_be_stuck(self) -> bool:
        """May there be a state in which nothing can be done?"""
        return all(self.hindrances)


def cases_of(reading: Reading, r_max: MaximalReward, check: Callable[[], None]) -> Cases:
    """The cases of a model whose transition was read; raises `Refused` if `check` does."""
    assert reading.operators is not None, "the transition was read"
    paid, ended = _answers_by_operator(reading.payments), _answers_by_operator(reading.endings)
    statuses = _Statuses(reading)
    found: list[Case] = []
    for operator in reading.operators:
        for payment in _answers(reading.payments, paid, operator):
            for ending in statuses.of(_answers(reading.endings, ended, operator)):
                check()
                found += _case(operator, payment, ending, r_max)
            if len(found) > MAX_CASES:
                raise Refused("PY-LIMIT", f"more than {MAX_CASES} ways in which a step can go")
    cases = tuple(case for case in found if case.status is not Status.FAILURE)
    return Cases(cases, tuple(_hindrances(reading, found)))


def with_whole_sums(reading: Reading, budget: Budget) -> Reading:
    """The same reading, with rewards that are sums as they are: not split into a case for each
    combination of their terms. Raises `Refused` when the budget is spent.
    """
    if not reading.payments or reading.operators is None or reading.shape is None:
        return reading
    if not any(payment.conditions for payment in reading.payments):
        return reading  # nothing was split
    context = execution.Context(budget)
    context.cells = cell_numbers(reading.shape)
    whole = payments(
        context,
        reading.task.program.reward,
        reading.operators,
        shape=reading.shape,
        box=reading.box,
        finish=interpreter.listed,
    )
    return replace(reading, payments=whole)


def _hindrances(reading: Reading, cases: Sequence[Case]) -> Iterator[tuple[Term, ...]]:
    """For each action, the conditions under which it may not be done."""
    found: dict[Any, list[Term]] = {action_key(action): [] for action in reading.actions or ()}
    offers: dict[Any, list[Term]] = {}
    for action, conditions in reading.offers:
        offers.setdefault(action_key(action), []).append(conjoin(conditions))
    for key, hindering in found.items():
        hindering.append(negate(disjoin(offers.get(key, ()))))
    for raising in reading.raising:
        found[action_key(raising.action)].append(conjoin(raising.conditions))
    for case in cases:
        if case.status is None or case.status is Status.FAILURE:
            found[action_key(case.operator.action)].append(conjoin(case.constraints))
    for hindering in found.values():
        yield tuple(c for c in dict.fromkeys(map(absorbed, hindering)) if c is not FALSE)


def _answers_by_operator(payments: Sequence[Payment] | None) -> dict[int, list[Answer]]:
    found: dict[int, list[Answer]] = {}
    for payment in payments or ():
        answer = (payment.conditions, payment.value)
        found.setdefault(id(payment.operator), []).append(answer)
    return found


def _answers(
    read: Sequence[Payment] | None, by_operator: dict[int, list[Answer]], operator: Operator
) -> list[Answer]:
    """What a function answers on an operator; one answer of which nothing is known if not read."""
    return [((), None)] if read is None else by_operator.get(id(operator), [])


@dataclass(frozen=True, slots=True)
class _Statuses:
    """Answers of `terminal` as statuses."""

    reading: Reading

    def of(self, answers: list[Answer]) -> Iterator[tuple[tuple[Term, ...], Status | None]]:
        """Conditions and statuses."""
        for conditions, value in answers if self._is_read else [((), None)]:
            for further, status in self._split(value):
                yield (*conditions, *further), status

    @property
    def _is_read(self) -> bool:
        return self.reading.endings is not None

    def _split(self, value: Any) -> list[tuple[tuple[Term, ...], Status | None]]:
        task = self.reading.task
        terminal = task.program.terminal
        if terminal is None:
            # Without a `terminal` the first largest reward may count as the end.
            is_endless = task.wanted is Wanted.SCORE
            return [((), Status.CONTINUE if is_endless else None)]
        if not self._is_read:
            return [((), None)]
        if is_concrete(value):
            return [((), as_status(value, terminal))]
        if is_term(value) and sort_of(value) is Sort.BOOL:
            return [
                ((value,), as_status(True, terminal)),
                ((negate(value),), as_status(False, terminal)),
            ]
        return [((), None)]


def _case(
    operator: Operator,
    payment: Answer,
    ending: tuple[tuple[Term, ...], Status | None],
    r_max: MaximalReward,
) -> list[Case]:
    (when_paid, value), (when_ended, status) = payment, ending
    known = operator.known.copy()
    further = (*when_paid, *when_ended)
    if further and not known.learn_all(further):
        return []
    constraints = [*operator.constraints, *further, *_derived(known)]
    reward = _as_number(value)
    most = math.inf if r_max.value is None else r_max.value
    if reward is not None:
        most = bounds(reward, known.box)[1]
        reward = with_absorbed_tests(reward)
    kept = tuple(dict.fromkeys(map(absorbed, constraints)))
    return [Case(operator, kept, known, reward, most, status)]


def _derived(known: PathCondition) -> list[Term]:
    """What propagation found out: of `a or b` and `not a` follows b."""
    decided = [term if value else negate(term) for term, value in known.decided.items()]
    return [condition for condition in decided if not isinstance(condition, And | Or)]


def _as_number(value: Any) -> Term | None:
    """A reward as a term, True as 1; None for what is not a number, or not known."""
    if is_concrete(value) and not isinstance(value, bool | int | float):
        return None
    term = as_term(value)
    return number(term) if sort_of(term) is Sort.BOOL else term
