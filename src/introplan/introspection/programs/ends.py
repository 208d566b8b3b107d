"""Ends: on which paths an episode is over, how, and what the last step pays.

`terminal` answers a status, its word, or a truth value; True says that the episode is over and
nothing about how well (a *terminal state* of a Markov decision process may be good or bad). What
an end is worth is what its step pays, so the answers of `terminal` and of the reward are joined,
operator by operator. The *best ends* are those that pay most. They are something to aim for only
if going on does not pay more: where ordinary steps cost nothing, an end that costs 50 is no goal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from introplan.errors import IntroplanError
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment
from introplan.mdp import Status, exact
from introplan.programs.answers import as_status
from introplan.symbolic.constraints.entailment import is_satisfiable
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.interpreter.values import Value, is_concrete, is_term
from introplan.symbolic.terms.build import conjoin, const, equal, negate, values_of
from introplan.symbolic.terms.term import Sort, Term, sort_of

MAX_STATUS_VALUES = 12
"""Different answers of `terminal` that are looked at one by one; there are four statuses, and
words and truth values for them."""


StatusCase: TypeAlias = tuple[Status | None, tuple[Term, ...]]
"""An answer of `terminal`, and the conditions under which it is given on one operator."""


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """A path on which an episode ends, or goes on (`CONTINUE`), and what its step pays.

    `status` is None where `terminal` was read, but its answer is not known to be one of a few.
    """

    operator: Operator
    conditions: tuple[Term, ...]
    """What must hold before the step besides the conditions of the operator."""

    status: Status | None
    value: Value
    least: float
    most: float

    @property
    def action(self) -> Any:
        """The action of its last step."""
        return self.operator.action

    @property
    def constraint(self) -> Term:
        """All that must hold before the last step, as it was read."""
        return conjoin([*self.operator.conditions, *self.conditions])


@dataclass(frozen=True, slots=True, eq=False)
class BestEnds:
    """The ends that pay most, how much that is, and the most that a step pays after which an
    episode goes on (minus infinity if there is none)."""

    value: float
    ends: tuple[End, ...]
    going_on: float

    def ways(self) -> Iterator[tuple[Any, Term]]:
        """Actions, and conditions before them under which an episode ends so."""
        for end in self.ends:
            is_open = is_term(end.value) and end.least < end.most
            exactly = [equal(end.value, const(self.value))] if is_open else []
            yield end.action, conjoin([end.constraint, *exactly])

    @property
    def is_goal(self) -> bool:
        """Is such an end worth aiming for?

        It is if it stops a cost that every other step has, or if it pays more than they do, or
        nothing where they pay nothing.
        """
        return self.going_on < 0 or self.value > self.going_on or self.value == 0


def status_cases(
    reading: Reading, ending: Payment
) -> list[tuple[Status | None, tuple[Term, ...]]]:
    """What a path of `terminal` may answer, and under which further conditions."""
    value = ending.value
    if is_concrete(value):
        return [(status_of(reading, value), ending.conditions)]
    if sort_of(value) is Sort.BOOL:
        return [
            (Status.OVER, (*ending.conditions, value)),
            (Status.CONTINUE, (*ending.conditions, negate(value))),
        ]
    answers = values_of(value, limit=MAX_STATUS_VALUES)
    if answers is None:
        return [(None, ending.conditions)]
    different = {const(answer): answer for answer in answers}
    return [
        (status_of(reading, answer), (*ending.conditions, equal(value, term)))
        for term, answer in different.items()
    ]


def status_of(reading: Reading, answer: object) -> Status | None:
    """What an answer of `terminal` means; None if it means nothing."""
    terminal = reading.task.program.terminal
    assert terminal is not None
    try:
        return as_status(answer, terminal)
    except IntroplanError:
        return None  # an answer that is reported when the model gives it


def best_ends(
    reading: Reading, statuses: Sequence[Status], *, below: float = math.inf
) -> BestEnds | None:
    """The ends with one of these statuses that pay most, but less than `below`.

    None if there are none, or if the code was not understood.
    """
    if reading.endings is None or not reading.payments:
        return None
    joined = _joined(reading)
    if reading.sample.is_complete:
        return _best_seen(reading, joined, statuses, below)
    found: list[End] = []
    for most, pair in joined:
        if found and most < found[0].most:
            break
        end = _possible_end(*pair) if pair[1] in {*statuses, None} else None
        if end is None or end.least >= below:
            continue
        if end.most >= below:
            return None  # what it pays below that is not known
        found = [*found, end] if not found or end.most == found[0].most else _larger(found, end)
    if not found or math.isinf(found[0].most):
        return None
    return BestEnds(exact(found[0].most), tuple(found), _most_going_on(joined))


def is_best_unknown(reading: Reading, statuses: Sequence[Status], below: float) -> bool:
    """Are there ends with one of these statuses of which it is not known what they pay below?"""
    if reading.endings is None or not reading.payments or reading.sample.is_complete:
        return False
    ends = (_possible_end(*pair) for _, pair in _joined(reading) if pair[1] in statuses)
    return any(end is not None and end.least < below <= end.most for end in ends)


def possible_ends(reading: Reading, limit: int) -> list[End] | None:
    """All ends that the rules allow; None if they were not read, or for more than `limit` pairs
    of answers."""
    if reading.endings is None or reading.payments is None:
        return None
    joined = [pair for _, pair in _joined(reading) if pair[1] is not Status.CONTINUE]
    if len(joined) > limit:
        return None
    return [end for pair in joined if (end := _possible_end(*pair)) is not None]


def _best_seen(
    reading: Reading,
    joined: Sequence[tuple[float, _Pair]],
    statuses: Sequence[Status],
    below: float,
) -> BestEnds | None:
    """The same in a world of which every step was seen: what can be reached is known."""
    seen = [(reward, status) for *_, reward, status in reading.sample.transitions]
    paid = [reward for reward, status in seen if status in statuses and reward < below]
    if not paid:
        return None
    best = max(paid)
    found = (_possible_end(*pair) for most, pair in joined if most >= best)
    ends = [e for e in found if e is not None and e.status in {*statuses, None}]
    going_on = max((r for r, status in seen if status is Status.CONTINUE), default=-math.inf)
    return BestEnds(best, tuple(e for e in ends if e.least <= best <= e.most), going_on)


def _larger(found: list[End], end: End) -> list[End]:
    return [end] if end.most > found[0].most else found


_Pair = tuple[Payment, Status | None, tuple[Term, ...]]


def _joined(reading: Reading) -> list[tuple[float, _Pair]]:
    """Payments with the answers of `terminal` on the same operator, the largest payment first."""
    answers: dict[int, list[StatusCase]] = {}
    for ending in reading.endings or ():
        answers.setdefault(id(ending.operator), []).extend(status_cases(reading, ending))
    pairs = [
        (payment.most, (payment, status, conditions))
        for payment in reading.payments or ()
        for status, conditions in answers.get(id(payment.operator), ())
    ]
    return sorted(pairs, key=lambda pair: -pair[0])


def _possible_end(
    payment: Payment, status: Status | None, conditions: tuple[Term, ...]
) -> End | None:
    """A payment and an answer at once; None if they exclude each other."""
    known = payment.operator.known.copy()
    further = (*payment.conditions, *conditions)
    if not known.learn_all(further) or is_satisfiable(known) is False:
        return None
    value, least, most = payment.value, payment.least, payment.most
    if is_term(value):
        least, most = bounds(value, known.box)
    return End(payment.operator, further, status, value, least, most)


def _most_going_on(joined: Sequence[tuple[float, _Pair]]) -> float:
    most = -math.inf
    for bound, pair in joined:
        if bound <= most:
            break
        if pair[1] in (Status.CONTINUE, None):
            end = _possible_end(*pair)
            most = most if end is None else max(most, end.most)
    return most
