"""Mutations describe exactly the futures in which a formula holds: all futures are tried."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, product

import pytest

from introplan.introspection.relational.mutate import mutate_false, mutate_true
from introplan.relational.action import ActionSchema, GroundAction, did
from introplan.relational.domain import Domain, Signature
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    Comparison,
    Constant,
    Formula,
    Literal,
    Moment,
    Not,
    Predicate,
    Variable,
)
from introplan.relational.mutation import Mutation, count_unmet
from introplan.relational.state import Objects, State
from random_formulas import Vocabulary, random_formula

CHUNKS, FORMULAS_PER_CHUNK = 20, 500
FAULTS = ("unsound", "incomplete", "contradictory", "subsumed")
Recorder = Callable[[str, object], None]
X = Variable("x")
BOTH_WAYS, GROWING, SHRINKING, STATIC = (
    Predicate(n, 1) for n in ("both", "grow", "shrink", "fix")
)
FLAG = Predicate("flag", 0)

DOMAIN = Domain(
    "directions",
    actions=(
        ActionSchema("add", (X,), adds=(BOTH_WAYS(X), GROWING(X))),
        ActionSchema("drop", (X,), deletes=(BOTH_WAYS(X), SHRINKING(X))),
        ActionSchema("raise", (), Not(FLAG()), adds=(FLAG(),)),
        ActionSchema("lower", (), FLAG(), deletes=(FLAG(),)),
    ),
    predicates=tuple(
        Signature(p.name, (X,) * p.arity) for p in (BOTH_WAYS, GROWING, SHRINKING, STATIC, FLAG)
    ),
)
VOCABULARY = Vocabulary(DOMAIN.predicates)
TIMED = Vocabulary(
    DOMAIN.predicates,
    actions=tuple(Signature(a.name, a.parameters) for a in DOMAIN.actions),
    moments=(Moment.AFTER, Moment.BEFORE, Moment.DID),
)


@dataclass(frozen=True)
class World:
    """A random state and every literal there is."""

    state: State
    literals: list[Literal]

    def can_differ(self, literal: Literal) -> bool:
        """Can this literal's truth differ from now in some future? (By the schemas above.)"""
        is_true = literal in self.state.facts
        if literal.predicate in (BOTH_WAYS, FLAG):
            return True
        if literal.predicate == GROWING:
            return not is_true
        return literal.predicate == SHRINKING and is_true

    def futures(self) -> Iterator[frozenset[Literal]]:
        """Every set of facts that the directions of the predicates allow."""
        fixed = {x for x in self.state.facts if not self.can_differ(x)}
        free = [x for x in self.literals if self.can_differ(x)]
        subsets = chain.from_iterable(combinations(free, n) for n in range(len(free) + 1))
        return (frozenset({*fixed, *subset}) for subset in subsets)


def random_world(rng: random.Random) -> World:
    """Two or three objects, facts at random."""
    constants = [Constant(n) for n in "abc"[: rng.choice((2, 2, 3))]]
    unary = (BOTH_WAYS, GROWING, SHRINKING, STATIC)
    literals = [p(c) for p, c in product(unary, constants)] + [FLAG()]
    facts = frozenset(x for x in literals if rng.random() < 0.5)
    objects = Objects.build([(c, ("object",)) for c in constants], {})
    return World(State(objects, facts), literals)


def is_met(mutation: Mutation, moments: Moments) -> bool:
    """Does a transition have everything that a mutation asks for?"""

    def is_true(literal: Literal | Comparison) -> bool:
        assert isinstance(literal, Literal)
        if literal.moment is Moment.DID:
            return literal == moments.did
        facts = moments.before if literal.moment is Moment.BEFORE else moments.after
        return literal.at(Moment.AFTER) in facts

    return (
        all(is_true(x) for x in mutation.make_true)
        and not any(is_true(x) for x in mutation.make_false)
        and (mutation.last_action is None or moments.did == did(mutation.last_action))
    )


def wanted(mutation: Mutation) -> frozenset[object]:
    """The mutation as one set, to tell whether it contains another."""
    return frozenset(
        {*((x, True) for x in mutation.make_true), *((x, False) for x in mutation.make_false)}
        | ({mutation.last_action} if mutation.last_action else set())
    )


def faults_in(state: State, mutations: list[Mutation]) -> Counter[str]:
    """Contradictions, and mutations that ask for all that another asks for; nearest are first."""
    sets = [wanted(m) for m in mutations]
    distances = [count_unmet(state, m) for m in mutations]
    assert distances == sorted(distances)
    return Counter(
        contradictory=sum(bool(m.make_true & m.make_false) for m in mutations),
        subsumed=sum(
            any(i != j and a <= b for i, a in enumerate(sets)) for j, b in enumerate(sets)
        ),
    )


