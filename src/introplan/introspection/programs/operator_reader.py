"""Reads operators: what each action can do, read off the paths of the transition.

An operator is one path through the transition with one action: the condition under which it is
taken, and the new values of the variables it changes. Operators are read inside a box, so the box
must be one that no operator leaves: it starts as the hull of sampled states, is widened until that
is so, and narrowed again to what the operators can reach (`widening.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from introplan.introspection.programs.operator import Operator, sharpened
from introplan.introspection.programs.shape import Bits, Leaf, Shape
from introplan.introspection.programs.states import Outgrown, state_terms, symbolic
from introplan.introspection.programs.widening import (
    goes_both_ways,
    grown_exactly,
    joined_domains,
    narrow,
    regrow_truths,
    widen,
    widen_to_thresholds,
)
from introplan.symbolic.builtins.listings import settled_deeply
from introplan.symbolic.constraints.interval import INFINITY, Box, Domain, Range, domain_of
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.paths import split_terms, split_value
from introplan.symbolic.interpreter.values import is_term, unwrapped
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms.build import const, negate, on_values, values_of
from introplan.symbolic.terms.term import Term, Var, terms_asked

MAX_WIDENING_ROUNDS = 8
"""Every round reads the transition anew. Three rounds with narrowing and one without settle all
worlds that settle at all; the rest is reserve."""

NARROWED_ROUNDS = 3
"""Rounds of widening that are narrowed at once; later ones are not, so that growth ends."""

FINITE_REACHES = (60, 6)
"""Where a program needs ranges with ends to be read at all, they end so far beyond the sampled
states: boards are rarely larger than the first, and a pair of numbers may have 400 values."""

ROUNDS = 5
"""How often all of the transition is read, at least, or as much of something else: reading a world
asks for 6 to 12 times the terms of one round through its actions."""

MAX_STEPS_BEYOND = 3
"""Walls are often a step beyond the places that were sampled. Where they are not, ranges that go
further come to them sooner."""

MAX_OPERATORS = 3000
"""Paths of the transition, over all actions. Distances look at every operator many times."""


class After(NamedTuple):
    """What one path of a transition comes to."""

    terms: Sequence[Term]
    """The new values of the variables."""

    answer: Any = None
    """All that `step` answers, if it was asked."""


@dataclass(slots=True)
class OperatorReader:
    """Reads the transition of a program for states of one shape.

    Each action comes with the conditions under which it is offered; one that is offered in
    several cases comes several times.
    """

    context: Context
    transition: Any
    actions: Sequence[tuple[Any, tuple[Term, ...]]]
    shape: Shape
    order: list[Var]
    assumed: Sequence[Term] = ()
    """Invariants of all states; what assumes them must prove that operators keep them."""

    has_free_action: bool = False
    """Can some action be done in every state?"""

    was_cut: bool = False
    """Did a range get ends that no guard gives it, so that the program could be read?"""

    is_nothing_a_state: bool = False
    """Is None a state, or does it say that nothing is allowed?"""

    gives_answers: bool = False
    """Does the transition give all that `step` answers, and not the state after alone?"""

    has_read: bool = False
    """Was a round through all actions made?"""

    steps_left: int = MAX_STEPS_BEYOND
    """How often ranges may still grow by one step of the operators, before they grow further."""

    last_box: Box = field(default_factory=dict)
    """The box that was read last."""

    raising: list[Operator] = field(default_factory=list)
    """Where an action is not allowed: ways that change nothing, because the transition raises."""

    def operators(self, box: Box) -> list[Operator]:
        """Every operator, for states in the box."""
        found: list[Operator] = []
        self.has_free_action, self.raising, self.last_box = False, [], box
        before, outgrown = terms_asked(), dict[int, Outgrown]()
        for number, (action, offered) in enumerate(self.actions):
            if number and not self.has_read:
                left = len(self.actions) * ROUNDS / number - 1
                self.context.budget.foresee(left * (terms_asked() - before))
            known = PathCondition.of(box)
            if not known.learn_all((*self.assumed, *offered)):
                continue
            try:
                paths = paths_of(
                    self.context,
                    known,
                    self.transition,
                    partial(self._arguments, box, action),
                    self._finish(action),
                )
            except Outgrown as found_new:
                if not isinstance(found_new.place, Bits):
                    raise
                # What the other actions put into sets is found in the same round.
                outgrown[number] = found_new
                continue
            if not offered and all(path.raised is None for path in paths):
                self.has_free_action = True
            for path in paths:
                ways = found if path.raised is None else self.raising
                after = After(self.order) if path.raised is not None else path.result
                literals = (*offered, *taken(path))
                ways += self._operator(action, literals, after, path.line, box)
            if len(found) > MAX_OPERATORS:
                raise Refused("PY-LIMIT", f"more than {MAX_OPERATORS} ways to change the state")
        if outgrown:
            raise _all_of([*outgrown.values()])
        self.has_read = True
        return found

    def _finish(self, action: Any) -> Callable[[Execution, Any], After]:
        """What makes of a result what one path comes to."""
        return self._after

    def _after(self, run: Execution, result: Any) -> After:
        """The parts of the state after, and the whole answer that it stands in."""
        if not self.gives_answers:
            return After(self._terms_after(run, result))
        return After(self._terms_after(run, run.element(result, 0)), result)

    def _terms_after(self, run: Execution, result: Any) -> list[Term]:
        """The parts of the state after; None in its place means that nothing is allowed."""
        if is_term(result) and not isinstance(self.shape, Leaf):
            result = split_value(run, result)
        result = settled_deeply(run, result)
        if not self.is_nothing_a_state:
            result = self._allowed(run, result)
        return split_terms(run, state_terms(self.shape, result))

    def _allowed(self, run: Execution, result: Any) -> Any:
        """The state after, where there is one."""
        values = (values_of(result) or ()) if is_term(result) else (result,)
        if is_term(result) and None in values:
            result = split_value(run, result)
        if result is None or (is_term(result) and run.decide(run.equals(result, None))):
            raise Raised(ValueError)
        if is_term(result) and None in values:
            # It is none of the Nones any more: in a table of numbers there are numbers only.
            some = next(value for value in values if value is not None)
            result = unwrapped(on_values(lambda v: some if v is None else v, result))
        return result

    def _arguments(self, box: Box, action: Any, run: Execution) -> list[Any]:
        return [symbolic(self.shape, box, run.stamp()), action]

    def _operator(
        self, action: Any, literals: tuple[Term, ...], found: After, line: int, box: Box
    ) -> list[Operator]:
        known = PathCondition.of(box)
        if not known.learn_all((*self.assumed, *literals)):
            return []
        effects = {
            var: term
            for var, term in zip(self.order, found.terms, strict=True)
            if term is not var and not _is_known(var, term, known.box)
        }
        operator = sharpened(
            Operator(action, literals, literals, effects, known, box, found.answer, line)
        )
        return [] if operator is None else [operator]

    def settled_operators(
        self, box: dict[Var, Domain]
    ) -> tuple[list[Operator], dict[Var, Domain]]:
        """Operators, and a box around `box` that none of them leaves."""
        start = dict(box)
        stepped = None
        for rounds in range(MAX_WIDENING_ROUNDS):
            operators, box = self._operators_nearby(start, box, stepped)
            larger = widen(box, operators)
            if larger == box:
                return self._tightened(start, box, operators)
            stepped = None
            if rounds < NARROWED_ROUNDS:
                grown, is_settled = grown_exactly(box, operators)
                if is_settled or (rounds == 0 and goes_both_ways(box, grown, operators)):
                    box = grown
                    continue
                stepped = grown
            box = narrow(start, larger, operators) if rounds < NARROWED_ROUNDS else larger
            box = {var: joined_domains(box[var], start[var]) for var in box}
        raise Refused("PY-LIMIT", "the ranges of the variables do not settle")

    def _operators_nearby(
        self, start: Box, box: dict[Var, Domain], stepped: dict[Var, Domain] | None
    ) -> tuple[list[Operator], dict[Var, Domain]]:
        """Operators for a box, or for a smaller one where it has no ends and they are needed.

        An element of a set must be one of a few. Widening goes on without end where no guard was
        met yet, and the guard may be a step (`stepped`) or a few beyond what was sampled.
        """
        is_step = stepped is not None and self.steps_left > 0
        for reach in (math.inf, *((0,) if is_step else ()), *FINITE_REACHES):
            if reach == 0 and stepped is not None:
                nearer, self.steps_left = stepped, self.steps_left - 1
            else:
                nearer = {var: _nearer(domain, start[var], reach) for var, domain in box.items()}
                self.was_cut = self.was_cut or nearer != box
            try:
                return self.operators(nearer), nearer
            except Outgrown:
                raise
            except Refused as refusal:
                has_ends = all(domain.size < INFINITY for domain in box.values())
                if has_ends or refusal.code != "PY-EXPR" or reach == FINITE_REACHES[-1]:
                    raise
        raise AssertionError("the last box is read, or refused")

    def _tightened(
        self, start: Box, box: dict[Var, Domain], operators: list[Operator]
    ) -> tuple[list[Operator], dict[Var, Domain]]:
        """A box without ranges that only seemed endless: all guards further out are known now."""
        if self.was_cut:
            smaller = regrow_truths(start, box, operators)
        else:
            endless = [var for var in box if box[var].size == INFINITY]
            smaller = widen_to_thresholds(start, box, operators) if endless else box
            if not any(smaller[var].size < INFINITY for var in endless):
                return operators, box
        again = self.operators(smaller)
        if widen(smaller, again) == smaller:
            return again, smaller
        return self.operators(box), box  # also for what is noted of ways that raise


def _all_of(found: Sequence[Outgrown]) -> Outgrown:
    """All elements that one set gets, put together; other sets come later."""
    place = found[0].place
    return Outgrown(
        place, tuple(dict.fromkeys(e for o in found if o.place is place for e in o.elements))
    )


def taken(path: Any) -> tuple[Term, ...]:
    """The conditions of a path, as it decided them."""
    return tuple(c if choice else negate(c) for c, choice in path.conditions)


def _nearer(domain: Domain, start: Domain, reach: float) -> Domain:
    """A range with ends so far from those of another range, where it has none of its own."""
    if not isinstance(domain, Range) or not isinstance(start, Range):
        return domain
    low = start.low - reach if domain.low == -INFINITY else domain.low
    high = start.high + reach if domain.high == INFINITY else domain.high
    return Range(low, high)


def _is_known(var: Var, term: Term, box: Box) -> bool:
    domain = domain_of(var, box)
    return domain is not None and domain.size == 1 and term is const(next(iter(domain)))
