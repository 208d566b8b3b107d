"""From expressions with parameters to ground ones.

What depends on objects alone becomes a number, aggregations look only at objects that matter
(`joins`), and an expression that stands under the same binding of its own parameters is made once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from introplan.errors import ModelError
from introplan.factored.building import Builder
from introplan.factored.expressions import Constant, Expression, Layer, Operator
from introplan.factored.model import Kind, VariableInfo
from introplan.interop.rddl.joins import Binding, Joins
from introplan.interop.rddl.lifted import (
    Aggregate,
    Best,
    Call,
    Choose,
    Coin,
    Die,
    Lifted,
    Number,
    Parameter,
    Place,
    Reading,
    Role,
    Use,
    World,
)
from introplan.interop.rddl.naming import ground_name, ground_places, variable_info

SHORT_CUTS = {Operator.AND: 0.0, Operator.OR: 1.0, Operator.MULTIPLY: 0.0}
"""The argument that settles the value, whatever the others are."""

LAYERS = {Role.STATE: Layer.STATE, Role.ACTION: Layer.ACTION}

MAX_EXPRESSIONS = 5_000_000
"""Expressions that are made of one world: some gigabytes."""


class Grounder:
    """The ground expressions of a world.

    Intermediate fluents are ground when they are asked for, each after those it depends on;
    `intermediate` has them in that order. Those that turn out to be constant are none.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.builder = Builder()
        self.reading = Reading(world)
        self.joins = Joins(world, self.reading)
        self.places = {role: self._places(role) for role in (Role.STATE, Role.ACTION)}
        self.intermediate: list[tuple[VariableInfo, Expression]] = []
        self._made: dict[tuple[str, Place], Expression | None] = {}
        self._known: dict[tuple[int, Place], Expression] = {}
        self.in_reward = False
        self._drawn = 0
        self.fixed_actions: dict[int, float] = {}

    def _places(self, role: Role) -> dict[tuple[str, Place], int]:
        grounded = (
            (fluent.name, place)
            for fluent in self.world.fluents.values()
            if fluent.role is role
            for place in ground_places(self.world, fluent)
        )
        return {one: number for number, one in enumerate(grounded)}

    def fix(self, actions: Mapping[int, float]) -> None:
        """From now on these action variables, by their places, are constants."""
        self.fixed_actions.update(actions)
        self._known.clear()

    def closed(self, expression: Lifted) -> Expression:
        """An expression without free parameters."""
        return self.ground(expression, {})

    def definition(self, name: str, place: Place) -> Expression:
        """The expression by which a ground fluent gets its value; `x'` is x after the step."""
        defined = self.world.definitions[name]
        try:
            return self.ground(defined.body, dict(zip(defined.parameters, place, strict=True)))
        except ModelError as problem:
            if problem.file is not None or problem.message.startswith("the value of"):
                raise
            fluent = self.world.fluents[name.removesuffix("'")]
            shown = f"{ground_name(self.world, fluent, place)}{name[len(fluent.name) :]}"
            raise ModelError(f"the value of {shown}: {problem.message}") from None

    def ground(self, expression: Lifted, binding: Binding) -> Expression:
        """An expression under a binding of its parameters."""
        free = self.reading.free(expression)
        key = (id(expression), tuple([binding[name] for name in free]))
        known = self._known.get(key)
        if known is None:
            drawn = self._drawn
            known = self._ground(expression, binding)
            if self._drawn == drawn:  # else each use has a draw of its own
                self._known[key] = known
            if len(self._known) > MAX_EXPRESSIONS:
                raise ModelError(f"the ground world has more than {MAX_EXPRESSIONS:,} expressions")
        return known

    def _ground(self, expression: Lifted, binding: Binding) -> Expression:
        match expression:
            case Number(value):
                return self.builder.constant(value)
            case Parameter(name):
                return self.builder.constant(binding[name])
            case Use():
                return self._used(expression, binding)
            case Call(operator, arguments):
                return self._called(operator, arguments, binding)
            case Choose(condition, then, otherwise):
                asked = self.ground(condition, binding)
                if isinstance(asked, Constant):
                    return self.ground(then if asked.value else otherwise, binding)
                yes, no = self.ground(then, binding), self.ground(otherwise, binding)
                return self.builder.if_else(asked, yes, no)
            case Aggregate():
                return self._aggregated(expression, binding)
            case Coin(probability):
                return self.builder.bernoulli(self.ground(probability, binding))
            case Die():
                return self._rolled(expression, binding)
            case _:
                assert_never(expression)

    def _called(
        self, operator: Operator, arguments: tuple[Lifted, ...], binding: Binding
    ) -> Expression:
        settled = SHORT_CUTS.get(operator)
        if settled is None:
            return self.builder.apply(operator, [self.ground(a, binding) for a in arguments])
        # What depends on objects alone comes first: it may leave nothing else to ground.
        found: dict[int, Expression] = {}
        for fixed in (True, False):
            for number, argument in enumerate(arguments):
                if self.reading.is_fixed(argument) is fixed:
                    part = found[number] = self.ground(argument, binding)
                    if isinstance(part, Constant) and part.value == settled:
                        return part
        return self.builder.apply(operator, [found[n] for n in range(len(arguments))])

    def _aggregated(self, aggregate: Aggregate, binding: Binding) -> Expression:
        parts = []
        operator = aggregate.operator
        if isinstance(operator, Best):
            return self._best(aggregate, binding)
        settled = SHORT_CUTS.get(operator)
        for one in self.joins.bindings(aggregate, binding, self._number):
            part = self.ground(aggregate.body, one)
            if settled is not None and isinstance(part, Constant) and part.value == settled:
                return part
            parts.append(part)
        return self.builder.apply(operator, parts)

    def _number(self, expression: Lifted, binding: Binding) -> float:
        """The value of what depends on objects alone."""
        found = self.ground(expression, binding)
        assert isinstance(found, Constant), "it depends on objects alone"
        return found.value

    def _best(self, aggregate: Aggregate, binding: Binding) -> Expression:
        """The first object with the largest or smallest value."""
        builder = self.builder
        (name, kind), *rest = aggregate.parameters
        if rest:
            raise ModelError(
                f"{aggregate.operator.value} over several parameters is not supported"
            )
        places = range(len(self.world.objects[kind]))
        values = [self.ground(aggregate.body, {**binding, name: place}) for place in places]
        if any(map(builder.draws, values)):
            raise ModelError(f"draws in {aggregate.operator.value} are not supported")
        is_largest = aggregate.operator is Best.LARGEST
        extreme = Operator.MAXIMUM if is_largest else Operator.MINIMUM
        best, chosen = values[0], builder.constant(0)
        for place, value in enumerate(values[1:], start=1):
            pair = [best, value] if is_largest else [value, best]
            chosen = builder.if_else(
                builder.apply(Operator.LESS, pair), builder.constant(place), chosen
            )
            best = builder.apply(extreme, [best, value])
        return chosen

    def _rolled(self, die: Die, binding: Binding) -> Expression:
        if die.parameter is None:
            weights = [self.ground(weight, binding) for weight in die.weights]
        else:
            (weight,) = die.weights
            weights = [self.ground(weight, {**binding, die.parameter: v}) for v in die.values]
        if not die.is_normal:
            total = self.builder.apply(Operator.ADD, weights)
            weights = [self.builder.apply(Operator.DIVIDE, [w, total]) for w in weights]
        return self.builder.discrete(die.values, weights)

    def _used(self, use: Use, binding: Binding) -> Expression:
        arguments = [self.ground(argument, binding) for argument in use.arguments]
        return self._fluent(use, arguments, ())

    def _fluent(self, use: Use, arguments: list[Expression], place: Place) -> Expression:
        """The value of a fluent whose arguments may depend on the state themselves."""
        if not arguments:
            return self._valued(use, place)
        first, *rest = arguments
        if isinstance(first, Constant):
            return self._fluent(use, rest, (*place, int(first.value)))
        kind = self.world.fluents[use.fluent].types[len(place)]
        if self.builder.draws(first):
            first = self._drawn_once(first, kind)
        *others, last = range(len(self.world.objects[kind]))
        found = self._fluent(use, rest, (*place, last))
        for value in reversed(others):
            is_it = self.builder.apply(Operator.EQUAL, [first, self.builder.constant(value)])
            found = self.builder.if_else(is_it, self._fluent(use, rest, (*place, value)), found)
        return found

    def _drawn_once(self, expression: Expression, kind: str) -> Expression:
        """An object that is drawn, as a variable: the choice among all objects asks often."""
        self._drawn += 1
        info = VariableInfo(
            f"drawn-{kind}({self._drawn})", Kind.ENUMERATED, 0.0, self.world.objects[kind]
        )
        self.intermediate.append((info, expression))
        place = len(self.intermediate) - 1
        return self.builder.variable(Layer.INTERMEDIATE, place, boolean=False)

    def _valued(self, use: Use, place: Place) -> Expression:
        fluent = self.world.fluents[use.fluent]
        if fluent.role is Role.FIXED:
            return self.builder.constant(self.world.values[use.fluent][place])
        if fluent.role is Role.INTERMEDIATE:
            return self.made(use.fluent, place)
        if use.is_next and not self.in_reward:
            return self.made(f"{use.fluent}'", place)
        layer = Layer.NEXT if use.is_next else LAYERS[fluent.role]
        number = self.places[fluent.role][use.fluent, place]
        if fluent.role is Role.ACTION and number in self.fixed_actions:
            return self.builder.constant(self.fixed_actions[number])
        return self.builder.variable(layer, number, boolean=fluent.range == "bool")

    def made(self, name: str, place: Place) -> Expression:
        """A value made on the way: of an intermediate fluent, or of a state fluent as it will be.

        Both sides of the step see the same draw, so it is a variable unless nothing is to be made.
        """
        key = (name, place)
        if key in self._made:
            known = self._made[key]
            if known is None:
                raise ModelError(f"the value of {name} depends on itself")
            return known
        self._made[key] = None
        was_in_reward, self.in_reward = self.in_reward, False
        expression = self.definition(name, place)
        self.in_reward = was_in_reward
        if not isinstance(expression, Constant):
            fluent = self.world.fluents[name.removesuffix("'")]
            info = variable_info(self.world, fluent, place, suffix=name[len(fluent.name) :])
            self.intermediate.append((info, expression))
            boolean = info.kind is Kind.BOOLEAN
            number = len(self.intermediate) - 1
            expression = self.builder.variable(Layer.INTERMEDIATE, number, boolean=boolean)
        self._made[key] = expression
        return expression

    def shared_next(self, name: str, place: Place) -> Expression | None:
        """The value after the step as it was made on the way; None if it was not asked for."""
        return self._made.get((f"{name}'", place))
