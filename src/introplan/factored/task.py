"""A factored world as a task: what every planner and every judge asks of a world."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from introplan.errors import ChanceError
from introplan.factored.choices import JointActions
from introplan.factored.model import ActionValue, FactoredModel
from introplan.factored.simulator import Row, Simulator
from introplan.factored.states import FactoredState, JointAction, Layout, layout_of
from introplan.mdp import NotAllowedError, Outcome, Status, Wanted, check_horizon, world_name

FEW_ACTIONS = 64
"""Up to so many joint actions are tried as they are: asking for each choice takes as long."""

MAX_KEPT = 10_000
"""Of sequences of joint actions of some of the choices: hundreds of bytes each and more."""


@dataclass(frozen=True, slots=True)
class _World:
    """What the tasks of one model share."""

    model: FactoredModel
    layout: Layout
    actions: JointActions
    simulator: Simulator
    fewer: dict[tuple[ActionValue, ...], JointActions]
    """Joint actions of some of the choices, as they were asked for."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FactoredTask:
    """A factored world, where it starts, and how many moves there are (None: any number)."""

    world: _World
    start: FactoredState
    horizon: int | None
    discount: float

    def __repr__(self) -> str:
        """Its name and how large it is; the model is long."""
        model = self.model
        sizes = f"{len(model.state)} variables, {len(model.choices)} choices"
        return f"<FactoredTask {self.name}: {sizes}, horizon {self.horizon}>"

    @property
    def model(self) -> FactoredModel:
        """The variables and the expressions by which they change."""
        return self.world.model

    @property
    def name(self) -> str:
        """What the model is called."""
        return self.model.name

    @property
    def has_chance(self) -> bool:
        """Is anything drawn?"""
        return self.world.simulator.has_chance

    @property
    def wanted(self) -> Wanted:
        """The score; the largest reward, once, where nothing else would end an episode."""
        ends = self.model.ends or self.horizon is not None or self.discount != 1
        return Wanted.SCORE if ends or self.has_chance else Wanted.BEST_REWARD

    @property
    def r_max(self) -> float | None:
        """Not known."""
        return None

    @property
    def engines(self) -> tuple[str, ...]:
        """Steps are taken in Python."""
        return ("python",)

    @property
    def runs_user_code(self) -> bool:
        """Never: expressions are data."""
        return False

    @property
    def has_action_costs(self) -> bool:
        """Every action costs 1."""
        return False

    def state(self, **changes: object) -> FactoredState:
        """The start with other values for the variables that are named."""
        return self.start.changed(changes)

    def action(self, text: str) -> JointAction:
        """The joint action that prints like this, such as `reboot(c1), reboot(c2)` or `noop`."""
        return self.world.actions.named(text)

    def actions(self, state: FactoredState) -> Sequence[JointAction]:
        """The joint actions to try, made when they are asked for; none where the episode is over.

        Some that are not allowed are among them. Where there are many, choices whose own
        preconditions do not hold in `state` are left out.
        """
        world, values = self.world, state.values_by_place
        if world.simulator.status(values) is not Status.CONTINUE:
            return ()
        if world.actions.total <= FEW_ACTIONS:
            return world.actions
        choices = tuple(c for c in self.model.choices if world.simulator.may_choose(values, c))
        found = world.fewer.get(choices)
        if found is None:
            found = JointActions(choices, self.model.concurrency, world.actions.layout)
            if len(world.fewer) < MAX_KEPT:
                world.fewer[choices] = found
        return found

    def step(self, state: FactoredState, action: JointAction | str) -> Outcome[FactoredState]:
        """The outcome where there is only one; else `ChanceError`."""
        found = self.outcomes(state, action)
        if len(found) > 1:
            raise ChanceError(f"the step {action}")
        return found[0][1]

    def successors(self, state: FactoredState) -> list[tuple[JointAction, Outcome[FactoredState]]]:
        """Every joint action that is allowed in `state` with its outcome."""
        found = []
        for action in self.actions(state):
            try:
                found.append((action, self.step(state, action)))
            except NotAllowedError:
                continue
        return found

    def outcomes(
        self, state: FactoredState, action: JointAction | str
    ) -> list[tuple[float, Outcome[FactoredState]]]:
        """What `action` can lead to; `TooManyOutcomesError` where that cannot be listed."""
        choices = self._checked(state, action).choices
        rows = self.world.simulator.outcomes(state.values_by_place, choices)
        return [(probability, self._outcome(row)) for probability, row in rows]

    def sample(
        self, state: FactoredState, action: JointAction | str, rng: random.Random
    ) -> Outcome[FactoredState]:
        """One outcome, drawn with `rng`."""
        choices = self._checked(state, action).choices
        return self._outcome(self.world.simulator.sample(state.values_by_place, choices, rng))

    def restarted(self, state: FactoredState, *, horizon: int | None) -> FactoredTask:
        """The same task with another start and horizon."""
        check_horizon(horizon)
        return replace(self, start=state, horizon=horizon)

    def with_r_max(self, reward: float) -> FactoredTask:
        """The same task: no reward ends an episode."""
        return self

    def action_costs(self, plan: Sequence[Any]) -> list[float]:
        """Every action costs 1."""
        return [1.0] * len(plan)

    def note_on_costs(self, plan: Iterable[Any]) -> str:
        """Nothing: every action costs 1."""
        return ""

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """None: milestones are of plans."""
        return None

    def _checked(self, state: FactoredState, action: JointAction | str) -> JointAction:
        """The joint action, if it can be done; raises `NotAllowedError`."""
        found = self.action(action) if isinstance(action, str) else action
        if not isinstance(found, JointAction) or not self.world.actions.has(found):
            raise NotAllowedError(f"there is no action {action}")
        simulator = self.world.simulator
        if simulator.status(state.values_by_place) is not Status.CONTINUE:
            raise NotAllowedError("the episode is over")
        refused = simulator.refused(state.values_by_place, found.choices)
        if refused is not None:
            raise NotAllowedError(f"precondition {refused + 1} of {found} does not hold")
        return found

    def _outcome(self, row: Row) -> Outcome[FactoredState]:
        values, reward, status = row
        return Outcome(FactoredState(self.world.layout, values), reward, status)


def factored_task(model: FactoredModel) -> FactoredTask:
    """The task of a model: its start, horizon and discount."""
    layout, actions = layout_of(model.state), layout_of(model.actions)
    joint = JointActions(model.choices, model.concurrency, actions)
    world = _World(model, layout, joint, Simulator(model), {})
    start = FactoredState(layout, tuple(info.start for info in model.state))
    return FactoredTask(world, start, model.horizon, model.discount)


@world_name.register(FactoredTask)
def _(task: FactoredTask) -> str:
    return "a factored world"
