"""Small random worlds with random rewards, and the whole truth about each by exhaustion.

`random_task` draws lifted tasks of every kind the model language has. Most random worlds are
dull: solved by any first move, or stuck at once. So candidates are explored exhaustively and the
dull ones are mostly drawn again, though some of every kind stay in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from introplan.mdp import Status
from introplan.relational.action import ActionSchema, ConditionalEffect, CostTerm
from introplan.relational.derived import DerivedRule
from introplan.relational.domain import Domain, Signature, Task, TypeDeclaration
from introplan.relational.formula import (
    OBJECT,
    TRUE,
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Variable,
    conjunction,
    disjunction,
)
from introplan.relational.numbers import FunctionTerm
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State
from oracle import Truth, oracle
from random_formulas import Vocabulary, fitting_terms, random_formula

__all__ = ["Truth", "Vocabulary", "oracle", "random_case", "random_formula", "random_task"]

ATTEMPTS = 60
EXPLORED = 40
"""States looked at in a candidate; larger worlds are drawn again."""

KEPT = Path(__file__).with_suffix(".txt")
"""Which candidate is kept for each of the first numbers, a character for each, from "0" on.

It takes six times as long to find that out as to draw the one. After a change of what is drawn,
`python tests/random_tasks.py` writes the table anew."""

PER_LINE = 100


@lru_cache(maxsize=64)
def random_task(seed: int) -> Task:
    """The task of this number: mostly solvable in two steps or more, sometimes anything."""
    attempt = kept()[seed] if seed < len(kept()) else chosen(seed)
    return _numbered(seed, _rng(seed, attempt))


def random_case(seed: int) -> Truth:
    """The same with the whole truth about it."""
    return oracle(random_task(seed))


def chosen(seed: int) -> int:
    """Which candidate is kept: the first that interests, or else the last."""
    for attempt in range(ATTEMPTS):
        rng = _rng(seed, attempt)
        truth = oracle(_numbered(seed, rng), limit=EXPLORED)
        if truth.is_complete and rng.random() < _interest(truth):
            return attempt
    return ATTEMPTS - 1


@cache
def kept() -> list[int]:
    """The table of kept candidates, by number."""
    return [ord(c) - ord("0") for c in KEPT.read_text(encoding="ascii") if c != "\n"]


def _rng(seed: int, attempt: int) -> random.Random:
    return random.Random(f"{seed}, {attempt}")


def _numbered(seed: int, rng: random.Random) -> Task:
    return replace(_candidate(rng), name=f"random-{seed}")


def _interest(truth: Truth) -> float:
    """How likely a candidate is to be kept."""
    if truth.steps is not None:
        return (0.06, 0.03, 0.8, 1.0)[min(truth.steps, 3)]
    if truth.states <= 3:
        return 0.01
    return 0.1 if truth.task.can_succeed else 0.3


def _candidate(rng: random.Random) -> Task:
    """Any task whatever."""
    types = (OBJECT,) if rng.random() < 0.6 else ("kind", "sort")
    names = [Constant(f"o{i}") for i in range(1, rng.choice((1, 2, 2, 3, 3, 3)) + 1)]
    declared = [(name, rng.choice(types)) for name in names]
    base = _signatures(rng, types)
    # Domain formulas may name the first object only: it is the domain's own constant.
    constants = tuple(declared[:1]) if rng.random() < 0.2 else ()
    derived = _derived_rules(rng, Vocabulary(base, types)) if rng.random() < 0.15 else ()
    heads = tuple(Signature("d", rule.parameters) for rule in derived[:1])
    vocabulary = Vocabulary((*base, *heads), types, constants)
    weight = Signature("weight", (Variable("x"),))
    is_priced = rng.random() < 0.15
    actions = tuple(
        _schema(rng, vocabulary, base, f"a{i}", is_priced=is_priced)
        for i in range(1, rng.choice((1, 2, 3, 3, 4, 4)) + 1)
    )
    domain = Domain(
        "random",
        actions,
        predicates=vocabulary.predicates,
        types=tuple(TypeDeclaration(t, (OBJECT,)) for t in types if t != OBJECT),
        constants=tuple((c, (kind,)) for c, kind in constants),
        functions=(weight,) if is_priced else (),
        derived=derived,
    )
    objects = Objects.build([(c, (kind,)) for c, kind in declared], domain.ancestors)
    costs = {FunctionTerm("weight", (c,)): float(rng.randint(0, 4)) for c in names}
    return _with_purpose(
        rng,
        Task(
            domain,
            State(objects, _random_facts(rng, base, objects)),
            horizon=rng.randint(0, 6) if rng.random() < 0.25 else None,
            costs=costs if is_priced else {},
        ),
        vocabulary,
    )


def _signatures(rng: random.Random, types: Sequence[str]) -> tuple[Signature, ...]:
    arities = [rng.choice((0, 1, 1, 1, 2)) for _ in range(rng.choice((1, 2, 3, 3, 4, 4)))]
    return tuple(
        Signature(
            f"p{i}",
            tuple(Variable(f"v{k}", (rng.choice((OBJECT, *types)),)) for k in range(arity)),
        )
        for i, arity in enumerate(arities, 1)
    )


def _random_facts(
    rng: random.Random, base: Sequence[Signature], objects: Objects
) -> frozenset[Literal]:
    density = rng.random() * 0.6
    facts = {Literal(s.predicate, ()) for s in base if not s.parameters}
    for signature in base:
        if len(signature.parameters) == 1:
            (types,) = (p.types for p in signature.parameters)
            facts |= {signature.predicate(c) for c in objects.of(types)}
        if len(signature.parameters) == 2:
            left, right = (objects.of(p.types) for p in signature.parameters)
            facts |= {signature.predicate(a, b) for a in left for b in right}
    return frozenset(x for x in sorted(facts, key=str) if rng.random() < density)


def _derived_rules(rng: random.Random, vocabulary: Vocabulary) -> tuple[DerivedRule, ...]:
    """One derived predicate, now and then a recursive one."""
    variable = Variable("x", (rng.choice(vocabulary.types),))
    head = Literal(Signature("d", (variable,)).predicate, (variable,))
    rules = [DerivedRule(head, random_formula(rng, vocabulary, (variable,), depth=2))]
    if rng.random() < 0.5:
        other = Variable("y", variable.types)
        link = random_formula(rng, vocabulary, (variable, other), depth=0)
        step = And((link, Literal(head.predicate, (other,))))
        rules.append(DerivedRule(head, Exists(other, step)))
    return tuple(rules)


def _schema(
    rng: random.Random,
    vocabulary: Vocabulary,
    base: tuple[Signature, ...],
    name: str,
    *,
    is_priced: bool,
) -> ActionSchema:
    count = rng.choice((0, 1, 1, 1, 2))
    parameters = tuple(Variable(n, (rng.choice(vocabulary.types),)) for n in "xy"[:count])
    changeable = replace(vocabulary, predicates=base)
    conditional = [
        effect
        for effect in [_conditional_effect(rng, vocabulary, changeable, parameters)]
        if rng.random() < 0.25 and _is_conditional(effect)
    ]
    cost: tuple[CostTerm, ...] = ()
    if is_priced:
        heavy = FunctionTerm("weight", (parameters[0],)) if parameters else 1.0
        cost = rng.choice(((heavy,), (2.0,), (0.0,)))
    return ActionSchema(
        name,
        parameters,
        _precondition(rng, vocabulary, parameters),
        adds=_effect_literals(rng, changeable, parameters, rng.choice((0, 1, 1, 1, 2))),
        deletes=_effect_literals(rng, changeable, parameters, rng.choice((0, 0, 1, 1, 2))),
        conditional=tuple(conditional),
        cost=cost,
    )


def _precondition(
    rng: random.Random, vocabulary: Vocabulary, parameters: tuple[Variable, ...]
) -> Formula:
    """Mostly a conjunction of literals, at times negative, at times anything."""
    if rng.random() < 0.2:
        return random_formula(rng, vocabulary, parameters, depth=2)
    parts: list[Formula] = []
    for _ in range(rng.choice((0, 1, 1, 2))):
        literal = random_formula(rng, vocabulary, parameters, depth=0)
        parts.append(Not(literal) if rng.random() < 0.3 else literal)
    return conjunction(*parts)


def _conditional_effect(
    rng: random.Random,
    vocabulary: Vocabulary,
    changeable: Vocabulary,
    parameters: tuple[Variable, ...],
) -> ConditionalEffect:
    own = (Variable("z", (rng.choice(vocabulary.types),)),) if rng.random() < 0.6 else ()
    scope = (*parameters, *own)
    return ConditionalEffect(
        own,
        random_formula(rng, vocabulary, scope, depth=1),
        _effect_literals(rng, changeable, scope, 1),
        _effect_literals(rng, changeable, scope, rng.choice((0, 1))),
    )


def _is_conditional(effect: ConditionalEffect) -> bool:
    """Has it an effect at all, and one that must be written with `forall` or `when`?"""
    has_effect = bool(effect.adds or effect.deletes)
    return has_effect and (effect.condition != TRUE or bool(effect.variables))


def _effect_literals(
    rng: random.Random, changeable: Vocabulary, scope: tuple[Variable, ...], count: int
) -> tuple[Literal, ...]:
    """Up to `count` literals that can be written with the variables of `scope`."""
    found: dict[Literal, None] = {}
    for signature in rng.choices(changeable.predicates, k=count):
        terms = fitting_terms(rng, changeable, scope, signature)
        if terms is not None:
            found[Literal(signature.predicate, terms)] = None
    return tuple(found)


def _with_purpose(rng: random.Random, task: Task, vocabulary: Vocabulary) -> Task:
    """A reward with or without a termination, or a plain goal; mostly about what changes."""
    effects = [e for schema in task.domain.actions for e in schema.effects]
    changing = {x.predicate for e in effects for x in (*e.adds, *e.deletes)}
    mobile = tuple(s for s in vocabulary.predicates if s.predicate in changing)
    vocabulary = replace(vocabulary, predicates=(*vocabulary.predicates, *mobile * 3))
    kind = rng.random()
    if kind < 0.08:
        return replace(task, goal=_aim(rng, vocabulary))
    signatures = tuple(Signature(a.name, a.parameters) for a in task.domain.actions)
    when = (Moment.AFTER, Moment.AFTER, Moment.AFTER, Moment.BEFORE, Moment.DID)
    transition = replace(vocabulary, actions=signatures, moments=when)
    values = rng.choice(((1.0, 0.0), (1.0, 0.0, -1.0), (5.0, 2.0, -1.0)))
    reward = DecisionList(
        tuple(Rule(_aim(rng, transition), rng.choice(values)) for _ in range(rng.randint(1, 3))),
        rng.choice((0.0, 0.0, 0.0, -1.0)),
    )
    termination = None if kind < 0.2 else _termination(rng, transition, reward)
    domain = replace(task.domain, reward=Reward(reward), termination=termination)
    return replace(task, domain=domain)


def _termination(
    rng: random.Random, transition: Vocabulary, reward: DecisionList[float]
) -> DecisionList[Status]:
    """Success, often for what the first row pays for; at times failure before or after it."""
    shared = rng.random() < 0.3
    rows = [Rule(reward.rules[0].condition if shared else _aim(rng, transition), Status.SUCCESS)]
    if rng.random() < 0.3:
        dead_end = Rule(_aim(rng, transition), Status.FAILURE)
        rows.insert(rng.randint(0, 1), dead_end)
    if rng.random() < 0.06:
        rows = [rule for rule in rows if rule.value is not Status.SUCCESS]
    return DecisionList(tuple(rows), Status.CONTINUE)


def _aim(rng: random.Random, vocabulary: Vocabulary) -> Formula:
    """A condition that is seldom true by chance: several formulas at once, or all objects."""
    if rng.random() < 0.4:
        return _order(rng, vocabulary)
    parts = [random_formula(rng, vocabulary, depth=3) for _ in range(rng.choice((1, 2, 2, 3)))]
    return disjunction(*parts) if rng.random() < 0.1 else conjunction(*parts)


def _order(rng: random.Random, vocabulary: Vocabulary) -> Formula:
    """Every object is as it should be: literals, with or without `not`, for all or some."""
    after = replace(vocabulary, moments=(Moment.AFTER,))
    variable = Variable("x", (rng.choice(vocabulary.types),))
    parts: list[Formula] = []
    for _ in range(rng.choice((1, 2))):
        literal = random_formula(rng, after, (variable,), depth=0)
        parts.append(Not(literal) if rng.random() < 0.3 else literal)
    return rng.choice((Forall, Forall, Exists))(variable, conjunction(*parts))


def main(tasks: int = 10_000) -> None:
    """Write down which candidates are kept."""
    table = "".join(chr(ord("0") + chosen(seed)) for seed in range(tasks))
    lines = [table[i : i + PER_LINE] for i in range(0, tasks, PER_LINE)]
    KEPT.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
