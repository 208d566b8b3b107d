"""Which wishes contradict each other: single literals that follow, invariants, the one action.

Goals are taken one after the other, each with the single literals that follow from it (unit
propagation). Two literals contradict each other if they say the opposite, or if an invariant of
the rules lets only one of them be true. A step is one action: what changes in it must be among the
effects of one action schema, with one choice of objects for its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.grounding import (
    IMPOSSIBLE,
    TRIVIAL,
    All,
    AnyOf,
    Atom,
    Goal,
    Want,
    all_of,
    any_of,
    wants,
)
from introplan.relational.single_action import SingleAction, Way, merged

Kinds = Callable[[Literal], Iterable[Hashable]]
"""The kinds of a literal of which at most one can be true at a time."""

MAX_OPEN_LITERALS = 1_000
"""Of disjunctions that are looked at again with every wish; more would take quadratic time."""


@dataclass(slots=True)
class _Trial:
    """What there was before a goal was taken, and what it has claimed since."""

    open: int
    open_literals: int
    ways: list[Way] | None
    claimed: list[Atom] = field(default_factory=list)
    kinds: list[Hashable] = field(default_factory=list)


@dataclass(slots=True)
class Claims:
    """Goals taken together, and the single literals that follow from them (unit propagation)."""

    kinds: Kinds
    actions: SingleAction
    ways: list[Way] | None = None
    """The actions that can do what was claimed; None: any."""
    truth: dict[Atom, bool] = field(default_factory=dict)
    of_kind: dict[Hashable, Atom] = field(default_factory=dict)
    open: list[AnyOf] = field(default_factory=list)
    open_literals: int = 0

    def take(self, goal: Goal) -> bool:
        """Take one more goal, unless it contradicts those taken before; then nothing changes."""
        trial = _Trial(len(self.open), self.open_literals, self.ways)
        waiting = [goal]
        while waiting:
            claimed = self._claim_parts(self.simplified(waiting.pop()), trial)
            if claimed is None:
                self._take_back(trial)
                return False
            if claimed and not waiting and self.open_literals <= MAX_OPEN_LITERALS:
                waiting = self._affected()
        return True

    def _claim_parts(self, goal: Goal, trial: _Trial) -> int | None:
        """Claim the single literals of a goal; how many, or None if that is a contradiction."""
        count = 0
        for part in goal.children if isinstance(goal, All) else (goal,):
            if isinstance(part, Want):
                if not (self._is_free(part) and self._claim(part, trial)):
                    return None
                count += 1
            elif part == IMPOSSIBLE:
                return None
            elif isinstance(part, AnyOf):
                self.open.append(part)
                self.open_literals += sum(1 for _ in wants(part))
        return count

    def _affected(self) -> list[Goal]:
        """What open goals have become by what was claimed, unless it is a choice still."""
        simpler = [self.simplified(goal) for goal in self.open]
        return [g for g in simpler if g == IMPOSSIBLE or not isinstance(g, AnyOf)]

    def simplified(self, goal: Goal) -> Goal:
        """What is left of a goal, given what was claimed."""
        match goal:
            case Want(literal, truth):
                if self.truth.get(literal) is truth:
                    return TRIVIAL
                return goal if self._is_free(goal) else IMPOSSIBLE
            case All(children):
                return all_of(map(self.simplified, children))
            case AnyOf(children):
                return any_of(map(self.simplified, children))

    def _is_free(self, want: Want) -> bool:
        """Is there no claim to the contrary?"""
        if self.truth.get(want.literal, want.truth) != want.truth:
            return False
        return not want.truth or all(
            self.of_kind.get(kind, want.literal) == want.literal for kind in self._kinds(want)
        )

    def _claim(self, want: Want, trial: _Trial) -> bool:
        """Claim a literal; False if no action can do all that was claimed."""
        if want.literal in self.truth:
            return True
        self.truth[want.literal] = want.truth
        trial.claimed.append(want.literal)
        for kind in self._kinds(want) if want.truth else ():
            if kind not in self.of_kind:
                self.of_kind[kind] = want.literal
                trial.kinds.append(kind)
        return self._is_done_by_some_action(want)

    def _is_done_by_some_action(self, want: Want) -> bool:
        """Keep the actions that can do what is claimed now; is there one?"""
        needed = self._needed(want)
        if needed is not None:
            self.ways = merged(self.ways, needed)
        if self.ways is not None and (needed is not None or want.literal.moment is Moment.DID):
            self.ways = [way for way in self.ways if not self._is_denied(way)]
        return self.ways != []

    def _needed(self, want: Want) -> list[Way] | None:
        """The actions that a claim asks for: the one that is named, or those that change it."""
        literal = want.literal
        if not isinstance(literal, Literal):  # any action may change a number
            return None
        if literal.moment is Moment.DID:
            named = (
                literal.predicate.name,
                tuple(t for t in literal.terms if isinstance(t, Constant)),
            )
            return [named] if want.truth else None
        is_after = literal.moment is Moment.AFTER
        other = literal.at(Moment.BEFORE if is_after else Moment.AFTER)
        if self.truth.get(other, want.truth) is want.truth:
            return None
        return self.actions.ways(literal.at(Moment.AFTER), want.truth is is_after)

    def _is_denied(self, way: Way) -> bool:
        """Is it claimed that this action was not taken?"""
        name, known = way
        terms = tuple(c for c in known if c is not None)
        done = Literal(Predicate(name, len(known)), terms, Moment.DID)
        return len(terms) == len(known) and self.truth.get(done) is False

    def _kinds(self, want: Want) -> Iterator[Hashable]:
        if not isinstance(want.literal, Literal):
            return
        if want.literal.moment is Moment.DID:
            yield Moment.DID  # one action is taken at a time
        elif isinstance(want.literal, Literal):
            yield from self.kinds(want.literal)

    def _take_back(self, trial: _Trial) -> None:
        for literal in trial.claimed:
            del self.truth[literal]
        for kind in trial.kinds:
            del self.of_kind[kind]
        del self.open[trial.open :]
        self.ways = trial.ways
        self.open_literals = trial.open_literals
