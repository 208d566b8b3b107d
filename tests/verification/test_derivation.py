"""The judge's derived predicates: a second way to the rows that the definition gives."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest

from introplan.relational.derived import DerivedRule, strata, with_derived
from introplan.relational.domain import Signature
from introplan.relational.formula import (
    And,
    Constant,
    Exists,
    Literal,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.state import Objects, row_of
from introplan.verification import derivation, verify
from introplan.verification.derivation import Derivation
from introplan.verification.rows import TrueRows
from random_formulas import Vocabulary, random_formula
from random_tasks import random_task
from replay import random_walk, replayed

OBJECTS = Objects.build(
    [(Constant(name), (kind,)) for name, kind in zip("abc", "kkl", strict=True)], {}
)
TYPES = ("object", "k", "l")
U, V, W = Variable("u"), Variable("v", ("k",)), Variable("w")
BASE = (Signature("p", (U,)), Signature("q", (U, W)))
DERIVED = (Signature("d", (U, V)), Signature("e", (U,)), Signature("f", ()))
FACTS = [
    Literal(signature.predicate, terms)
    for signature in BASE
    for terms in product(OBJECTS.of(("object",)), repeat=len(signature.parameters))
]


def random_rules(rng: random.Random) -> tuple[DerivedRule, ...]:
    """Rules over all predicates that can be stratified, some of them recursive."""
    while True:
        rules = tuple(
            DerivedRule(
                signature.predicate(*signature.parameters),
                random_formula(
                    rng, Vocabulary((*BASE, *DERIVED), TYPES), signature.parameters, depth=4
                ),
            )
            for signature in rng.choices(DERIVED, k=rng.randint(1, 4))
        )
        try:
            strata(rules)
        except ValueError:
            continue
        return rules


@pytest.mark.parametrize("max_ways", [derivation.MAX_WAYS, 1])
def test_the_derived_rows_are_those_of_the_definition(
    max_ways: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After every change of random facts, with disjunctions multiplied out and without."""
    monkeypatch.setattr(derivation, "MAX_WAYS", max_ways)
    rng = random.Random(1)
    for _ in range(400):
        rules = random_rules(rng)
        facts = frozenset(rng.sample(FACTS, rng.randint(0, len(FACTS))))
        true = TrueRows(map(row_of, facts))
        judged = Derivation(rules, OBJECTS, true)
        for _ in range(5):
            expected = set(map(row_of, with_derived(rules, OBJECTS, facts)))
            assert true.rows == expected, [f"{rule.head}: {rule.body}" for rule in rules]
            flipped = frozenset(rng.sample(FACTS, rng.randint(1, 2)))
            facts ^= flipped
            rows = {row_of(x) for x in flipped}
            for row in rows:
                (true.remove if row in true else true.add)(row)
            known = set(true.rows)
            changed = judged.update({row[0] for row in rows})
            assert changed == known ^ true.rows


def test_a_chain_takes_work_in_proportion_to_what_it_derives() -> None:
    """The ends of a chain of 60 reach each other: new rows are followed, nothing is tried anew."""
    count = 60
    objects = Objects.build([(Constant(f"o{i:02}"), ("object",)) for i in range(count)], {})
    link, reach = Predicate("link", 2), Predicate("reach", 2)
    x, y, z = map(Variable, "xyz")
    rule = DerivedRule(reach(x, y), Or((link(x, y), Exists(z, And((link(x, z), reach(z, y)))))))
    names = objects.of(("object",))
    true = TrueRows(row_of(link(a, b)) for a, b in pairwise(names))
    looks: list[None] = []
    Derivation((rule,), objects, true, check=lambda: looks.append(None))

    derived = count * (count - 1) // 2
    assert len(true.rows) == count - 1 + derived
    assert len(looks) < 5 * derived


def test_rows_that_lose_their_support_go() -> None:
    """Two rows that support nothing but each other do not stay: derivation is well-founded."""
    on, off = Predicate("on", 1), Predicate("off", 1)
    lit, dark = Predicate("lit", 1), Predicate("dark", 1)
    rules = (
        DerivedRule(lit(U), Or((on(U), dark(U)))),
        DerivedRule(dark(U), And((lit(U), Not(off(U))))),
    )
    true = TrueRows([("on", "a")])
    judged = Derivation(rules, OBJECTS, true)
    assert true.rows == {("on", "a"), ("lit", "a"), ("dark", "a")}

    true.remove(("on", "a"))
    assert judged.update({"on"}) == {("lit", "a"), ("dark", "a")}
    assert not true.rows


def test_random_tasks_with_derived_predicates_are_judged_as_the_definition_says() -> None:
    """Rewards and ends of random walks, where preconditions and rewards speak of what follows."""
    rng, tasks, seed = random.Random(4), 0, 0
    while tasks < 40:
        seed += 1
        task = random_task(seed)
        if not task.domain.derived:
            continue
        tasks += 1
        plan = random_walk(task, rng, length=8)
        steps = replayed(task, plan)
        verdict = verify(task, plan)
        if task.is_classical:
            continue
        assert list(verdict.rewards) == [step.reward for step in steps], seed
        assert verdict.status is None or not steps or verdict.status is steps[-1].status
