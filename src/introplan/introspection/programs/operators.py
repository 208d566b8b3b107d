"""Operators: what each action can do, read off the paths of the transition.

An operator is one way through the transition with one action: the condition under which it is
taken, and the new values of the variables it changes. Operators are read inside a box, so the box
must be one that no operator leaves: it starts as the hull of sampled states and grows until that
is so; then it shrinks again to what the operators can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from introplan.introspection.programs.operator import Operator, sharpened
from introplan.introspection.programs.shape import Shape, leaves_of
from introplan.introspection.programs.states import state_terms, symbolic
from introplan.symbolic.constraints.interval import (
    INFINITY,
    Box,
    Domain,
    OneOf,
    Range,
    bounds,
    domain_of,
)
from introplan.symbolic.constraints.path_condition import Knowledge, small_space
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.paths import split_terms
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import const, negate, values_of
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
    AtMost,
    Const,
    Linear,
    Lookup,
    Sort,
    Table,
    Term,
    Var,
    variables,
    walk,
)

MOST_ROUNDS = 8
MOST_MARKS = 12
MOST_OPERATORS = 3000


@dataclass(slots=True)
class Reader:
    """Reads the transition of a program for states of one shape.

    Each action comes with the conditions under which it is offered; one that is offered in
    several cases comes several times.
    """

    context: Context
    transition: Any
    actions: Sequence[tuple[Any, tuple[Term, ...]]]
    shape: Shape
    order: list[Var]
    has_free_action: bool = False
    """Can some action be done in every state?"""

    raising: list[Operator] = field(default_factory=list)
    """Where an action is not allowed: ways that change nothing, because the transition raises."""

    def operators(self, box: Box) -> list[Operator]:
        """Every operator, for states in the box."""
        found: list[Operator] = []
        self.has_free_action, self.raising = False, []
        for action, offered in self.actions:
            knowledge = Knowledge(dict(box))
            if not all(knowledge.learn(condition, True) for condition in offered):
                continue
            paths = paths_of(
                self.context,
                knowledge,
                self.transition,
                partial(self._arguments, box, action),
                lambda m, result: split_terms(m, state_terms(self.shape, result)),
            )
            if not offered and all(path.raised is None for path in paths):
                self.has_free_action = True
            for path in paths:
                ways = found if path.raised is None else self.raising
                ways += self._operator(action, offered, path, box)
            if len(found) > MOST_OPERATORS:
                raise Refused("PY-LIMIT", f"more than {MOST_OPERATORS} ways to change the state")
        return found

    def _arguments(self, box: Box, action: Any, run: Execution) -> list[Any]:
        return [symbolic(self.shape, box, run.stamp()), action]

    def _operator(
        self, action: Any, offered: tuple[Term, ...], path: Any, box: Box
    ) -> list[Operator]:
        knowledge = Knowledge(dict(box))
        literals = offered + tuple(c if choice else negate(c) for c, choice in path.conditions)
        if not all(knowledge.learn(literal, True) for literal in literals):
            return []
        after = self.order if path.raised is not None else path.result
        effects = {
            var: term
            for var, term in zip(self.order, after, strict=True)
            if term is not var and not _is_known(var, term, knowledge.box)
        }
        return [sharpened(Operator(action, literals, effects, knowledge.box))]

    def settled(self, box: dict[Var, Domain]) -> tuple[list[Operator], dict[Var, Domain]]:
        """Operators, and a box around `box` that none of them leaves."""
        start = dict(box)
        for rounds in range(MOST_ROUNDS):
            operators = self.operators(box)
            larger = grown(box, operators)
            if larger == box:
                return self._tightened(start, box, operators)
            box = _narrowed(start, larger, operators) if rounds < 3 else larger
            box = {var: _joined(box[var], start[var]) for var in box}
        raise Refused("PY-LIMIT", "the ranges of the variables do not settle")

    def _tightened(
        self, start: Box, box: dict[Var, Domain], operators: list[Operator]
    ) -> tuple[list[Operator], dict[Var, Domain]]:
        """A box without ranges that only seemed endless: all guards further out are known now."""
        smaller = _regrown(start, box, operators)
        if not any(box[var].size == INFINITY > smaller[var].size for var in box):
            return operators, box
        again = self.operators(smaller)
        return (again, smaller) if grown(smaller, again) == smaller else (operators, box)


def _is_known(var: Var, term: Term, box: Box) -> bool:
    domain = domain_of(var, box)
    return domain is not None and domain.size == 1 and term is const(next(iter(domain)))


def reach(term: Term, box: Box) -> Domain | None:
    """The values a term can have in a box; None if that is not known."""
    if isinstance(term, Var):
        return domain_of(term, box)
    values = values_of(term)
    if values is not None and not all(type(v) is int for v in values):
        return OneOf(tuple({const(v): v for v in values}.values()))
    space = small_space(variables(term), box, limit=256)
    if space is not None:
        function = compiled_one(term, space[0])
        found = {const(v): v for v in map(function, space[1])}
        if found and all(type(v) is int for v in found.values()):
            return Range(min(found.values()), max(found.values()))
        return OneOf(tuple(found.values()))
    low, high = bounds(term, box)
    return Range(low, high)


def grown(box: Box, operators: list[Operator]) -> dict[Var, Domain]:
    """The box, with room for whatever the operators do; numbers that leave it go to infinity.

    What is copied from one variable to another is nothing new: it only makes their ranges one.
    """
    larger = dict(box)
    copies: dict[tuple[Var, Var], None] = {}
    for operator in operators:
        for var, term in operator.effects.items():
            if isinstance(term, Var) and term in larger:
                copies[var, term] = None
                continue
            found = reach(term, operator.box)
            if found is None:
                raise Refused("PY-SHAPE", f"{var.name} gets a value that is not one of a few")
            larger[var] = _with_room(larger[var], found, var)
    return _with_copies(larger, list(copies))


def _with_copies(box: dict[Var, Domain], copies: list[tuple[Var, Var]]) -> dict[Var, Domain]:
    """The box, where a variable has room for all values of those that are copied into it."""
    is_settled = False
    while not is_settled:
        is_settled = True
        for var, source in copies:
            joined = _joined_like(box[var], box[source], var)
            if joined != box[var]:
                box[var], is_settled = joined, False
    return box


def _joined_like(domain: Domain, other: Domain, var: Var) -> Domain:
    if isinstance(domain, Range) and isinstance(other, Range):
        return _joined(domain, other)
    return _with_room(domain, other, var)


def _with_room(domain: Domain, found: Domain, var: Var) -> Domain:
    if isinstance(domain, Range) and isinstance(found, Range):
        low = domain.low if found.low >= domain.low else -INFINITY
        high = domain.high if found.high <= domain.high else INFINITY
        return Range(low, high)
    if isinstance(domain, Range) or (isinstance(found, Range) and found.size > 64):
        raise Refused("PY-SHAPE", f"{var.name} is a number in some states and not in others")
    return _joined(domain, OneOf(tuple(found)))


def _joined(one: Domain, two: Domain) -> Domain:
    if isinstance(one, Range) and isinstance(two, Range):
        return Range(min(one.low, two.low), max(one.high, two.high))
    values = {const(v): v for v in (*one, *two)}
    if len(values) > 512:
        raise Refused("PY-LIMIT", "an opaque value with too many possibilities")
    return OneOf(tuple(values.values()))


def _narrowed(
    start: Box, box: dict[Var, Domain], operators: list[Operator], *, rounds: int = 3
) -> dict[Var, Domain]:
    """A smaller box that still holds the start and whatever the operators do inside it."""
    for _ in range(rounds):
        smaller = dict(start)
        for operator in operators:
            knowledge = Knowledge(dict(box))
            if not all(knowledge.learn(c, True) for c in operator.conditions):
                continue
            for var, term in operator.effects.items():
                found = reach(term, knowledge.box)
                if found is not None and var.sort is Sort.INT:
                    smaller[var] = _joined(smaller[var], found)
        numbers = {v: d for v, d in smaller.items() if v.sort is Sort.INT}
        narrower = {**box, **numbers}
        if narrower == box:
            break
        box = narrower
    return box


def _regrown(start: Box, box: dict[Var, Domain], operators: list[Operator]) -> dict[Var, Domain]:
    """Another box that no operator leaves, grown from the start by steps to what the code names.

    Ranges that only seemed endless, because a guard was not met yet when they grew, end at the
    numbers that guards and effects mention.
    """
    marks = _marks(operators)
    smaller = {var: domain if var.sort is Sort.INT else box[var] for var, domain in start.items()}
    for _ in range(MOST_MARKS):
        larger = dict(smaller)
        for operator in operators:
            knowledge = Knowledge(dict(smaller))
            if not all(knowledge.learn(c, True) for c in operator.conditions):
                continue
            for var, term in operator.effects.items():
                found = reach(term, knowledge.box)
                if isinstance(found, Range) and isinstance(larger[var], Range):
                    larger[var] = _to_marks(larger[var], found, marks)
        if larger == smaller:
            return smaller
        smaller = larger
    return box


def _marks(operators: list[Operator]) -> list[float]:
    """The whole numbers that operators mention, and their neighbours."""
    found: set[int] = set()
    for operator in operators:
        for term in walk(*operator.conditions, *operator.effects.values()):
            match term:
                case Const(int(value)) | AtMost(_, int(value)):
                    found |= {value - 1, value, value + 1, -value}
                case Linear(constant):
                    found |= {constant, -constant}
                case Lookup(table, keys):
                    numbers = _numbers_of(table, len(keys))
                    found |= numbers
    return sorted(found)


def _numbers_of(table: Table, parts: int) -> set[int]:
    """The least and the largest number that a table is asked for, part by part, and beyond."""
    rows = [key if parts > 1 and isinstance(key, tuple) else (key,) for key in table.entries]
    found: set[int] = set()
    for column in zip(*rows, strict=False):
        numbers = [key for key in column if type(key) is int]
        if numbers:
            found |= {min(numbers) - 1, min(numbers), max(numbers), max(numbers) + 1}
    return found


def _to_marks(domain: Domain, found: Range, marks: list[float]) -> Domain:
    """A range with room for what was found, up to the next number that is mentioned."""
    assert isinstance(domain, Range)
    low, high = domain.low, domain.high
    if found.low < low:
        low = max((m for m in marks if m <= found.low), default=-INFINITY)
    if found.high > high:
        high = min((m for m in marks if m >= found.high), default=INFINITY)
    return Range(low, high)


def order_of(shape: Shape) -> list[Var]:
    """The variables of a shape, in the order in which a state is read."""
    return leaves_of(shape)
