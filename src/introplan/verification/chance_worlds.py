"""The worlds in which the judge evaluates policies: outcomes by definition.

A relational action is applied by trying every binding and every draw (`relational.chance`), and
paid by the definitions of its formulas: slow, and nothing of it is shared with what plans. So are
steps of factored worlds (`factored`). Worlds in Python are asked for their own outcomes, and drawn
from by their own functions.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Set
from functools import singledispatch
from itertools import product
from typing import Any, Protocol

from introplan.errors import UsageError
from introplan.factored.task import FactoredTask
from introplan.mdp import NotAllowedError, Outcome, Task
from introplan.programs.chance import ChanceTask
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import ProgramTask
from introplan.relational.action import ActionSchema, GroundAction, did
from introplan.relational.chance import Change, possible_changes, sampled_change
from introplan.relational.derived import with_derived
from introplan.relational.domain import RelationalTask
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Literal
from introplan.relational.numbers import Numbers
from introplan.relational.rewriting import Binding
from introplan.relational.state import State
from introplan.slipping import SlipperyTask
from introplan.verification.factored import FactoredWorld


class JudgedWorld(Protocol):
    """What the judge asks of a world; states can be hashed."""

    @property
    def start(self) -> Hashable:
        """Where an episode begins."""
        ...

    def decoded(self, state: Hashable) -> Any:
        """The state as the task has it."""
        ...

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What an action leads to; raises `NotAllowedError`."""
        ...

    def sample(self, state: Hashable, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """One of these."""
        ...

    def actions(self, state: Hashable) -> Iterator[Any]:
        """What can be done."""
        ...


@singledispatch
def judged_world(task: Task) -> JudgedWorld:
    """The world of a task."""
    if isinstance(task, RelationalTask):
        return RelationalWorld(task)
    return AnyWorld(task)


@judged_world.register
def _(task: FactoredTask) -> JudgedWorld:
    return FactoredWorld(task.model, task.start)


@judged_world.register
def _(task: SlipperyTask) -> JudgedWorld:
    return SlipperyWorld(judged_world(task.base), task.probability)


class SlipperyWorld:
    """A world in which another action may be done than the policy says."""

    def __init__(self, base: JudgedWorld, probability: float) -> None:
        self.base = base
        self.probability = probability

    @property
    def start(self) -> Hashable:
        """Where an episode begins."""
        return self.base.start

    def decoded(self, state: Hashable) -> Any:
        """The state as the task has it."""
        return self.base.decoded(state)

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What each action that may be done leads to, by its share."""
        self.base.outcomes(state, action)  # raises where the action is not allowed
        return [
            (share * probability, outcome)
            for share, done in self._done(state, action)
            for probability, outcome in self.base.outcomes(state, done)
        ]

    def sample(self, state: Hashable, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """What one of these leads to."""
        self.base.outcomes(state, action)
        shares, actions = zip(*self._done(state, action), strict=True)
        return self.base.sample(state, rng.choices(actions, shares)[0], rng)

    def actions(self, state: Hashable) -> Iterator[Any]:
        """What can be chosen: what could be done where nothing slips."""
        return self.base.actions(state)

    def _done(self, state: Hashable, action: Any) -> list[tuple[float, Any]]:
        """Each action that may be done, with its probability."""
        others = [other for other in self.base.actions(state) if other != action]
        if not others:
            return [(1.0, action)]
        slip = self.probability / len(others)
        return [(1 - self.probability, action), *((slip, other) for other in others)]


class AnyWorld:
    """A task that is asked itself: of Python worlds, the user's functions are the definition."""

    def __init__(self, task: Task) -> None:
        self.task = task
        is_python = isinstance(task, ProgramTask | ChanceTask)
        self.encode: Any = kept if is_python else lambda state: state
        self.decode: Any = value_of if is_python else lambda state: state

    @property
    def start(self) -> Hashable:
        """Where an episode begins."""
        key: Hashable = self.encode(self.task.start)
        return key

    def decoded(self, state: Hashable) -> Any:
        """The state as the task has it."""
        return self.decode(state)

    def outcomes(self, state: Hashable, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """What the task says."""
        found = self.task.outcomes(self.decode(state), action)
        return [(p, outcome._replace(state=self.encode(outcome.state))) for p, outcome in found]

    def sample(self, state: Hashable, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """What the task draws."""
        outcome = self.task.sample(self.decode(state), action, rng)
        return outcome._replace(state=self.encode(outcome.state))

    def actions(self, state: Hashable) -> Iterator[Any]:
        """Every action that is not refused."""
        own = self.decode(state)
        return (action for action in self.task.actions(own) if self._is_possible(own, action))

    def _is_possible(self, state: Any, action: Any) -> bool:
        try:
            self.task.outcomes(state, action)
        except NotAllowedError:
            return False
        return True


class RelationalWorld:
    """A relational task, by the definitions of its language."""

    def __init__(self, task: RelationalTask) -> None:
        if task.is_sum_paid_once:
            raise UsageError("an episode of this task has no end; give it a horizon or a discount")
        self.task = task
        self.schemas = {schema.name: schema for schema in task.domain.actions}
        self.start = task.start
        self.objects = task.start.objects

    def decoded(self, state: Hashable) -> Any:
        """The state itself."""
        return state

    def outcomes(self, state: Any, action: Any) -> list[tuple[float, Outcome[Hashable]]]:
        """Every combination of draws, equal outcomes as one."""
        schema, binding, now = self._applied(state, action)
        found: dict[Outcome[Hashable], float] = {}
        for probability, change in possible_changes(schema, binding, now):
            outcome = self._outcome(state, action, now, change)
            found[outcome] = found.get(outcome, 0.0) + probability
        return [(probability, outcome) for outcome, probability in found.items()]

    def sample(self, state: Any, action: Any, rng: random.Random) -> Outcome[Hashable]:
        """One combination of draws."""
        schema, binding, now = self._applied(state, action)
        return self._outcome(state, action, now, sampled_change(schema, binding, now, rng))

    def actions(self, state: Any) -> Iterator[GroundAction]:
        """Every action that applies."""
        now = self._moments(state)
        for schema in self.task.domain.actions:
            for binding in self._bindings(schema):
                is_possible = holds(schema.precondition, now, binding)
                if is_possible and self._is_defined(schema, binding, now):
                    arguments = tuple(binding[v] for v in schema.parameters)
                    yield GroundAction(schema.name, arguments)

    def _applied(self, state: State, action: Any) -> tuple[ActionSchema, Binding, Moments]:
        schema = self.schemas.get(action.name) if isinstance(action, GroundAction) else None
        if schema is None or len(schema.parameters) != len(action.arguments):
            raise NotAllowedError(f"there is no action {action}")
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        now = self._moments(state)
        has_types = all(c in self.objects.of(v.types) for v, c in binding.items())
        is_possible = has_types and holds(schema.precondition, now, binding)
        if not (is_possible and self._is_defined(schema, binding, now)):
            raise NotAllowedError(f"the precondition of {action} does not hold")
        return schema, binding, now

    def _is_defined(self, schema: ActionSchema, binding: Binding, now: Moments) -> bool:
        """Are the numbers defined, whatever is drawn?"""
        drawn = (effect for chance in schema.chances for effect in chance.effects)
        if not any(effect.numeric for effect in (*schema.certain_effects, *drawn)):
            return True
        lookup = now.numbers.value
        found = possible_changes(schema, binding, now)
        return all(change.values(lookup) is not None for _, change in found)

    def _bindings(self, schema: ActionSchema) -> Iterator[Binding]:
        for choice in product(*(self.objects.of(v.types) for v in schema.parameters)):
            yield dict(zip(schema.parameters, choice, strict=True))

    def _moments(self, state: State) -> Moments:
        known = self._known(state.facts, state.numbers)
        return Moments(self.objects, known, numbers=state.numbers)

    def _known(self, facts: frozenset[Literal], numbers: Numbers) -> Set[Literal]:
        return with_derived(self.task.domain.derived, self.objects, facts, numbers)

    def _outcome(
        self, state: State, action: GroundAction, before: Moments, change: Change
    ) -> Outcome[Hashable]:
        facts = (state.facts - change.deletes) | change.adds
        numbers = state.numbers.after(change.values(state.numbers.value) or {})
        after = Moments(
            self.objects,
            self._known(facts, numbers),
            before.after,
            did(action),
            numbers,
            state.numbers,
        )
        reward = self.task.stated_reward.value(after)
        status = self.task.termination.value(after)
        return Outcome(State(self.objects, facts, numbers), reward, status)
