"""Mutability: which literals can still become true, or false, from a state.

The paper calls a literal mutable if some action changes it. That is sharpened twice here.

*By direction.* A literal can be true later if it is true now or some action adds it; it can be
false later if it is false now or some action deletes it. In the bins example a closed bin stays
closed, because nothing adds `open`.

*By reach* (delete relaxation; Bonet & Geffner 2001, `reach.py`). Only actions that can happen
count. Forget that effects delete anything, apply every action that becomes possible until nothing
new comes up, and what was never added, deleted or done never will be. What cannot be reached from
a state cannot be reached from its successors either, so a search asks once, at the start. Large
worlds are not worth the effort: past `MAX_REACH_WORK` the directions of the predicates alone
decide. All answers are safe, some are sharper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from introplan.relational.action import action_of
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.dynamics import Directions, directions, statics_of
from introplan.relational.formula import Comparison, Literal, Moment, Predicate
from introplan.relational.grounding import IMPOSSIBLE, TRIVIAL, Atom, Goal, Grounder, Statics
from introplan.relational.reach import Reach, relaxed_reach
from introplan.relational.state import State

MAX_REACH_WORK = 2_000
"""Bindings of step parameters that are followed from the start: about 20 ms in Python."""

MAX_LATER_REACH_WORK = 400
"""The same for later states, each of which asks anew: less than an expansion by search costs."""


@dataclass(frozen=True, slots=True)
class Mutability:
    """Answers `can_be(literal, truth)` for every future of one state."""

    domain: Domain
    state: State
    directions: Directions
    derived: frozenset[Predicate]
    statics: Statics
    reach: Reach | None

    @property
    def free(self) -> frozenset[Predicate]:
        """The predicates whose literals can have either truth, whatever holds now."""
        ways = self.directions
        return ways.addable & ways.deletable if self.reach is None else frozenset()

    def can_be(self, literal: Atom, truth: bool) -> bool:
        """Can this ground literal or comparison have this truth now or later?"""
        if isinstance(literal, Comparison):
            return True  # how far numbers can change is not worked out here
        if literal.moment is Moment.DID:
            return not truth or self._can_be_done(literal)
        fact = literal.at(Moment.AFTER)
        if (fact in self.state.facts) == truth:
            return True
        changing = self.directions.addable if truth else self.directions.deletable
        if fact.predicate not in changing:
            return False
        if self.reach is None or fact.predicate in self.derived:
            return True
        return fact in (self.reach.true if truth else self.reach.deleted)

    def _can_be_done(self, literal: Literal) -> bool:
        action = action_of(literal)
        if self.reach is not None and action not in self.reach.done:
            return False
        schema = self.domain.action(action.name)
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        if any(c not in self.state.objects.of(v.types) for v, c in binding.items()):
            return False
        grounder = Grounder(self.statics, leaf=self.possible)
        return grounder.ground(schema.precondition, binding) == TRIVIAL

    def possible(self, literal: Atom, truth: bool) -> Goal:
        """A leaf rule for grounding: nothing to want if it can be so, else impossible."""
        return TRIVIAL if self.can_be(literal, truth) else IMPOSSIBLE


def mutability(
    domain: Domain, state: State, *, check: Callable[[], None] = lambda: None
) -> Mutability:
    """What can change from `state`, as sharp as the limit allows."""
    statics = statics_of(domain, state)
    derived = derived_predicates(domain.derived)
    reach = relaxed_reach(domain, state, statics, limit=MAX_REACH_WORK, check=check)
    return Mutability(domain, state, directions(domain), derived, statics, reach)


def mutability_later(
    earlier: Mutability, state: State, *, check: Callable[[], None]
) -> Mutability:
    """What can change from a later `state`: its own reach where the earlier one was quick."""
    reach = earlier.reach
    if reach is not None and reach.work <= MAX_LATER_REACH_WORK:
        later = relaxed_reach(
            earlier.domain, state, earlier.statics, limit=MAX_LATER_REACH_WORK, check=check
        )
        reach = later or reach
    return replace(earlier, state=state, reach=reach)


def mutable_predicates(domain: Domain) -> dict[str, list[str]]:
    """The predicates that can become "true" and those that can become "false", as declared."""
    ways = directions(domain)
    declared = [signature.predicate for signature in domain.predicates]
    return {
        "true": [p.name for p in declared if p in ways.addable],
        "false": [p.name for p in declared if p in ways.deletable],
    }
