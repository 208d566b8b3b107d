"""Random first-order formulas over a small vocabulary."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from introplan.relational.domain import Signature
from introplan.relational.formula import (
    EQUALS,
    OBJECT,
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Term,
    Variable,
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a random formula may speak of; `actions` only in rewards and terminations."""

    predicates: tuple[Signature, ...]
    types: tuple[str, ...] = (OBJECT,)
    constants: tuple[tuple[Constant, str], ...] = ()
    actions: tuple[Signature, ...] = ()
    moments: tuple[Moment, ...] = (Moment.AFTER,)


def random_formula(
    rng: random.Random,
    vocabulary: Vocabulary,
    scope: tuple[Variable, ...] = (),
    *,
    depth: int = 3,
) -> Formula:
    """A formula of at most `depth` connectives in a row; free variables are those of `scope`."""
    shape = rng.choices(_SHAPES, (1, 1, 1, 1, 1, 3))[0] if depth > 0 else _SHAPES[-1]
    return shape(rng, vocabulary, scope, depth - 1)


Shape = Callable[[random.Random, Vocabulary, tuple[Variable, ...], int], Formula]


def _negation(
    rng: random.Random, vocabulary: Vocabulary, scope: tuple[Variable, ...], depth: int
) -> Formula:
    return Not(random_formula(rng, vocabulary, scope, depth=depth))


def _junction(join: type[And] | type[Or]) -> Shape:
    def shape(
        rng: random.Random, vocabulary: Vocabulary, scope: tuple[Variable, ...], depth: int
    ) -> Formula:
        count = rng.choice((0, 1, 2, 2, 2, 2, 2, 3))
        return join(
            tuple(random_formula(rng, vocabulary, scope, depth=depth) for _ in range(count))
        )

    return shape


def _quantified(quantifier: type[Exists] | type[Forall]) -> Shape:
    def shape(
        rng: random.Random, vocabulary: Vocabulary, scope: tuple[Variable, ...], depth: int
    ) -> Formula:
        # Few names, so that inner quantifiers sometimes shadow outer ones.
        variable = Variable(rng.choice("xyz"), (rng.choice(vocabulary.types),))
        inner = (*(v for v in scope if v.name != variable.name), variable)
        return quantifier(variable, random_formula(rng, vocabulary, inner, depth=depth))

    return shape


def _literal(
    rng: random.Random, vocabulary: Vocabulary, scope: tuple[Variable, ...], depth: int
) -> Formula:
    """A literal whose terms fit; where nothing fits, a quantified one or the empty disjunction."""
    if scope and rng.random() < 0.08:
        return EQUALS(rng.choice(scope), rng.choice(scope))
    moment = rng.choice(vocabulary.moments)
    signature = rng.choice(vocabulary.actions if moment is Moment.DID else vocabulary.predicates)
    terms = fitting_terms(rng, vocabulary, scope, signature)
    if terms is not None:
        return Literal(signature.predicate, terms, moment)
    fresh = tuple(Variable(f"v{i}", p.types) for i, p in enumerate(signature.parameters))
    formula: Formula = Literal(signature.predicate, fresh, moment)
    for variable in reversed(fresh):
        formula = rng.choice((Exists, Exists, Forall))(variable, formula)
    return formula


_SHAPES: tuple[Shape, ...] = (
    _negation,
    _junction(And),
    _junction(Or),
    _quantified(Exists),
    _quantified(Forall),
    _literal,
)


def fitting_terms(
    rng: random.Random,
    vocabulary: Vocabulary,
    scope: tuple[Variable, ...],
    signature: Signature,
) -> tuple[Term, ...] | None:
    """A variable of `scope`, or now and then a constant, for each parameter."""
    terms: list[Term] = []
    for parameter in signature.parameters:
        (wanted,) = parameter.types
        fitting: list[Term] = [v for v in scope if wanted in (OBJECT, *v.types)]
        if not fitting or rng.random() < 0.1:
            fitting += [c for c, kind in vocabulary.constants if wanted in (OBJECT, kind)]
        if not fitting:
            return None
        terms.append(rng.choice(fitting))
    return tuple(terms)
