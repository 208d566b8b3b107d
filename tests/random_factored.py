"""Random factored worlds, and what their expressions mean by definition.

`ways` follows the definition word by word: every draw goes each way it can, everything is worked
out again each time, nothing is shared with the package.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping

from introplan.factored.building import Builder
from introplan.factored.expressions import (
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
from introplan.factored.model import (
    ActionValue,
    End,
    FactoredModel,
    Kind,
    VariableInfo,
)
from introplan.mdp import Status

NUMBERS = (-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0)

Context = Mapping[tuple[Layer, int], float]

Weighted = list[tuple[float, float]]


MEANINGS: Mapping[str, Callable[..., float]] = {
    "AND": lambda *values: float(all(values)),
    "OR": lambda *values: float(any(values)),
    "ADD": lambda *values: sum(values),
    "MULTIPLY": lambda *values: math.prod(values),
    "MINIMUM": lambda *values: min(values),
    "MAXIMUM": lambda *values: max(values),
    "SUBTRACT": lambda a, b: a - b,
    "EQUAL": lambda a, b: float(a == b),
    "LESS": lambda a, b: float(a < b),
    "LESS_OR_EQUAL": lambda a, b: float(a <= b),
    "NOT": lambda a: float(not a),
    "NEGATE": lambda a: -a,
    "ABSOLUTE": lambda a: float(abs(a)),
    "SIGN": lambda a: float((a > 0) - (a < 0)),
    "FLOOR": lambda a: float(math.floor(a)),
    "CEILING": lambda a: float(math.ceil(a)),
    "ROUND": lambda a: float(round(a)),
}


def meaning(operator: Operator, values: list[float]) -> float:
    """An operator on numbers, spelt out."""
    return MEANINGS[operator.name](*values)


def ways(expression: Expression, context: Context) -> Weighted:
    """Every value that an expression can come to, with the probability of each way there."""
    match expression:
        case Constant(value):
            return [(value, 1.0)]
        case Variable(layer, place):
            return [(context[layer, place], 1.0)]
        case Apply(operator, arguments):
            found: list[tuple[list[float], float]] = [([], 1.0)]
            for argument in arguments:
                options = ways(argument, context)
                found = [([*done, v], p * q) for done, p in found for v, q in options]
            return [(meaning(operator, values), p) for values, p in found]
        case IfElse(condition, then, otherwise):
            return [
                (value, p * q)
                for truth, p in ways(condition, context)
                for value, q in ways(then if truth else otherwise, context)
            ]
        case Bernoulli(probability):
            return [
                pair
                for p, q in ways(probability, context)
                for pair in ((1.0, p * q), (0.0, (1 - p) * q))
            ]
        case Discrete(values, probabilities):
            return [
                (value, p * q)
                for value, one in zip(values, probabilities, strict=True)
                for p, q in ways(one, context)
            ]


def chances(weighted: Weighted) -> dict[float, float]:
    """The probability of each value."""
    found: dict[float, float] = {}
    for value, probability in weighted:
        if probability:
            found[value] = found.get(value, 0.0) + probability
    return found


class RandomExpressions:
    """Random expressions over some variables, made with a builder."""

    def __init__(self, rng: random.Random, builder: Builder, variables: list[Expression]) -> None:
        self.rng = rng
        self.builder = builder
        self.variables = variables
        self.truths = [one for one in variables if builder.is_boolean(one)]

    def truth(self, depth: int) -> Expression:
        """One that is 0 or 1."""
        rng, builder = self.rng, self.builder
        kind = rng.randrange(8) if depth else rng.randrange(2)
        if kind == 0 or (kind == 1 and not self.truths):
            return rng.choice([builder.true, builder.false])
        if kind == 1:
            return rng.choice(self.truths)
        if kind == 2:
            return builder.bernoulli(self.probability(depth - 1))
        if kind == 3:
            return builder.apply(Operator.NOT, [self.truth(depth - 1)])
        if kind == 4:
            operator = rng.choice([Operator.EQUAL, Operator.LESS, Operator.LESS_OR_EQUAL])
            return builder.apply(operator, [self.number(depth - 1), self.number(depth - 1)])
        if kind == 5:
            parts = [self.truth(depth - 1) for _ in range(3)]
            return builder.if_else(*parts)
        operator = rng.choice([Operator.AND, Operator.OR])
        count = rng.randint(1, 3)
        return builder.apply(operator, [self.truth(depth - 1) for _ in range(count)])

    def probability(self, depth: int) -> Expression:
        """One between 0 and 1."""
        builder, rng = self.builder, self.rng
        low, high = (builder.constant(rng.choice([0.0, 0.25, 0.5, 1.0])) for _ in range(2))
        return low if depth <= 0 else builder.if_else(self.truth(depth - 1), low, high)

    def number(self, depth: int) -> Expression:
        """Any number."""
        rng, builder = self.rng, self.builder
        kind = rng.randrange(7) if depth else rng.randrange(2)
        if kind == 0:
            return builder.constant(rng.choice(NUMBERS))
        if kind == 1:
            return rng.choice(self.variables)
        if kind == 2:
            return self.truth(depth - 1)
        if kind == 3:
            return builder.if_else(
                self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1)
            )
        if kind == 4:
            values = rng.sample(NUMBERS, 2)
            p = rng.choice([0.25, 0.5])
            return builder.discrete(values, [builder.constant(p), builder.constant(1 - p)])
        one = [Operator.NEGATE, Operator.ABSOLUTE, Operator.SIGN, Operator.FLOOR, Operator.ROUND]
        if kind == 5:
            return builder.apply(rng.choice(one), [self.number(depth - 1)])
        many = [Operator.ADD, Operator.MULTIPLY, Operator.MINIMUM, Operator.MAXIMUM]
        operator = rng.choice([*many, Operator.SUBTRACT])
        count = 2 if operator is Operator.SUBTRACT else rng.randint(1, 3)
        return builder.apply(operator, [self.number(depth - 1) for _ in range(count)])


def random_model(rng: random.Random) -> FactoredModel:
    """A small model with Boolean, enumerated and whole variables, chance and conditions."""
    builder = Builder()
    hues = ("red", "green", "blue")
    state = [VariableInfo(f"on(x{n})", Kind.BOOLEAN, float(rng.random() < 0.5)) for n in range(2)]
    state.append(VariableInfo("hue", Kind.ENUMERATED, 1.0, hues))
    actions = [VariableInfo(f"do(x{n})", Kind.BOOLEAN, 0.0) for n in range(2)]
    actions.append(VariableInfo("pick", Kind.ENUMERATED, 0.0, hues))
    layers: list[Expression] = [
        builder.variable(layer, place, boolean=info.kind is Kind.BOOLEAN)
        for layer, infos in ((Layer.STATE, state), (Layer.ACTION, actions))
        for place, info in enumerate(infos)
    ]
    middle: list[tuple[VariableInfo, Expression]] = []
    for number in range(rng.randint(0, 2)):
        made = RandomExpressions(rng, builder, list(layers)).truth(2)
        middle.append((VariableInfo(f"mid{number}", Kind.BOOLEAN, 0.0), made))
        layers.append(builder.variable(Layer.INTERMEDIATE, number, boolean=True))
    inside = RandomExpressions(rng, builder, list(layers))
    third = [builder.constant(0.25), builder.constant(0.25), builder.constant(0.5)]
    hue = builder.if_else(inside.truth(2), builder.discrete([0, 1, 2], third), layers[2])
    after = [
        builder.variable(Layer.NEXT, place, boolean=info.kind is Kind.BOOLEAN)
        for place, info in enumerate(state)
    ]
    paid = RandomExpressions(rng, builder, [*layers, *after])
    plain = RandomExpressions(rng, builder, layers[:2])
    over = plain.truth(1)
    while builder.draws(over):
        over = plain.truth(1)
    allowed = builder.apply(Operator.NOT, [builder.apply(Operator.AND, layers[3:5])])
    return FactoredModel(
        name="random",
        state=tuple(state),
        actions=tuple(actions),
        choices=(
            ActionValue(0, 1.0),
            ActionValue(1, 1.0),
            ActionValue(2, 1.0),
            ActionValue(2, 2.0),
        ),
        concurrency=rng.randint(1, 3),
        intermediate=tuple(middle),
        next_values=(inside.truth(3), inside.truth(3), hue),
        rewards=(paid.number(2), paid.number(1)),
        preconditions=(allowed,),
        ends=(End(over, Status.OVER),) if rng.random() < 0.3 else (),
        horizon=rng.randint(1, 4),
        discount=rng.choice([1.0, 0.5]),
    )


def steps(
    model: FactoredModel, state: tuple[float, ...], choices: tuple[ActionValue, ...]
) -> Iterator[tuple[tuple[float, ...], float, float]]:
    """Every way a step can go: the state after, the reward, the probability."""
    given = [info.start for info in model.actions]
    for choice in choices:
        given[choice.place] = choice.value
    context = {(Layer.STATE, n): v for n, v in enumerate(state)}
    context |= {(Layer.ACTION, n): v for n, v in enumerate(given)}
    made = [
        *(((Layer.INTERMEDIATE, n), e) for n, (_, e) in enumerate(model.intermediate)),
        *(((Layer.NEXT, n), e) for n, e in enumerate(model.next_values)),
    ]
    found: list[tuple[Context, float]] = [(context, 1.0)]
    for key, expression in made:
        found = [
            ({**known, key: value}, p * q)
            for known, p in found
            for value, q in chances(ways(expression, known)).items()
        ]
    for known, p in found:
        after = tuple(known[Layer.NEXT, n] for n in range(len(state)))
        paid = [(0.0, 1.0)]
        for reward in model.rewards:
            options = chances(ways(reward, known)).items()
            paid = [(a + b, q * r) for a, q in paid for b, r in options]
        for reward_value, q in paid:
            yield after, reward_value, p * q
