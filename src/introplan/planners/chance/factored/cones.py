"""Which variables a value table needs: the causal cones of the terms of the reward.

A cone has the variables of a term, those that their next values depend on, and so on: what is
outside of it cannot change what the term pays. Actions that share an effect belong to one *actor*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from introplan.factored.model import FactoredModel
from introplan.planners.chance.factored.simulation import Simulation
from introplan.planners.chance.factored.wishes import MentionReader, Mentions, has_draws

MAX_CLASSES = 256
"""Joint actions that a table tells apart: each costs a step for every state."""


@dataclass(frozen=True, slots=True)
class Dependences:
    """What the next values, the terms and the conditions of a world mention."""

    model: FactoredModel
    following: tuple[Mentions, ...]
    terms: tuple[Mentions, ...]
    term_draws: tuple[bool, ...]
    preconditions: tuple[Mentions, ...]
    ends: tuple[Mentions, ...]

    @classmethod
    def of(cls, simulation: Simulation) -> Dependences:
        """Those of a world."""
        model = simulation.model
        reader = MentionReader.of(model)

        def all_of(expressions: Iterable[object]) -> tuple[Mentions, ...]:
            return tuple(reader.mentions(one) for one in expressions)  # type: ignore[arg-type]

        terms = [term.expression for term in simulation.terms]
        return cls(
            model,
            all_of(model.next_values),
            all_of(terms),
            tuple(has_draws(one) for one in terms),
            all_of(model.preconditions),
            all_of(end.condition for end in model.ends),
        )

    def can_be_tabled(self, term: int) -> bool:
        """Can a term be in a table? Not if draws are shared, or made by the term itself."""
        own = self.terms[term]
        return not (self.term_draws[term] or own.draws_before)

    def cone(self, variables: Iterable[int], without: frozenset[int] = frozenset()) -> list[int]:
        """All that the variables depend on, but for those `without`, in ascending order."""
        pending = [one for one in variables if one not in without]
        found = set(pending)
        while pending:
            for other in self.following[pending.pop()].state:
                if other not in found and other not in without:
                    found.add(other)
                    pending.append(other)
        return sorted(found)

    def draws_jointly(self, variables: Iterable[int]) -> bool:
        """Does the next value of one of them use an intermediate variable that draws?"""
        return any(self.following[one].draws_before for one in variables)

    def term_variables(self, term: int) -> frozenset[int]:
        """The state variables of a term, before and after the step."""
        return self.terms[term].state | self.terms[term].next

    def places(self, variables: Iterable[int], terms: Iterable[int]) -> frozenset[int]:
        """The action variables that concern these variables and terms."""
        found: set[int] = set()
        for one in variables:
            found |= self.following[one].actions
        for term in terms:
            found |= self.terms[term].actions
        return frozenset(found)


def classes_of(model: FactoredModel, places: frozenset[int]) -> tuple[list[list[int]], bool]:
    """The joint actions as far as they concern `places`, and whether these are all."""
    own = [i for i, choice in enumerate(model.choices) if choice.place in places]
    found: list[list[int]] = [[], *([one] for one in own)]
    for size in range(2, min(model.concurrency, len(own)) + 1):
        for chosen in combinations(own, size):
            if len({model.choices[i].place for i in chosen}) == size:
                found.append(list(chosen))
            if len(found) > MAX_CLASSES:
                return found[: len(own) + 1], False
    return found, True


@dataclass(frozen=True, slots=True)
class Actors:
    """Groups of action variables without common effects, and the variables each alone moves."""

    places: tuple[frozenset[int], ...]
    private: tuple[frozenset[int], ...]


def actors_of(found: Dependences) -> Actors:
    """The actors of a world: actions whose effects depend on each other belong to one."""
    groups = _joined(set(mentions.actions) for mentions in found.following)
    moved = [{i for i, one in enumerate(found.following) if one.actions & own} for own in groups]
    # What one actor's action moves may depend on what another action of its moves.
    reaching = []
    for variables in moved:
        mentioned = set().union(*(found.following[one].state for one in variables))
        touched = {n for n, others in enumerate(moved) if others & (mentioned | variables)}
        reaching.append(touched)
    joined = _joined(reaching)
    places = [frozenset().union(*(groups[n] for n in one)) for one in joined]
    private = [set().union(*(moved[n] for n in one)) for one in joined]
    while True:
        more = [(n, i) for i, n in _followers(found, private)]
        if not more:
            return Actors(tuple(places), tuple(map(frozenset, private)))
        for number, variable in more:
            private[number].add(variable)


def _followers(found: Dependences, private: list[set[int]]) -> Iterator[tuple[int, int]]:
    """Variables that depend on what exactly one actor moves, each with the number of that one."""
    for variable, mentions in enumerate(found.following):
        if not any(variable in own for own in private):
            movers = [n for n, own in enumerate(private) if own & mentions.state]
            if len(movers) == 1:
                yield variable, movers[0]


def _joined(sets: Iterable[set[int]]) -> list[set[int]]:
    """Sets with common elements joined, ordered by their least elements; empty ones left out."""
    groups: list[set[int]] = []
    for one in sets:
        if one:
            own = set(one)
            for group in [group for group in groups if group & own]:
                own |= group
                groups.remove(group)
            groups.append(own)
    return sorted(groups, key=min)


def controllable(found: Dependences) -> frozenset[int]:
    """The state variables that actions have an influence on, at once or later."""
    reached = {i for i, one in enumerate(found.following) if one.actions}
    while True:
        more = {i for i, one in enumerate(found.following) if one.state & reached} - reached
        if not more:
            return frozenset(reached)
        reached |= more


def open_groups(found: Dependences) -> Iterator[tuple[list[int], list[int]]]:
    """What can be controlled of cones of which not all can, each with its terms."""
    ours = controllable(found)
    others = frozenset(range(len(found.following))) - ours
    cones: dict[tuple[int, ...], list[int]] = {}
    for term in range(len(found.terms)):
        whole = found.cone(found.term_variables(term))
        own = found.cone(found.term_variables(term), without=others)
        can = found.can_be_tabled(term) and not found.draws_jointly(own)
        if own and len(own) < len(whole) and can:
            cones.setdefault(tuple(own), []).append(term)
    for variables, terms in cones.items():
        yield list(variables), terms


def term_groups(found: Dependences) -> Iterator[tuple[list[int], list[int]]]:
    """Cones that something can be done about, each with its terms."""
    cones: dict[tuple[int, ...], list[int]] = {}
    for term, mentions in enumerate(found.terms):
        cone = tuple(found.cone(found.term_variables(term)))
        acts = bool(mentions.actions) or any(found.following[one].actions for one in cone)
        can = found.can_be_tabled(term) and not found.draws_jointly(cone)
        if cone and acts and can:
            cones.setdefault(cone, []).append(term)
    for variables, terms in cones.items():
        yield list(variables), terms
