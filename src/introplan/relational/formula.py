"""Formulas: a closed union of seven shapes, written and printed as in PDDL.

A literal is a predicate applied to terms, without a sign. A reward speaks of a transition, so a
literal also has a *moment*: it is read in the state AFTER the action (the usual case), in the
state BEFORE it, or it names the action that was DONE. Equality of objects is a literal of the
predicate `=`; numbers are compared by a `Comparison` (`numbers.py`).

>>> on = Predicate("on", 2)
>>> x, a = Variable("x", ("block",)), Constant("a")
>>> print(Forall(x, Not(on(x, a))))
(forall (?x - block) (not (on ?x a)))
>>> print(on(a, a).at(Moment.BEFORE))
(before (on a a))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from introplan.relational.numbers import Comparison
from introplan.relational.terms import (
    OBJECT,
    Constant,
    Moment,
    Term,
    Variable,
    declare,
    type_text,
)

__all__ = [
    "EQUALS",
    "FALSE",
    "OBJECT",
    "TRUE",
    "And",
    "Comparison",
    "Constant",
    "Exists",
    "Forall",
    "Formula",
    "Literal",
    "Moment",
    "Not",
    "Or",
    "Predicate",
    "Term",
    "Variable",
    "conjunction",
    "declare",
    "disjunction",
    "quantifier_block",
    "type_text",
]


@dataclass(frozen=True, slots=True, order=True)
class Predicate:
    """A relation's name and arity; call it to build a literal."""

    name: str
    arity: int

    def __call__(self, *terms: Term) -> Literal:
        """The literal that applies this predicate to `terms`."""
        if len(terms) != self.arity:
            raise ValueError(f"{self.name} takes {self.arity} terms, got {len(terms)}")
        return Literal(self, terms)

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return f"{self.name}/{self.arity}"


EQUALS = Predicate("=", 2)


@dataclass(frozen=True, slots=True)
class Literal:
    """A predicate applied to terms, at a moment: (on a b), (before (on a b)), (did (pick a))."""

    predicate: Predicate
    terms: tuple[Term, ...]
    moment: Moment = Moment.AFTER

    def at(self, moment: Moment) -> Literal:
        """The same literal read at another moment."""
        return self if moment is self.moment else Literal(self.predicate, self.terms, moment)

    def __hash__(self) -> int:
        """Cheaper than hashing every field, since sets of literals are everywhere."""
        return hash((self.predicate.name, self.terms))

    @property
    def plain(self) -> str:
        """The text without the moment: (on a b)."""
        return f"({' '.join([self.predicate.name, *map(str, self.terms)])})"

    def __str__(self) -> str:
        return self.plain if self.moment is Moment.AFTER else f"({self.moment.value} {self.plain})"

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Not:
    """True when `child` is false."""

    child: Formula

    def __str__(self) -> str:
        return f"(not {self.child})"


@dataclass(frozen=True, slots=True)
class And:
    """True when all `children` are; And(()) is true."""

    children: tuple[Formula, ...]

    def __str__(self) -> str:
        return f"({' '.join(['and', *map(str, self.children)])})"


@dataclass(frozen=True, slots=True)
class Or:
    """True when one of `children` is; Or(()) is false."""

    children: tuple[Formula, ...]

    def __str__(self) -> str:
        return f"({' '.join(['or', *map(str, self.children)])})"


@dataclass(frozen=True, slots=True)
class Exists:
    """True when `child` is for some object in place of `variable`."""

    variable: Variable
    child: Formula

    def __str__(self) -> str:
        return _quantified("exists", self)


@dataclass(frozen=True, slots=True)
class Forall:
    """True when `child` is for every object in place of `variable`."""

    variable: Variable
    child: Formula

    def __str__(self) -> str:
        return _quantified("forall", self)


Formula: TypeAlias = Literal | Comparison | Not | And | Or | Exists | Forall

TRUE = And(())
FALSE = Or(())


def conjunction(*parts: Formula) -> Formula:
    """All of `parts`; a single part stands for itself."""
    return parts[0] if len(parts) == 1 else And(parts)


def disjunction(*parts: Formula) -> Formula:
    """Any of `parts`; a single part stands for itself."""
    return parts[0] if len(parts) == 1 else Or(parts)


def quantifier_block(formula: Exists | Forall) -> tuple[tuple[Variable, ...], Formula]:
    """The variables of nested quantifiers of one kind, and what stands below them.

    A block ends where a name would repeat.
    """
    variables, child = [formula.variable], formula.child
    while isinstance(child, type(formula)) and all(
        child.variable.name != v.name for v in variables
    ):
        variables.append(child.variable)
        child = child.child
    return tuple(variables), child


def _quantified(word: str, formula: Exists | Forall) -> str:
    """Nested quantifiers of one kind share a variable list."""
    variables, child = quantifier_block(formula)
    return f"({word} {declare(variables)} {child})"
