"""What must hold now so that a condition on a transition holds once an action has been done.

A reward speaks of the state before, the action and the state after. A classical problem knows only
the present, so the action is built in: a literal after it holds if the action adds it, or if it
held and the action does not delete it. Both are formulas over the effects, whatever their
conditions and quantifiers.

>>> import introplan as ip
>>> domain = ip.sample("bins", bins=2, items=2, seed=4).domain
>>> text = "(exists (?b - bin) (and (did (close-bin ?b)) (before (open ?b))))"
>>> emptied = ip.parse_formula(text, domain)
>>> print(regressed(emptied, domain.action("close-bin"), frozenset()))
(exists (?b-2 - bin) (and (= ?b ?b-2) (open ?b-2)))
>>> print(regressed(emptied, domain.action("pick"), frozenset()))
(or)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.fluents import changing_functions
from introplan.relational.formula import (
    EQUALS,
    FALSE,
    TRUE,
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
    conjunction,
    disjunction,
)
from introplan.relational.numbers import ground_function
from introplan.relational.rewriting import replaced, substitute


class NotRegressibleError(Exception):
    """The condition speaks of a derived predicate after the action, which has no effects."""


def regressed(formula: Formula, schema: ActionSchema, derived: frozenset[Predicate]) -> Formula:
    """What must hold before `schema` is done so that `formula` holds on that transition.

    The schema's parameters are free in the result; variables of `formula` are renamed apart.
    """
    taken = {v.name for v in schema.parameters}
    taken |= {v.name for effect in schema.effects for v in effect.variables}
    return _Regression(schema, derived, taken).formula(formula, {})


class _Regression:
    def __init__(
        self, schema: ActionSchema, derived: frozenset[Predicate], taken: set[str]
    ) -> None:
        self.schema = schema
        self.derived = derived
        self.taken = taken

    def formula(self, formula: Formula, renamed: Mapping[Variable, Variable]) -> Formula:
        match formula:
            case Literal():
                terms = tuple(replaced(t, renamed) for t in formula.terms)
                return self._literal(Literal(formula.predicate, terms, formula.moment))
            case Comparison():
                return self._comparison(formula.mapped(lambda f: ground_function(f, renamed)))
            case Not(child):
                return negated(self.formula(child, renamed))
            case And(children):
                return all_true(self.formula(c, renamed) for c in children)
            case Or(children):
                return any_true(self.formula(c, renamed) for c in children)
            case Exists(variable, child) | Forall(variable, child):
                fresh = self._fresh(variable)
                inner = {v: w for v, w in renamed.items() if v.name != variable.name}
                body = self.formula(child, {**inner, variable: fresh})
                is_settled = body == (FALSE if isinstance(formula, Exists) else TRUE)
                return body if is_settled else type(formula)(fresh, body)
            case _:
                assert_never(formula)

    def _comparison(self, comparison: Comparison) -> Comparison:
        """A comparison of numbers that the action leaves alone, or of those before it."""
        changed = changing_functions((self.schema,))
        for term in comparison.functions:
            if term.moment is Moment.AFTER and term.name in changed:
                raise NotRegressibleError(term.name)
        return comparison.at(Moment.AFTER)

    def _fresh(self, variable: Variable) -> Variable:
        name, number = variable.name, 2
        while name in self.taken:
            name, number = f"{variable.name}-{number}", number + 1
        self.taken.add(name)
        return Variable(name, variable.types)

    def _literal(self, literal: Literal) -> Formula:
        match literal.moment:
            case Moment.BEFORE:
                return literal.at(Moment.AFTER)
            case Moment.DID:
                if literal.predicate.name != self.schema.name:
                    return FALSE
                return _equal(self.schema.parameters, literal.terms)
            case Moment.AFTER:
                return self._after(literal)
            case _:
                assert_never(literal.moment)

    def _after(self, literal: Literal) -> Formula:
        if literal.predicate in self.derived:
            raise NotRegressibleError(literal.predicate.name)
        added = any_true(
            self._made(effect, made, literal)
            for effect in self.schema.effects
            for made in effect.adds
        )
        deleted = any_true(
            self._made(effect, made, literal)
            for effect in self.schema.effects
            for made in effect.deletes
        )
        return any_true([added, all_true([literal, negated(deleted)])])

    def _made(self, effect: ConditionalEffect, made: Literal, literal: Literal) -> Formula:
        """When does this effect touch the literal?"""
        if made.predicate != literal.predicate:
            return FALSE
        fresh = {v: self._fresh(v) for v in effect.variables}
        terms = tuple(replaced(t, fresh) for t in made.terms)
        same = _equal(terms, literal.terms)
        if same == FALSE:
            return FALSE
        condition = all_true([substitute(effect.condition, fresh), same])
        for variable in reversed(fresh.values()):
            condition = Exists(variable, condition)
        return condition


def _equal(left: Iterable[Term], right: Iterable[Term]) -> Formula:
    """All of these are the same, one by one."""
    return all_true(_same(a, b) for a, b in zip(left, right, strict=True))


def _same(left: Term, right: Term) -> Formula:
    if left == right:
        return TRUE
    if isinstance(left, Constant) and isinstance(right, Constant):
        return FALSE
    return EQUALS(left, right)


def negated(formula: Formula) -> Formula:
    """The opposite, without needless words."""
    if formula in (TRUE, FALSE):
        return FALSE if formula == TRUE else TRUE
    return formula.child if isinstance(formula, Not) else Not(formula)


def all_true(parts: Iterable[Formula]) -> Formula:
    """The conjunction, nested ones opened; false if a part is."""
    flat: list[Formula] = []
    for part in parts:
        if part == FALSE:
            return FALSE
        flat.extend(part.children if isinstance(part, And) else [part])
    return conjunction(*flat)


def any_true(parts: Iterable[Formula]) -> Formula:
    """The disjunction, nested ones opened; true if a part is."""
    flat: list[Formula] = []
    for part in parts:
        if part == TRUE:
            return TRUE
        flat.extend(part.children if isinstance(part, Or) else [part])
    return disjunction(*flat)
