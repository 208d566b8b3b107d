"""One step of a factored world: what is allowed, what is drawn, what can come of it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from introplan.errors import ModelError, TooManyOutcomesError
from introplan.factored.evaluation import Distribution, Evaluator, Moment, Value
from introplan.factored.expressions import Expression, Layer, variables
from introplan.factored.model import ActionValue, FactoredModel
from introplan.mdp import Status

MAX_OUTCOMES = 20_000
"""Outcomes of one action that are listed: some tenths of a second."""

Values = tuple[float, ...]

Row = tuple[Values, float, Status]
"""What comes of a step: values after it, the reward, the termination signal."""


class Simulator:
    """Steps of a model, over values by place."""

    def __init__(self, model: FactoredModel) -> None:
        self.model = model
        counts = [len(model.state), len(model.actions), len(model.intermediate)]
        self.starts = (0, counts[0], sum(counts[:2]), sum(counts))
        self.evaluator = Evaluator(self.starts)
        self.defaults = [info.start for info in model.actions]
        value = self.evaluator.value
        self._allowed = [value(one) for one in model.preconditions]
        self._single = _single(model, self._allowed)
        self._next = [value(one) for one in model.next_values]
        self._rewards = [value(one) for one in model.rewards]
        self._ends = [(value(end.condition), end.status) for end in model.ends]
        self.has_chance = any(map(self.evaluator.draws, _stochastic(model)))
        self._reward_waits = any(
            v.layer is Layer.NEXT for one in model.rewards for v in variables(one)
        )

    def refused(self, state: Values, choices: tuple[ActionValue, ...]) -> int | None:
        """The number of the first precondition that does not hold; None if all do."""
        moment = self._moment(state, choices)
        for number, holds in enumerate(self._allowed):
            if not holds(moment):
                return number
        return None

    def may_choose(self, state: Values, choice: ActionValue) -> bool:
        """Do the preconditions hold in which no other action variable occurs?"""
        conditions = self._single.get(choice.place)
        if not conditions:
            return True
        moment = self._moment(state, (choice,))
        return all(holds(moment) for holds in conditions)

    def status(self, state: Values) -> Status:
        """How an episode stands in a state."""
        if not self._ends:
            return Status.CONTINUE
        moment = self._moment(state, ())
        return next((s for holds, s in self._ends if holds(moment)), Status.CONTINUE)

    def sample(self, state: Values, choices: tuple[ActionValue, ...], rng: random.Random) -> Row:
        """One outcome, drawn with `rng`."""
        moment = self._moment(state, choices)
        expressions = [expression for _, expression in self.model.intermediate]
        first = self.starts[Layer.INTERMEDIATE]
        moment[-2] = rng
        moment[-1] = lambda place: self.evaluator.value(expressions[place - first])(moment)
        after = tuple(self._value(place, moment) for place in range(len(state)))
        self._complete(moment, after)
        reward = math.fsum(pays(moment) for pays in self._rewards)
        return after, reward, self.status(after)

    def outcomes(self, state: Values, choices: tuple[ActionValue, ...]) -> list[tuple[float, Row]]:
        """Every outcome with its probability; `TooManyOutcomesError` beyond `MAX_OUTCOMES`."""
        found: dict[Row, float] = {}
        ways = 0
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            world = _World(self, self._moment(state, choices), scripts.pop())
            rows = list(self._rows(world.moment, len(state)))
            ways += len(rows)
            if ways > MAX_OUTCOMES:
                raise _too_many()
            for weight, row in rows:  # only now all that the step asks for was asked for
                found[row] = found.get(row, 0.0) + world.probability * weight
            scripts.extend(reversed(world.others))
        return [(probability, row) for row, probability in found.items()]

    def _rows(self, moment: Moment, count: int) -> Iterator[tuple[float, Row]]:
        """What comes of a step, given what was made on the way."""
        options = [self._options(place, moment) for place in range(count)]
        rewards = None if self._reward_waits else self._paid(moment)
        if math.prod(map(len, options)) > MAX_OUTCOMES:
            raise _too_many()
        for combination in product(*options):
            after = tuple(value for value, _ in combination)
            weight = math.prod(p for _, p in combination)
            self._complete(moment, after)
            status = self.status(after)
            for reward, p in self._paid(moment) if rewards is None else rewards:
                yield weight * p, (after, reward, status)

    def _paid(self, moment: Moment) -> Distribution:
        """The reward, with probabilities where it is drawn itself."""
        if not any(map(self.evaluator.draws, self.model.rewards)):
            return [(math.fsum(pays(moment) for pays in self._rewards), 1.0)]
        parts = [self.evaluator.distribution(one)(moment) for one in self.model.rewards]
        if math.prod(map(len, parts)) > MAX_OUTCOMES:
            raise _too_many()
        return [
            (math.fsum(value for value, _ in chosen), math.prod(p for _, p in chosen))
            for chosen in product(*parts)
        ]

    def _moment(self, state: Values, choices: tuple[ActionValue, ...]) -> Moment:
        actions = self.defaults
        if choices:
            actions = actions.copy()
            for choice in choices:
                actions[choice.place] = choice.value
        return [*state, *actions, *[None] * len(self.model.intermediate), None, None]

    def _complete(self, moment: Moment, after: Values) -> None:
        """Put the values after the step where rewards look for them."""
        moment[self.starts[Layer.NEXT] : -2] = after

    def _value(self, place: int, moment: Moment) -> float:
        try:
            return self._next[place](moment)
        except ModelError as problem:
            raise self._located(place, problem) from None

    def _options(self, place: int, moment: Moment) -> Distribution:
        expression: Expression = self.model.next_values[place]
        try:
            return self.evaluator.distribution(expression)(moment)
        except ModelError as problem:
            raise self._located(place, problem) from None

    def _located(self, place: int, problem: ModelError) -> ModelError:
        return ModelError(f"{self.model.state[place].name} after a step: {problem.message}")


class _World:
    """One way in which the values on the way come out, told by a script of numbers.

    Where the script ends the first value is taken, and `others` get the scripts of the rest.
    """

    def __init__(self, simulator: Simulator, moment: Moment, script: tuple[int, ...]) -> None:
        self.simulator = simulator
        self.moment = moment
        self.script = script
        self.taken = 0
        self.probability = 1.0
        self.others: list[tuple[int, ...]] = []
        moment[-1] = self._missing

    def _missing(self, place: int) -> Any:
        first = self.simulator.starts[Layer.INTERMEDIATE]
        info, expression = self.simulator.model.intermediate[place - first]
        try:
            options = self.simulator.evaluator.distribution(expression)(self.moment)
        except ModelError as problem:
            raise ModelError(f"{info.name}: {problem.message}") from None
        number = 0
        if len(options) > 1:
            if self.taken < len(self.script):
                number = self.script[self.taken]
            else:
                head = self.script + (0,) * (self.taken - len(self.script))
                self.others += [(*head, other) for other in range(1, len(options))]
            self.taken += 1
        value, probability = options[number]
        self.probability *= probability
        return value


def _single(model: FactoredModel, conditions: list[Value]) -> dict[int, list[Value]]:
    """Preconditions by the action variable that alone occurs in them."""
    found: dict[int, list[Value]] = {}
    for expression, holds in zip(model.preconditions, conditions, strict=True):
        places = {v.place for v in variables(expression) if v.layer is Layer.ACTION}
        if len(places) == 1:
            found.setdefault(places.pop(), []).append(holds)
    return found


def _stochastic(model: FactoredModel) -> Iterator[Expression]:
    yield from model.next_values
    yield from model.rewards
    yield from (expression for _, expression in model.intermediate)


def _too_many() -> TooManyOutcomesError:
    return TooManyOutcomesError(
        f"an action has more than {MAX_OUTCOMES:,} outcomes, too many to list; "
        "draw one with sample"
    )
