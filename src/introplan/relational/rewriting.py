"""Rewriting of formulas: substitution of free variables, and negation normal form.

Substitution leaves the names that a quantifier binds alone. In negation normal form negation
stands only in front of literals and comparisons, and quantifiers stay where they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar, assert_never

from introplan.relational.formula import (
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Term,
    Variable,
)
from introplan.relational.numbers import FunctionTerm, ground_function

Binding = Mapping[Variable, Constant]
T = TypeVar("T", bound=Term)


def substitute(formula: Formula, binding: Mapping[Variable, Term]) -> Formula:
    """`formula` with each free variable of `binding` replaced by its constant (or other term).

    >>> from introplan.relational.formula import Predicate
    >>> p, x, a = Predicate("p", 1), Variable("x"), Constant("a")
    >>> print(substitute(And((p(x), Exists(x, p(x)))), {x: a}))
    (and (p a) (exists (?x) (p ?x)))
    """
    match formula:
        case Literal(predicate, terms, moment):
            return Literal(predicate, tuple(replaced(t, binding) for t in terms), moment)
        case Comparison():
            return formula.mapped(lambda term: ground_function(term, binding))
        case Not(child):
            return Not(substitute(child, binding))
        case And(children):
            return And(tuple(substitute(c, binding) for c in children))
        case Or(children):
            return Or(tuple(substitute(c, binding) for c in children))
        case Exists(variable, child):
            return Exists(variable, substitute(child, without(binding, variable)))
        case Forall(variable, child):
            return Forall(variable, substitute(child, without(binding, variable)))
        case _:
            assert_never(formula)


def replaced(term: Term, binding: Mapping[Variable, Term]) -> Term:
    """The constant bound to `term`, or `term` itself."""
    return binding.get(term, term) if isinstance(term, Variable) else term


def without(binding: Mapping[Variable, T], variable: Variable) -> dict[Variable, T]:
    """`binding` as seen below a quantifier over `variable`, which shadows its own name."""
    return {v: c for v, c in binding.items() if v.name != variable.name}


def literals(formula: Formula) -> Iterator[Literal]:
    """Every literal of `formula`, left to right."""
    match formula:
        case Literal():
            yield formula
        case Comparison():
            return
        case Not(child) | Exists(_, child) | Forall(_, child):
            yield from literals(child)
        case And(children) | Or(children):
            for child in children:
                yield from literals(child)
        case _:
            assert_never(formula)


def comparisons(formula: Formula) -> Iterator[Comparison]:
    """Every comparison of numbers in `formula`, left to right."""
    match formula:
        case Comparison():
            yield formula
        case Literal():
            return
        case Not(child) | Exists(_, child) | Forall(_, child):
            yield from comparisons(child)
        case And(children) | Or(children):
            for child in children:
                yield from comparisons(child)
        case _:
            assert_never(formula)


def functions_read(formula: Formula) -> Iterator[FunctionTerm]:
    """Every function that a comparison in `formula` reads."""
    for comparison in comparisons(formula):
        yield from comparison.functions


def free_variables(formula: Formula) -> frozenset[Variable]:
    """The variables of `formula` that no quantifier in it binds."""
    match formula:
        case Literal(_, terms):
            return frozenset(t for t in terms if isinstance(t, Variable))
        case Comparison():
            terms = tuple(t for term in formula.functions for t in term.terms)
            return frozenset(t for t in terms if isinstance(t, Variable))
        case Not(child):
            return free_variables(child)
        case And(children) | Or(children):
            return frozenset[Variable]().union(*map(free_variables, children))
        case Exists(variable, child) | Forall(variable, child):
            return frozenset(v for v in free_variables(child) if v.name != variable.name)
        case _:
            assert_never(formula)


def normal_form(formula: Formula, *, want: bool = True) -> Formula:
    """A formula that is true exactly when the truth of `formula` is `want` (De Morgan)."""
    match formula:
        case Literal() | Comparison():
            # Not the opposite comparison: both are false where a side is undefined.
            return formula if want else Not(formula)
        case Not(child):
            return normal_form(child, want=not want)
        case And(children) | Or(children):
            parts = tuple(normal_form(c, want=want) for c in children)
            return And(parts) if isinstance(formula, And) == want else Or(parts)
        case Exists(variable, child) | Forall(variable, child):
            body = normal_form(child, want=want)
            is_exists = isinstance(formula, Exists) == want
            return Exists(variable, body) if is_exists else Forall(variable, body)
        case _:
            assert_never(formula)


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts that must all be true, nested conjunctions opened."""
    if isinstance(formula, And):
        for child in formula.children:
            yield from conjuncts(child)
    else:
        yield formula


def disjuncts(formula: Formula) -> Iterator[Formula]:
    """The parts of which one must be true, nested disjunctions opened."""
    if isinstance(formula, Or):
        for child in formula.children:
            yield from disjuncts(child)
    else:
        yield formula
