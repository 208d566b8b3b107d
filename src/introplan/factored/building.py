"""Making expressions: each kind once, and simplified where it is made.

Equal expressions are one object, so a comparison is `is` and what many variables share is stored
once. Only the tree counts for the meaning: a draw that occurs twice is drawn twice, so what draws
is never merged with its like, nor may its value be remembered.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence

from introplan.errors import ModelError
from introplan.factored.arithmetic import MANY, OF_NONE, applied
from introplan.factored.expressions import (
    FALSE,
    TRUE,
    Apply,
    Bernoulli,
    Constant,
    Discrete,
    Expression,
    IfElse,
    Layer,
    Operator,
    Variable,
)

ROUNDING = 1e-6
"""Probabilities may leave [0, 1], and sums of them miss 1, by this much."""

TRUTHS = frozenset(
    {
        Operator.AND,
        Operator.OR,
        Operator.NOT,
        Operator.EQUAL,
        Operator.LESS,
        Operator.LESS_OR_EQUAL,
    }
)
"""Operators whose value is 0 or 1."""

MERGING = frozenset({Operator.AND, Operator.OR, Operator.MINIMUM, Operator.MAXIMUM})
"""Operators for which an argument counts once, however often it stands there."""


class Builder:
    """Makes expressions."""

    def __init__(self) -> None:
        self._known: dict[Hashable, Expression] = {}
        self._drawing: set[int] = set()
        self._boolean: set[int] = set()
        self.false = self.constant(0.0)
        self.true = self.constant(1.0)

    def draws(self, expression: Expression) -> bool:
        """Is anything drawn in it?"""
        return id(expression) in self._drawing

    def is_boolean(self, expression: Expression) -> bool:
        """Is its value 0 or 1 for certain?"""
        return id(expression) in self._boolean

    def constant(self, value: float) -> Expression:
        """A number."""
        made = FALSE if value == 0 else TRUE if value == 1 else Constant(float(value))
        return self._kept(("constant", made.value), made, boolean=value in (0, 1))

    def variable(self, layer: Layer, place: int, *, boolean: bool) -> Expression:
        """The value of a variable."""
        return self._kept((layer, place), Variable(layer, place), boolean=boolean)

    def apply(self, operator: Operator, arguments: Iterable[Expression]) -> Expression:
        """An operator applied."""
        parts = tuple(arguments)
        if all(isinstance(part, Constant) for part in parts):
            values = [part.value for part in parts if isinstance(part, Constant)]
            return self.constant(applied(operator, values))
        if operator in MANY:
            return self._many(operator, parts)
        if operator is Operator.NOT:
            return self._negation(parts[0])
        if operator is Operator.NEGATE:
            return self._many(Operator.MULTIPLY, (self.constant(-1.0), parts[0]))
        if operator is Operator.SUBTRACT:
            minus = self.apply(Operator.NEGATE, parts[1:])
            return self._many(Operator.ADD, (parts[0], minus))
        if operator in TRUTHS:
            return self._comparison(operator, parts)
        if operator in (Operator.DIVIDE, Operator.POWER) and parts[1] is self.true:
            return parts[0]
        return self._applied(operator, parts)

    def if_else(
        self, condition: Expression, then: Expression, otherwise: Expression
    ) -> Expression:
        """The value of one of two expressions."""
        if isinstance(condition, Constant):
            return then if condition.value else otherwise
        if isinstance(condition, Apply) and condition.operator is Operator.NOT:
            return self.if_else(condition.arguments[0], otherwise, then)
        if not self.draws(condition):  # the same question is not asked twice
            if isinstance(then, IfElse) and then.condition is condition:
                then = then.then
            if isinstance(otherwise, IfElse) and otherwise.condition is condition:
                otherwise = otherwise.otherwise
        if then is otherwise:
            return then
        if then is self.true and otherwise is self.false and self.is_boolean(condition):
            return condition
        if then is self.false and otherwise is self.true:
            return self.apply(Operator.NOT, [condition])
        parts = (condition, then, otherwise)
        boolean = self.is_boolean(then) and self.is_boolean(otherwise)
        return self._made(("if", *map(id, parts)), IfElse(*parts), parts, boolean=boolean)

    def bernoulli(self, probability: Expression) -> Expression:
        """1 with this probability; raises `ModelError` if it can be none."""
        if isinstance(probability, Constant):
            probability = self.constant(checked(probability.value))
        if self.is_boolean(probability):
            return probability  # 0 or 1: nothing is drawn here
        made = self._kept(("draw", id(probability)), Bernoulli(probability), boolean=True)
        self._drawing.add(id(made))
        return made

    def discrete(self, values: Sequence[float], probabilities: Sequence[Expression]) -> Expression:
        """One of several values; raises `ModelError` if these can be no probabilities."""
        pairs = [(v, p) for v, p in zip(values, probabilities, strict=True) if p is not self.false]
        known = [p.value for _, p in pairs if isinstance(p, Constant)]
        if len(known) == len(pairs):
            weights = normal(known)
            pairs = [(v, self.constant(w)) for (v, _), w in zip(pairs, weights, strict=True)]
        if len(pairs) == 1:
            return self.constant(pairs[0][0])
        kept, weighed = tuple(v for v, _ in pairs), tuple(p for _, p in pairs)
        boolean = set(kept) <= {0.0, 1.0}
        key = ("discrete", kept, *map(id, weighed))
        made = self._kept(key, Discrete(kept, weighed), boolean=boolean)
        self._drawing.add(id(made))
        return made

    def _many(self, operator: Operator, parts: tuple[Expression, ...]) -> Expression:
        """An operator in any grouping: flat, constants as one, none twice where that is equal."""
        known, others, seen = OF_NONE[operator], list[Expression](), set[int]()
        for one in _flat(operator, parts):
            if isinstance(one, Constant):
                known = applied(operator, (known, one.value))
            elif operator not in MERGING or self.draws(one) or id(one) not in seen:
                seen.add(id(one))
                others.append(one)
        if self._is_decided(operator, known, others):
            return self.constant(known)
        if known != OF_NONE[operator]:
            place = 0 if operator is Operator.MULTIPLY else len(others)
            others.insert(place, self.constant(known))
        return others[0] if len(others) == 1 else self._applied(operator, tuple(others))

    def _is_decided(self, operator: Operator, known: float, others: list[Expression]) -> bool:
        """Does the constant alone say what comes of it?"""
        if not others:
            return True
        if operator is Operator.OR:
            return known == 1
        return operator in (Operator.AND, Operator.MULTIPLY) and known == 0

    def _negation(self, part: Expression) -> Expression:
        if isinstance(part, Apply):
            first, *rest = part.arguments
            if part.operator is Operator.NOT and self.is_boolean(first):
                return first
            if part.operator is Operator.LESS:
                return self._applied(Operator.LESS_OR_EQUAL, (rest[0], first))
            if part.operator is Operator.LESS_OR_EQUAL:
                return self._applied(Operator.LESS, (rest[0], first))
        return self._applied(Operator.NOT, (part,))

    def _comparison(self, operator: Operator, parts: tuple[Expression, ...]) -> Expression:
        left, right = parts
        if left is right and not self.draws(left):
            return self.constant(float(operator is not Operator.LESS))
        if operator is not Operator.EQUAL:
            return self._applied(operator, parts)
        if isinstance(left, Constant):
            left, right = right, left
        if isinstance(right, Constant) and self.is_boolean(left):
            if right is self.true:
                return left
            return self._negation(left) if right is self.false else self.false
        return self._applied(operator, (left, right))

    def _applied(self, operator: Operator, parts: tuple[Expression, ...]) -> Expression:
        boolean = operator in TRUTHS or (
            operator in (Operator.MULTIPLY, *MERGING) and all(map(self.is_boolean, parts))
        )
        key = (operator, *map(id, parts))
        return self._made(key, Apply(operator, parts), parts, boolean=boolean)

    def _made(
        self,
        key: Hashable,
        made: Expression,
        parts: tuple[Expression, ...],
        *,
        boolean: bool,
    ) -> Expression:
        kept = self._kept(key, made, boolean=boolean)
        if any(map(self.draws, parts)):
            self._drawing.add(id(kept))
        return kept

    def _kept(self, key: Hashable, made: Expression, *, boolean: bool) -> Expression:
        """The one object for this expression; the parts in `key` are kept by theirs."""
        kept = self._known.setdefault(key, made)
        if boolean:
            self._boolean.add(id(kept))
        return kept


def _flat(operator: Operator, parts: Iterable[Expression]) -> Iterator[Expression]:
    """The arguments, and instead of the same operator among them its arguments."""
    for part in parts:
        if isinstance(part, Apply) and part.operator is operator:
            yield from part.arguments
        else:
            yield part


def checked(probability: float) -> float:
    """A probability, without the trifle that rounding adds; raises `ModelError` for others."""
    if 0 <= probability <= 1:
        return probability
    if -ROUNDING <= probability <= 1 + ROUNDING:
        return min(max(probability, 0.0), 1.0)
    raise ModelError(f"a probability must lie between 0 and 1, got {probability:.9g}")


def normal(probabilities: Sequence[float]) -> list[float]:
    """Probabilities that add up to 1 exactly; raises `ModelError` where they are far from it."""
    found = [checked(probability) for probability in probabilities]
    total = math.fsum(found)
    if abs(total - 1) > ROUNDING:
        raise ModelError(f"the probabilities of a draw must add up to 1, got {total:.9g}")
    return [probability / total for probability in found]
