"""Terms of a reward, lifted: in which ways a condition can be met, and what that uses up.

A condition is split into *options* (its disjunctive normal form, as far as it is small), each a
set of literals that must all be so. An option *consumes* a literal if being paid needs it, flips
it, and no action can ever flip it back: a coin that was taken, a place that has been visited. Then
the option can be paid no more than once for each such literal. Everything here is a necessary
condition, never a sufficient one: a formula that is not understood is an option without literals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product

from introplan.relational.action import ActionSchema
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import directions
from introplan.relational.formula import (
    EQUALS,
    And,
    Constant,
    Exists,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
)
from introplan.relational.rewriting import conjuncts, normal_form, replaced, substitute

MAX_OPTIONS = 64
"""Options of one condition; with more it counts as one that is not understood."""

MAX_CONSUMED_ROWS = 100_000
"""Ground literals of one consumed literal; with more the option counts as repeatable."""

Signed = tuple[Literal, bool]
"""A literal and the truth it must have."""


@dataclass(frozen=True, slots=True)
class Option:
    """Literals that must all have their truth for a condition to hold in this way."""

    parts: tuple[Signed, ...]

    @property
    def action(self) -> Literal | None:
        """The action that it names, if it does."""
        named = (x for x, truth in self.parts if truth and x.moment is Moment.DID)
        return next(named, None)


OPAQUE = (Option(()),)
"""The options of a condition that is not understood: it may hold at any time."""


class OptionReader:
    """Reads conditions against the rules and the start of one task."""

    def __init__(self, task: RelationalTask) -> None:
        changed = directions(task.domain)
        self._addable, self._deletable = changed.addable, changed.deletable
        self._schemas = {schema.name: schema for schema in task.domain.actions}
        self._objects = task.start.objects
        self._facts = task.start.facts
        self._true: dict[Predicate, list[Literal]] = {}
        self._numbers = count()

    def options(self, condition: Formula) -> tuple[Option, ...]:
        """The ways in which a condition can hold that are not plainly impossible."""
        found = self._options(normal_form(condition))
        if found is None:
            return OPAQUE
        return tuple(Option(tuple(o)) for o in found if all(map(self._is_possible, o)))

    def _options(self, formula: Formula) -> list[list[Signed]] | None:
        """The disjunctive normal form; None if it is too large."""
        if isinstance(formula, Literal):
            return [[(formula, True)]]
        if isinstance(formula, Not) and isinstance(formula.child, Literal):
            return [[(formula.child, False)]]
        if isinstance(formula, Exists):
            # A name of its own: the same variable may be bound elsewhere in the condition.
            fresh = Variable(
                f"{formula.variable.name}?{next(self._numbers)}", formula.variable.types
            )
            return self._options(substitute(formula.child, {formula.variable: fresh}))
        if isinstance(formula, And | Or):
            return self._combined(formula)
        return [[]]

    def _combined(self, formula: And | Or) -> list[list[Signed]] | None:
        parts = [self._options(child) for child in formula.children]
        known = [part for part in parts if part is not None]
        if isinstance(formula, Or):
            joined = [option for part in known for option in part]
            return joined if len(known) == len(parts) and len(joined) <= MAX_OPTIONS else None
        # A part of a conjunction that is too large is left out: less is required then.
        found: list[list[Signed]] = [[]]
        for part in known:
            if len(found) * len(part) <= MAX_OPTIONS:
                found = [[*a, *b] for a, b in product(found, part)]
        return found

    def _is_possible(self, part: Signed) -> bool:
        """False if a literal must be true that is not and that no action makes true."""
        literal, truth = part
        if literal.moment is Moment.DID:
            return not truth or literal.predicate.name in self._schemas
        if not truth or literal.predicate == EQUALS or literal.predicate in self._addable:
            return True
        return any(_bound(literal.terms, f) is not None for f in self._true_of(literal))

    def _true_of(self, literal: Literal) -> list[Literal]:
        """The facts of its predicate in order; few predicates of a large state are asked for."""
        predicate = literal.predicate
        if predicate not in self._true:
            self._true[predicate] = sorted(
                (f for f in self._facts if f.predicate == predicate), key=lambda f: f.terms
            )
        return self._true[predicate]

    def consumed(self, option: Option) -> Signed | None:
        """A literal that being paid in this way uses up for good."""
        return next((x for x in self._lasting(option) if self._is_flipped(x, option)), None)

    def required(self, option: Option) -> Signed | None:
        """A literal that this way needs, and that cannot come back once it is lost."""
        return next(self._lasting(option), None)

    def _lasting(self, option: Option) -> Iterator[Signed]:
        """Literals that the option needs and that, once flipped, stay so."""
        for literal, truth in (*self._preconditions(option), *option.parts):
            if literal.moment is Moment.DID or literal.predicate == EQUALS:
                continue
            if literal.predicate not in (self._addable if truth else self._deletable):
                yield literal.at(Moment.BEFORE), truth

    def _preconditions(self, option: Option) -> Iterator[Signed]:
        """What the action that the option names needs, read before the step."""
        action = option.action
        if action is None:
            return
        schema = self._schemas[action.predicate.name]
        binding = dict(zip(schema.parameters, action.terms, strict=True))
        for part in conjuncts(normal_form(schema.precondition)):
            literal = part.child if isinstance(part, Not) else part
            if isinstance(literal, Literal):
                bound = substitute(literal, binding)
                assert isinstance(bound, Literal)
                yield bound.at(Moment.BEFORE), literal is part

    def _is_flipped(self, needed: Signed, option: Option) -> bool:
        """Does the step itself flip the literal: by what the option says, or by its action?"""
        literal, truth = needed
        if (literal.at(Moment.AFTER), not truth) in option.parts:
            return True
        action = option.action
        if action is None:
            return False
        schema = self._schemas[action.predicate.name]
        binding = dict(zip(schema.parameters, action.terms, strict=True))
        effects = schema.deletes if truth else schema.adds
        return any(
            x.predicate == literal.predicate
            and tuple(replaced(t, binding) for t in x.terms) == literal.terms
            for x in effects
        )

    def rows(self, signed: Signed, option: Option) -> list[Literal] | None:
        """The ground literals of that form with which the option can be paid; None: too many.

        They have their truth at the start. No others ever have it: a lasting literal never gets
        its truth back.
        """
        literal, truth = signed
        if truth:
            found = [f for f in self._true_of(literal) if _bound(literal.terms, f) is not None]
        else:
            names = list(dict.fromkeys(t for t in literal.terms if isinstance(t, Variable)))
            if self._product(names) > MAX_CONSUMED_ROWS:
                return None
            true = {fact.terms for fact in self._true_of(literal)}
            choices = product(*(self._objects.of(v.types) for v in names))
            each = (dict(zip(names, choice, strict=True)) for choice in choices)
            ground = (tuple(replaced(t, b) for t in literal.terms) for b in each)
            found = [Literal(literal.predicate, terms) for terms in ground if terms not in true]
        if len(found) > MAX_CONSUMED_ROWS:
            return None
        return [row for row in found if self._fits(literal, row, option)]

    def _fits(self, literal: Literal, row: Literal, option: Option) -> bool:
        """Can the other parts of the option hold where `literal` stands for `row`?"""
        binding = _bound(literal.terms, row)
        assert binding is not None
        for part, truth in option.parts:
            terms = tuple(replaced(t, binding) for t in part.terms)
            if not self._is_possible((Literal(part.predicate, terms, part.moment), truth)):
                return False
        return True

    def bindings(self, variables: Sequence[Variable], option: Option) -> int:
        """At most so many bindings of `variables` can hold in this way at one time."""
        least = self._product(variables)
        for literal, truth in option.parts:
            is_fixed = literal.moment is not Moment.DID and literal.predicate not in self._addable
            if truth and is_fixed and literal.predicate != EQUALS:
                count_of = sum(
                    _bound(literal.terms, f) is not None for f in self._true_of(literal)
                )
                rest = [v for v in variables if v not in literal.terms]
                least = min(least, count_of * self._product(rest))
        return least

    def _product(self, variables: Sequence[Variable]) -> int:
        return math.prod(len(self._objects.of(v.types)) for v in variables)

    def is_sure(self, condition: Formula, schema: ActionSchema) -> bool:
        """Does the condition hold whenever an action of the schema is taken?"""
        body = normal_form(condition)
        while isinstance(body, Exists):
            body = body.child
        parts = list(conjuncts(body))
        if len(parts) != 1:
            return not parts
        only = parts[0]
        if not isinstance(only, Literal) or only.moment is not Moment.DID:
            return False
        return only.predicate.name == schema.name and self._covers(only.terms, schema.parameters)

    def _covers(self, terms: tuple[Term, ...], parameters: tuple[Variable, ...]) -> bool:
        """Can different variables of the terms stand for all that the parameters can?"""
        if len(set(terms)) != len(terms):
            return False
        of = self._objects.of
        return all(
            isinstance(t, Variable) and set(of(p.types)) <= set(of(t.types))
            for t, p in zip(terms, parameters, strict=True)
        )


def _bound(terms: tuple[Term, ...], fact: Literal) -> dict[Variable, Constant] | None:
    """The objects for which the terms are those of the fact; None if they cannot be."""
    values: dict[Variable, Constant] = {}
    for term, value in zip(terms, fact.terms, strict=True):
        assert isinstance(value, Constant)
        if (values.setdefault(term, value) if isinstance(term, Variable) else term) != value:
            return None
    return values
