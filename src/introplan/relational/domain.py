"""Domains: the rules and the reward of a relational world. Tasks: a domain, a start, a horizon.

The representation is lifted STRIPS with ADL conditions, as in PDDL (McDermott et al. 1998), plus a
reward and a termination as decision lists. `RelationalTask` answers `mdp.Task`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.mdp import (
    Outcome,
    Status,
    Wanted,
    check_discount,
    check_horizon,
    world_name,
)
from introplan.pictures import picture
from introplan.relational.action import ActionSchema, GroundAction
from introplan.relational.amount_folding import with_folded_amounts
from introplan.relational.derived import DerivedRule, with_derived
from introplan.relational.evaluation import Moments, holds
from introplan.relational.fluents import (
    changing_functions,
    compares,
    fits_doubles,
)
from introplan.relational.formula import Constant, Formula, Predicate, Variable
from introplan.relational.numbers import FunctionTerm
from introplan.relational.plan_costs import may_refund, note_on_costs, plan_costs
from introplan.relational.purpose import Purpose
from introplan.relational.rewards import DecisionList, Reward, adds_up_in_floats, goal_reward
from introplan.relational.state import State
from introplan.relational.terms import types_above

if TYPE_CHECKING:
    from introplan.relational import aims
    from introplan.relational import simulator as simulators
    from introplan.relational.aims import Aim
    from introplan.relational.simulator import Simulator
else:  # for users who take steps themselves, and for rewards that are sums
    aims = deferred("introplan.relational.aims")
    simulators = deferred("introplan.relational.simulator")


@dataclass(frozen=True, slots=True)
class TypeDeclaration:
    """A type and the types directly above it."""

    name: str
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate or function with its typed parameters, as declared."""

    name: str
    parameters: tuple[Variable, ...]

    @property
    def predicate(self) -> Predicate:
        """The predicate that is declared here."""
        return Predicate(self.name, len(self.parameters))


@dataclass(frozen=True, slots=True)
class Domain:
    """The rules of a world and, unless problems bring their own goal, its reward.

    `discount` holds for the tasks that have none of their own.
    """

    name: str
    actions: tuple[ActionSchema, ...]
    predicates: tuple[Signature, ...] = ()
    types: tuple[TypeDeclaration, ...] = ()
    constants: tuple[tuple[Constant, tuple[str, ...]], ...] = ()
    functions: tuple[Signature, ...] = ()
    derived: tuple[DerivedRule, ...] = ()
    reward: Reward | None = None
    termination: DecisionList[Status] | None = None
    requirements: tuple[str, ...] = ()
    discount: float = 1.0

    def action(self, name: str) -> ActionSchema:
        """The action schema called `name`."""
        for schema in self.actions:
            if schema.name == name:
                return schema
        raise UsageError(f"domain {self.name} has no action {name!r}")

    @property
    def changing_functions(self) -> frozenset[str]:
        """The functions whose values some action changes."""
        return changing_functions(self.actions)

    @property
    def is_numeric(self) -> bool:
        """Does it change numbers, or compare any?"""
        has_amounts = self.reward is not None and bool(self.reward.amounts)
        return bool(self.changing_functions) or has_amounts or compares(self.conditions())

    def conditions(self, goal: Formula | None = None) -> Iterator[Formula]:
        """Every condition that stands in the domain, and a goal beside it."""
        yield from () if goal is None else (goal,)
        for schema in self.actions:
            yield schema.precondition
            yield from (effect.condition for effect in schema.conditional)
            for chance in schema.chances:
                yield from chance.conditions
        yield from (rule.body for rule in self.derived)
        yield from () if self.reward is None else self.reward.conditions
        if self.termination is not None:
            yield from (end.condition for end in self.termination.rules)

    @property
    def ancestors(self) -> dict[str, tuple[str, ...]]:
        """For each type the types above it, near ones first."""
        return types_above({t.name: t.parents for t in self.types})


FROM_DOMAIN = math.nan
"""In place of a task's discount: the one of its domain. No discount is not a number."""


