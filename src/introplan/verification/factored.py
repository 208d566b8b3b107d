"""Factored worlds as the judge sees them: a step by its definition.

What is made on the way is only drawn where the step asks for it: the step is begun again for each
of its values. What expressions mean is in `meanings`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from introplan.errors import TooManyOutcomesError
from introplan.factored.expressions import Expression, Layer, Variable
from introplan.factored.model import ActionValue, FactoredModel
from introplan.factored.states import (
    NOOP,
    FactoredState,
    JointAction,
    joint_action,
    layout_of,
    plain_name,
    value_text,
)
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.verification.meanings import Chances, Context, NotMadeError, chances_of, value_of

MAX_OUTCOMES = 5_000
"""Outcomes of one action that are worked out: below a second."""


@dataclass(frozen=True, slots=True)
class FactoredWorld:
    """A factored model and its start."""

    model: FactoredModel
    start: FactoredState

    def decoded(self, state: Hashable) -> Any:
        """The state itself."""
        return state

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """Every combination of draws, equal outcomes as one."""
        found: dict[Outcome[Hashable], float] = {}
        waiting = [(1.0, self._allowed(state, action))]
        while waiting:
            weight, context = waiting.pop()
            try:
                rows = list(self._rows(context, state))
            except NotMadeError as asked:
                variable, chances = self._made(asked.args[0], context)
                for value, p in chances.items():
                    waiting.append((weight * p, {**context, variable: value}))
                continue
            for p, outcome in rows:
                found[outcome] = found.get(outcome, 0.0) + weight * p
            if len(found) + len(waiting) > MAX_OUTCOMES:
                raise TooManyOutcomesError("there are too many outcomes to work them all out")
        return [(probability, outcome) for outcome, probability in found.items()]

    def sample(self, state: Any, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """One combination of draws."""
        context = self._allowed(state, action)
        for place, (_, expression) in enumerate(self.model.intermediate):
            drawn = value_of(expression, context, rng)
            context[Variable(Layer.INTERMEDIATE, place)] = drawn
        after = tuple(value_of(one, context, rng) for one in self.model.next_values)
        context |= _placed(Layer.NEXT, after)
        reward = math.fsum(value_of(one, context, rng) for one in self.model.rewards)
        return Outcome(FactoredState(state.layout, after), reward, self._status(after))

    def actions(self, state: Any) -> Iterator[Any]:
        """Every joint action that is allowed, few choices first."""
        layout = layout_of(self.model.actions)
        for size in range(self.model.concurrency + 1):
            for choices in combinations(self.model.choices, size):
                if len({choice.place for choice in choices}) == size:
                    action = joint_action(layout, choices)
                    try:
                        self._allowed(state, action)
                    except NotAllowedError:
                        continue
                    yield action

    def _allowed(self, state: FactoredState, action: Any) -> Context:
        """The values before the step; raises `NotAllowedError`."""
        choices: Sequence[ActionValue] | None = None
        if isinstance(action, str):
            choices = self._named(action)
        elif isinstance(action, JointAction):
            choices = action.choices
        if choices is None or not self._is_possible(choices):
            raise NotAllowedError(f"there is no action {action}")
        if self._status(state.values_by_place) is not Status.CONTINUE:
            raise NotAllowedError("the episode is over")
        given = [info.start for info in self.model.actions]
        for choice in choices:
            given[choice.place] = choice.value
        context = _placed(Layer.STATE, state.values_by_place) | _placed(Layer.ACTION, given)
        for number, condition in enumerate(self.model.preconditions, start=1):
            if not _certain(condition, context):
                raise NotAllowedError(f"precondition {number} of {action} does not hold")
        return context

    def _is_possible(self, choices: Sequence[ActionValue]) -> bool:
        places = {choice.place for choice in choices}
        one_each = len(places) == len(choices) <= self.model.concurrency
        return one_each and all(choice in self.model.choices for choice in choices)

    def _named(self, text: str) -> list[ActionValue] | None:
        """The choices that a text names; None if there is one that it does not know."""
        known = {
            plain_name(value_text(self.model.actions[choice.place], choice.value)): choice
            for choice in self.model.choices
        }
        rest, found = plain_name(text), []
        while rest and rest != NOOP:
            name = next((one for one in known if rest == one or rest.startswith(f"{one},")), None)
            if name is None:
                return None
            found.append(known[name])
            rest = rest[len(name) + 1 :]
        return found

    def _made(self, variable: Variable, context: Context) -> tuple[Variable, Chances]:
        """What a value on the way can be, or one that is needed for it."""
        _, expression = self.model.intermediate[variable.place]
        try:
            return variable, chances_of(expression, context)
        except NotMadeError as asked:
            return self._made(asked.args[0], context)

    def _rows(
        self, context: Context, state: FactoredState
    ) -> Iterator[tuple[float, Outcome[Hashable]]]:
        options = [chances_of(one, context) for one in self.model.next_values]
        if math.prod(map(len, options)) > MAX_OUTCOMES:
            raise TooManyOutcomesError("there are too many outcomes to work them all out")
        for chosen in product(*(one.items() for one in options)):
            after = tuple(value for value, _ in chosen)
            weight = math.prod(p for _, p in chosen)
            known = context | _placed(Layer.NEXT, after)
            paid = [chances_of(one, known).items() for one in self.model.rewards]
            for rewards in product(*paid):
                share = weight * math.prod(p for _, p in rewards)
                reward = math.fsum(value for value, _ in rewards)
                yield (
                    share,
                    Outcome(FactoredState(state.layout, after), reward, self._status(after)),
                )

    def _status(self, values: Sequence[float]) -> Status:
        context = _placed(Layer.STATE, values)
        ends = (end.status for end in self.model.ends if _certain(end.condition, context))
        return next(ends, Status.CONTINUE)


def _placed(layer: Layer, values: Sequence[float]) -> Context:
    return {Variable(layer, place): value for place, value in enumerate(values)}


def _certain(condition: Expression, context: Context) -> bool:
    """Does a condition hold, in which nothing is drawn?"""
    (value,) = chances_of(condition, context)
    return bool(value)
