"""Lazy enumeration of the mutations of a factored goal: nearest first, each minimal, none twice.

A mutation settles every ALL and picks one child of every ANY that it meets on the way. Partial
picks wait in a priority queue; a pick is extended where its first open ANY leaves a choice, best
child first, and the next child is only looked at when the queue comes back to it.

*Nearest first.* The price of a mutation is the number of its literals that do not hold now, then
the number of its literals. A pick's priority is a lower bound on the price of everything it can
become: what it has gathered so far, or, if more, what its settled and open ANYs must cost at least
when a literal that several of them want is charged to each in equal shares. Without shared
literals the bound is exact and the first mutation is found without any detour.

*Minimal.* A literal set inside another one has the smaller price, so it comes out first; whatever
contains a mutation that came out already is dropped as soon as it is seen, and so is whatever
wants a literal both true and false, or two actions at once. An ANY that the gathered literals
settle already is not branched on.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from introplan.relational.action import action_of
from introplan.relational.formula import Comparison, Literal, Moment
from introplan.relational.grounding import IMPOSSIBLE, All, AnyOf, Atom, Goal, Want, wants
from introplan.relational.mutation import Mutation
from introplan.relational.state import State

UNMET, MET = 1_000_001, 1
"""The price of a literal; an unmet one outweighs any number of literals that hold already."""

Wants = frozenset[Want]


@dataclass(frozen=True, slots=True)
class _Held:
    """What holds in a state: literals, and the comparisons of a goal."""

    literals: frozenset[Literal]
    comparisons: frozenset[Comparison]

    @classmethod
    def of(cls, goal: Goal, state: State) -> _Held:
        literals = state.facts.union(fact.at(Moment.BEFORE) for fact in state.facts)
        compared = {w.literal for w in wants(goal) if isinstance(w.literal, Comparison)}
        lookup = state.numbers.value
        return cls(literals, frozenset(c for c in compared if c.holds(lookup)))

    def __contains__(self, atom: Atom) -> bool:
        return atom in (self.comparisons if isinstance(atom, Comparison) else self.literals)


@dataclass(frozen=True, slots=True)
class _Option:
    """One child of an ANY: the literals it wants, the ANYs inside it, its least share."""

    wants: Wants
    inner: tuple[_Choice, ...]
    share: int


@dataclass(frozen=True, slots=True)
class _Choice:
    """An ANY with its options, cheapest first."""

    options: tuple[_Option, ...]


@dataclass(frozen=True, slots=True)
class _Pick:
    """Literals gathered so far, the ANYs still open, and which child of the first is next."""

    gathered: Wants
    open: tuple[_Choice, ...]
    settled: int
    child: int = 0

    @property
    def bound(self) -> int:
        """What the settled and open ANYs cost at least, shares counted."""
        first = self.open[0].options[self.child].share if self.open else 0
        return self.settled + first + sum(c.options[0].share for c in self.open[1:])


def enumerate_mutations(
    goal: Goal,
    state: State,
    *,
    occurrences: Mapping[Want, int] | None = None,
    check: Callable[[], None] = lambda: None,
) -> Iterator[Mutation]:
    """The mutations of `goal` in `state`; none if it is impossible, an empty one if it is met.

    `occurrences` are the counts of its literals, for callers that enumerate parts of one large
    goal often and count once.
    """
    held = _Held.of(goal, state)
    emitted: list[Wants] = []
    order = count()
    queue: list[tuple[int, int, _Pick]] = []

    def push(pick: _Pick) -> None:
        """Queue a pick; ties go to the youngest, so that a promising pick is finished first."""
        price = max(pick.bound, sum(_price_of(w, held) for w in pick.gathered))
        heapq.heappush(queue, (price, -next(order), pick))

    for pick in _first_picks(goal, _Shares(held, occurrences or Counter(wants(goal)))):
        push(pick)
    while queue:
        check()
        _, _, pick = heapq.heappop(queue)
        if any(_covers(m, pick.gathered) for m in emitted):
            continue
        if pick.open:
            for extended in _extended(pick):
                push(extended)
        else:
            emitted.append(pick.gathered)
            yield _as_mutation(pick.gathered)


def _first_picks(goal: Goal, shares: _Shares) -> Iterator[_Pick]:
    """The pick that has made no choice yet, unless the goal cannot be met."""
    if goal != IMPOSSIBLE:
        root = shares.option(goal)
        gathered = _merged(frozenset(), root.wants)
        if gathered is not None:
            yield _Pick(gathered, root.inner, 0)


def _extended(pick: _Pick) -> Iterator[_Pick]:
    """Settle the first open ANY: by what is gathered already, or by its next child."""
    options, rest = pick.open[0].options, pick.open[1:]
    met = next((o for o in options if not o.inner and o.wants <= pick.gathered), None)
    if met is not None:
        yield _Pick(pick.gathered, rest, pick.settled + met.share)
        return
    if pick.child + 1 < len(options):
        yield replace(pick, child=pick.child + 1)
    option = options[pick.child]
    gathered = _merged(pick.gathered, option.wants)
    if gathered is not None:
        own = option.share - sum(c.options[0].share for c in option.inner)
        yield _Pick(gathered, option.inner + rest, pick.settled + own)


@dataclass(frozen=True, slots=True)
class _Shares:
    """Prices divided by how often a literal occurs in the goal."""

    held: _Held
    occurrences: Mapping[Want, int]

    def option(self, goal: Goal) -> _Option:
        """`goal` as literals to gather and choices to make."""
        if isinstance(goal, Want):
            return _Option(frozenset((goal,)), (), self._share(goal))
        parts = goal.children if isinstance(goal, All) else (goal,)
        own = frozenset(p for p in parts if isinstance(p, Want))
        inner = tuple(
            _Choice(tuple(sorted(map(self.option, p.children), key=lambda o: o.share)))
            for p in parts
            if isinstance(p, AnyOf)
        )
        share = sum(self._share(w) for w in own)
        return _Option(own, inner, share + sum(c.options[0].share for c in inner))

    def _share(self, want: Want) -> int:
        """What a literal costs at least; not doing something may turn out to cost nothing."""
        if want.literal.moment is Moment.DID and not want.truth:
            return 0
        return _price_of(want, self.held) // self.occurrences[want]


def _price_of(want: Want, held: _Held) -> int:
    """What one wanted literal costs: much if it is not so yet (and no action is done yet)."""
    return MET if (want.literal in held) == want.truth else UNMET


def _merged(gathered: Wants, new: Wants) -> Wants | None:
    """Both together, or None where they contradict; an action done rules out all the others."""
    merged = gathered | new
    if any(Want(w.literal, not w.truth) in merged for w in new):
        return None
    done = [w for w in merged if w.truth and w.literal.moment is Moment.DID]
    if len(done) > 1:
        return None
    if done:
        return frozenset(w for w in merged if w.truth or w.literal.moment is not Moment.DID)
    return merged


def _covers(smaller: Wants, larger: Wants) -> bool:
    """Does meeting `larger` always meet `smaller`? Doing one action is not doing any other."""
    rest = smaller - larger
    if not rest:
        return True
    done = next((w for w in larger if w.truth and w.literal.moment is Moment.DID), None)
    if done is None:
        return False
    return all(
        w.literal.moment is Moment.DID and not w.truth and w.literal != done.literal for w in rest
    )


def _as_mutation(gathered: Wants) -> Mutation:
    done = next((w.literal for w in gathered if w.truth and w.literal.moment is Moment.DID), None)
    return Mutation(
        frozenset(w.literal for w in gathered if w.truth and w.literal != done),
        frozenset(w.literal for w in gathered if not w.truth),
        action_of(done) if isinstance(done, Literal) else None,
    )