@dataclass(slots=True)
class Compiled:
    """What is made of one task when it is first asked for; copies start without."""

    simulator: Simulator | None = None
    aim: Aim | None = None
    reward: Reward | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Compiled, ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class RelationalTask(Purpose):
    """A domain, a start and a horizon (None: as many moves as it takes); the public `Task`.

    `discount` is what a reward is worth one step later; the domain's, if none is given.
    `goal` is the goal of a plain PDDL problem: it pays 1 and ends the episode in a domain that
    has no reward of its own. `largest` is the largest reward that is paid anywhere, if it was
    found out; it matters where the task `is_paid_once` and the reward has sums.
    """

    domain: Domain
    start: State
    horizon: int | None = None
    goal: Formula | None = None
    name: str = "task"
    costs: Mapping[FunctionTerm, float] = field(default_factory=dict, hash=False)
    discount: float = FROM_DOMAIN
    largest: float | None = None
    # Kept out of comparison, pickles and `replace`: it is a cache, and belongs to this start.
    _compiled: Compiled = field(default_factory=Compiled, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.discount is FROM_DOMAIN:
            object.__setattr__(self, "discount", self.domain.discount)
        check_discount(self.discount)
        check_horizon(self.horizon)

    def __repr__(self) -> str:
        # A task holds its whole domain: the fields of all nouns in it would fill screens.
        count, facts = len(self.start.objects.declared), len(self.start.facts)
        return f"<Task {self.name} of {self.domain.name}: {count} objects, {facts} facts>"

    @property
    def wanted(self) -> Wanted:
        """What a plan is for: success, or the score where nothing ends with success.

        A task that `is_paid_once` names no success; there the largest reward ends the episode.
        """
        if self.is_paid_once:
            return Wanted.BEST_REWARD
        return Wanted.SUCCESS if self.can_succeed else Wanted.SCORE

    @property
    def engines(self) -> tuple[str, ...]:
        """The search engines; the native one adds up in doubles and must not round."""
        constants = [t for s in self.domain.actions for t in s.cost if isinstance(t, int | float)]
        numbers = (*self.reward.sizes(self.start.objects), *constants, *self.costs.values())
        is_exact = adds_up_in_floats(numbers, self.horizon)
        conditions = self.domain.conditions(self.goal)
        is_read = fits_doubles(self.domain.actions, conditions, self.start.numbers)
        is_native = is_exact and is_read and not self.reward.amounts
        return ("native", "python") if is_native else ("python",)

    @property
    def is_numeric(self) -> bool:
        """Are there numbers that change, or comparisons of numbers?"""
        return self.domain.is_numeric or (self.goal is not None and compares((self.goal,)))

    @property
    def has_chance(self) -> bool:
        """Does some action draw what happens?"""
        return any(schema.chances for schema in self.domain.actions)

    @property
    def runs_user_code(self) -> bool:
        """Never: a model file is data."""
        return False

    @property
    def has_action_costs(self) -> bool:
        """Does some action name a cost?"""
        return any(schema.cost for schema in self.domain.actions)

    @property
    def simulator(self) -> Simulator:
        """The task's rules, compiled once."""
        kept = self._compiled
        if kept.simulator is None:
            objects, domain, ends = self.start.objects, self.domain, self.termination
            parts = objects, domain.actions, domain.derived, self.reward, ends, self.success_value
            functions = tuple((f.name, len(f.parameters)) for f in domain.functions)
            kept.simulator = simulators.Simulator(simulators.Rules(*parts, functions))
        return kept.simulator

    def actions(self, state: State) -> list[GroundAction]:
        """The applicable actions, in the order of schemas and of their arguments' names."""
        return self.simulator.actions(state)

    def step(self, state: State, action: GroundAction) -> Outcome[State]:
        """The outcome of `action`; raises `NotAllowedError` where its precondition is false.

        An action that draws what happens has no single outcome: `ChanceError`.
        """
        return self.simulator.step(state, action)

    def successors(self, state: State) -> list[tuple[GroundAction, Outcome[State]]]:
        """Every applicable action with its outcome."""
        return self.simulator.successors(state)

    def outcomes(self, state: State, action: GroundAction) -> list[tuple[float, Outcome[State]]]:
        """What `action` can lead to; one outcome with probability 1 where nothing is drawn."""
        return self.simulator.outcomes(state, action)

    def sample(self, state: State, action: GroundAction, rng: random.Random) -> Outcome[State]:
        """One outcome of `action`, drawn with `rng`."""
        return self.simulator.sample(state, action, rng)

    def with_r_max(self, reward: float) -> RelationalTask:
        """The task as it is where its rows say what the largest reward is."""
        has_sums = bool(self.reward.sums or self.reward.amounts)
        is_known = not has_sums and reward == self.r_max
        return self if is_known else replace(self, largest=reward)

    def restarted(self, state: State, *, horizon: int | None) -> RelationalTask:
        """The same task with another start and horizon."""
        return replace(self, start=state, horizon=horizon)

    def action_costs(self, plan: Sequence[GroundAction]) -> list[float]:
        """What each action of a plan costs: 1 where the task names no costs."""
        if not self.has_action_costs:
            return [1.0] * len(plan)
        return plan_costs(self.domain.actions, plan, self.costs, self.start, self.step)

    def note_on_costs(self, plan: Iterable[GroundAction]) -> str:
        """A note on costs in `plan` that the problem gives no value for; mostly empty."""
        known = {*self.costs, *self.start.numbers.changing}
        return note_on_costs(self.domain.actions, plan, known)

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The largest reward there is, unless every step pays the same."""
        if self.reward.is_constant:
            return None
        # Of a sum it is only known how much nothing rules out; an episode may have found less.
        return max(rewards) if rewards and self.is_sum_paid_once else self.milestone_value

    @property
    def has_refunds(self) -> bool:
        """Can an action cost less than nothing?"""
        return may_refund(self.domain.actions, self.costs)

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start? Then the empty plan succeeds."""
        if not self.is_classical or self.goal is None:
            return False
        start = self.start
        facts = with_derived(self.domain.derived, start.objects, start.facts, start.numbers)
        return holds(self.goal, Moments(start.objects, facts, numbers=start.numbers))

    @property
    def reward(self) -> Reward:
        """The reward in force, in which amounts that no action changes are rows of sums."""
        kept, stated = self._compiled, self.stated_reward
        if not stated.amounts:
            return stated
        if kept.reward is None:
            start, changing = self.start, self.domain.changing_functions
            kept.reward = with_folded_amounts(
                stated, start.objects, start.numbers, changing=changing
            )
        return kept.reward

    @property
    def stated_reward(self) -> Reward:
        """The reward as it is written: the domain's, or 1 for the goal."""
        if self.domain.reward is not None:
            return self.domain.reward
        return goal_reward(self.goal)

    @property
    def aim(self) -> Aim:
        """What to aim for where the reward has sums."""
        kept = self._compiled
        if kept.aim is None:
            kept.aim = aims.task_aim(self)
        return kept.aim

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)


@world_name.register(RelationalTask)
def _(task: RelationalTask) -> str:
    return task.domain.name


Task = RelationalTask
"""The public name, `introplan.Task`; inside the package `Task` is the protocol of `mdp.py`."""