def faults_of(formula: Formula, state: State, transitions: list[Moments]) -> Counter[str]:
    """What is wrong with the mutations to both truth values, on every given transition.

    Unsound: a transition meets a mutation and the formula is not as it should be. Incomplete: the
    formula is as it should be and no mutation is met.
    """
    found: Counter[str] = Counter()
    truths = [holds(formula, moments) for moments in transitions]
    for truth, mutate in ((True, mutate_true), (False, mutate_false)):
        mutations = list(mutate(DOMAIN, state, formula))
        found += faults_in(state, mutations)
        for moments, is_true in zip(transitions, truths, strict=True):
            is_wanted = is_true == truth
            is_offered = any(is_met(m, moments) for m in mutations)
            found["unsound"] += is_offered and not is_wanted
            found["incomplete"] += is_wanted and not is_offered
    return found


@dataclass
class Tally:
    """How many formulas were looked at, what was wrong, and with which."""

    formulas: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, formula: Formula, state: State, transitions: list[Moments]) -> None:
        """Look at one more formula."""
        found = faults_of(formula, state, transitions)
        self.formulas += 1
        self.faults += found
        if found.total():
            self.examples.append(f"{formula} in {state}: {dict(found)}")

    def close(self, record_property: Recorder) -> None:
        """Write down what was seen; nothing may be wrong."""
        record_property("formulas", self.formulas)
        for kind in FAULTS:
            record_property(kind, self.faults[kind])
        assert not self.examples, self.examples[0]


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_future_satisfies_a_formula_iff_it_meets_a_mutation(
    chunk: int, record_property: Recorder
) -> None:
    """10,000 random formulas of depth up to 4 over two or three objects, up to 64 futures each."""
    rng, tally = random.Random(chunk), Tally()
    for _ in range(FORMULAS_PER_CHUNK):
        world = random_world(rng)
        formula = random_formula(rng, VOCABULARY, depth=rng.choice((2, 3, 4)))
        futures = list(world.futures())
        sampled = futures if len(futures) <= 64 else rng.sample(futures, 64)
        transitions = [Moments(world.state.objects, future) for future in sampled]
        tally.add(formula, world.state, transitions)
    tally.close(record_property)


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(10))
def test_a_transition_satisfies_a_timed_formula_iff_it_meets_a_mutation(
    chunk: int, record_property: Recorder
) -> None:
    """1,000 random formulas over before, did and after mixed, on random transitions."""
    rng, tally = random.Random(1000 + chunk), Tally()
    for _ in range(100):
        world = random_world(rng)
        formula = random_formula(rng, TIMED, depth=rng.choice((2, 3, 4)))
        futures = list(world.futures())
        constants = world.state.objects.of(("object",))
        actions = [GroundAction(n, (c,)) for n in ("add", "drop") for c in constants]
        actions += [GroundAction("raise"), GroundAction("lower")]
        transitions = [
            Moments(
                world.state.objects,
                after=rng.choice(futures),
                before=rng.choice(futures),
                did=did(rng.choice(actions)),
            )
            for _ in range(150)
        ]
        tally.add(formula, world.state, transitions)
    tally.close(record_property)


def test_faults_are_noticed() -> None:
    """Mutations that contradict themselves or contain another."""
    world = random_world(random.Random(0))
    a, b = (BOTH_WAYS(Constant(name)) for name in "ab")
    contradictory = Mutation(frozenset({a}), frozenset({a}))
    larger, smaller = Mutation(frozenset({a, b})), Mutation(frozenset({a}))
    empty = State(world.state.objects, frozenset())

    assert faults_in(empty, [smaller, contradictory])["contradictory"] == 1
    assert faults_in(empty, [smaller, larger])["subsumed"] == 1
    assert faults_in(empty, [smaller]).total() == 0


@pytest.mark.parametrize(("offered", "kind"), [([], "incomplete"), ([Mutation()], "unsound")])
def test_mutations_that_are_too_few_or_too_many_are_noticed(
    offered: list[Mutation], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No way where there is one, and a way that is none."""
    world = random_world(random.Random(0))
    monkeypatch.setitem(globals(), "mutate_true", lambda *_: offered)
    transitions = [Moments(world.state.objects, future) for future in world.futures()]
    found = faults_of(FLAG(), world.state, transitions)

    assert set(+found) == {kind}
