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
from introplan.relational.rewards import (
    DecisionList,
    Reward,
    Rule,
    adds_up_in_floats,
    condition_for,
    maximal_reward,
    maximal_reward_condition,
)
from introplan.relational.state import State
from introplan.relational.terms import types_above
from introplan.relational.weights import with_weights

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

    def conditions(self) -> Iterator[Formula]:
        """Every condition that stands in the domain."""
        for schema in self.actions:
            yield schema.precondition
            yield from (effect.condition for effect in schema.conditional)
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
class _Compiled:
    """What is made of one task when it is first asked for; copies start without."""

    simulator: Simulator | None = None
    reward: Reward | None = None
    aim: Aim | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _Compiled, ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class RelationalTask:
    """A domain, a start and a horizon (None: as many moves as it takes); the public `Task`.

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
    _compiled: _Compiled = field(default_factory=_Compiled, init=False, repr=False, compare=False)

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
        goal = () if self.goal is None else (self.goal,)
        conditions = (*self.domain.conditions(), *goal)
        is_read = fits_doubles(self.domain.actions, conditions, self.start.numbers)
        is_native = is_exact and is_read and not self.reward.amounts
        return ("native", "python") if is_native else ("python",)

    @property
    def is_numeric(self) -> bool:
        """Are there numbers that change, or comparisons of numbers?"""
        return self.domain.is_numeric or (self.goal is not None and compares((self.goal,)))

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
            domain = self.domain
            rules = simulators.Rules(
                self.start.objects,
                domain.actions,
                domain.derived,
                self.reward,
                self.termination,
                self.success_value,
                tuple((f.name, len(f.parameters)) for f in domain.functions),
            )
            kept.simulator = simulators.Simulator(rules)
        return kept.simulator

    def actions(self, state: State) -> list[GroundAction]:
        """The applicable actions, in the order of schemas and of their arguments' names."""
        return self.simulator.actions(state)

    def step(self, state: State, action: GroundAction) -> Outcome[State]:
        """The outcome of `action`; raises `NotAllowedError` where its precondition is false."""
        return self.simulator.step(state, action)

    def successors(self, state: State) -> list[tuple[GroundAction, Outcome[State]]]:
        """Every applicable action with its outcome."""
        return self.simulator.successors(state)

    def outcomes(self, state: State, action: GroundAction) -> list[tuple[float, Outcome[State]]]:
        """The one outcome of `action`, with probability 1."""
        return [(1.0, self.simulator.step(state, action))]

    def sample(self, state: State, action: GroundAction, rng: random.Random) -> Outcome[State]:
        """The one outcome of `action`; nothing is drawn."""
        return self.simulator.step(state, action)

    def with_r_max(self, reward: float) -> RelationalTask:
        """The task as it is where its rows say what the largest reward is."""
        is_known = not self.reward.sums and reward == self.r_max
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
        numbers = {**self.costs, **self.start.numbers.changing}
        return note_on_costs(self.domain.actions, plan, numbers.__contains__)

    def milestone_reward(self, rewards: Sequence[float]) -> float | None:
        """The largest reward there is, unless every step pays the same."""
        if self.reward.is_constant:
            return None
        # Of a sum it is only known how much nothing rules out; an episode may have found less.
        return max(rewards) if rewards and self.is_sum_paid_once else self.milestone_value

    @property
    def is_classical(self) -> bool:
        """Is this a plain goal, without any reward or termination?"""
        plain = self.domain.reward is None and self.domain.termination is None
        return plain and self.goal is not None

    @property
    def reward(self) -> Reward:
        """The reward in force: the domain's, or 1 for the goal.

        Amounts that never change are folded into sums; `stated_reward` has them as written.
        """
        kept = self._compiled
        if kept.reward is None:
            changing = self.domain.changing_functions
            start, stated = self.start, self.stated_reward
            kept.reward = with_weights(stated, start.objects, start.numbers, changing=changing)
        return kept.reward

    @property
    def stated_reward(self) -> Reward:
        """The reward as it is written: the domain's, or 1 for the goal."""
        if self.domain.reward is not None:
            return self.domain.reward
        return Reward(DecisionList(() if self.goal is None else (Rule(self.goal, 1.0),), 0.0))

    @property
    def termination(self) -> DecisionList[Status]:
        """The termination in force.

        The domain's own rows come first. If none of them is a success, the goal is; where the
        task `is_paid_once`, the first maximal reward is.
        """
        own = self.named_termination
        if not self.is_paid_once or self.is_sum_paid_once:  # of sums the amount decides
            return own
        best = self.best_condition
        return DecisionList((*own.rules, Rule(best, Status.SUCCESS)), own.default)

    @property
    def named_termination(self) -> DecisionList[Status]:
        """What the domain and the goal say about the end."""
        own = self.domain.termination or DecisionList((), Status.CONTINUE)
        if self.goal is None or Status.SUCCESS in own.values:
            return own
        return DecisionList((*own.rules, Rule(self.goal, Status.SUCCESS)), own.default)

    @property
    def success_value(self) -> float | None:
        """A step that pays this much ends the episode with success; None: rows alone say so.

        Where a sum is to be paid once, the same amount can come in many ways. As long as the
        largest one is not known, only a step that pays as much as any can is one for certain.
        """
        return self.r_max if self.is_sum_paid_once else None

    @property
    def names_success(self) -> bool:
        """Does a row of the termination, or the goal, say what success is?"""
        own = self.domain.termination
        return self.goal is not None or (own is not None and Status.SUCCESS in own.values)

    @property
    def is_paid_once(self) -> bool:
        """Is the task to be paid the largest reward once, since nothing else ends an episode?"""
        return not self.names_success and self.horizon is None and self.discount == 1

    @property
    def is_sum_paid_once(self) -> bool:
        """Is the amount of a sum what ends the episode?"""
        return self.is_paid_once and bool(self.reward.sums or self.reward.amounts)

    @property
    def can_succeed(self) -> bool:
        """Is there a way to end the episode with success?"""
        return self.is_paid_once or Status.SUCCESS in self.named_termination.values

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
    def r_max(self) -> float:
        """The largest reward that a transition can pay; with sums, a bound on it from above."""
        if self.largest is not None:
            return self.largest
        if self.reward.amounts:
            return math.inf
        return self.aim.r_max if self.reward.sums else maximal_reward(self.reward.rows)

    @property
    def best_condition(self) -> Formula:
        """What pays r_max; with sums, as much of it as can be had in one step."""
        if self.reward.sums:
            return self.aim.condition
        if self.largest is not None:
            return condition_for(self.reward.rows, self.largest)
        return maximal_reward_condition(self.reward.rows)

    @property
    def milestone_value(self) -> float:
        """What a step pays at least that meets `best_condition`."""
        if not self.reward.sums:
            return maximal_reward(self.reward.rows)
        return self.aim.value if self.largest is None else self.largest

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
