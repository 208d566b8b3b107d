"""Plans of relational tasks, replayed: does each action apply, what does it change and pay?

The world of a replay is changed in place (`replay_world`). A reward is asked for after every
action and its answer seldom changes, so its conditions are compiled and remember what decided them
(`conditions`): a step of a long plan costs about as much as the action changes, not as much as the
world contains.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from introplan.errors import did_you_mean
from introplan.mdp import Status, Verdict, WrongStepError, add, display_number, total
from introplan.relational.action import ActionSchema, GroundAction, cost_of
from introplan.relational.domain import RelationalTask
from introplan.relational.fluents import has_changing_costs
from introplan.relational.formula import Constant, Formula, type_text
from introplan.relational.numbers import FunctionTerm
from introplan.relational.rewards import DecisionList, succeeded
from introplan.relational.state import Row
from introplan.verification.amounts import PaidAmount
from introplan.verification.conditions import Compilation
from introplan.verification.largest import larger_reward
from introplan.verification.parts import Part
from introplan.verification.replay_world import ReplayWorld, Schema
from introplan.verification.rows import Transition
from introplan.verification.sums import Sums

V = TypeVar("V")


class Rows(Generic[V]):
    """A decision list whose conditions are compiled."""

    def __init__(self, rows: DecisionList[V], conditions: list[Part]) -> None:
        values = [rule.value for rule in rows.rules]
        self.rules = list(zip(conditions, values, strict=True))
        self.default = rows.default

    def value(self, step: Transition) -> V:
        """The value of the first row that holds, or the default."""
        for condition, value in self.rules:
            if condition.holds(step):
                return value
        return self.default


class RelationalReplay:
    """A plan under way: the world as it is now and what was paid so far."""

    def __init__(self, task: RelationalTask, check: Callable[[], None]) -> None:
        self.task = task
        self.check = check
        self.world = ReplayWorld(task, check)
        self.schemas = {schema.name: schema for schema in task.domain.actions}
        self.compiled: dict[str, Schema] = {}
        self.has_costs = any(schema.cost for schema in task.domain.actions)
        self.changing = has_changing_costs(task.domain.actions)
        self.constants = {c.name: c for c, _ in task.start.objects.declared}
        # A plain PDDL plan is judged by its last state alone.
        self.is_classical = task.is_classical
        # A sum that is to be paid once: its amount decides, in whatever way it comes together.
        self.is_by_value = task.is_sum_paid_once
        compilation = Compilation(task.start.objects, self.world.true, check)
        self.conditions: dict[Formula, Part] = {}
        self.amounts: list[PaidAmount] = []
        if self.is_classical:
            self.listed = Rows(DecisionList((), 0.0), [])
            self.sums = Sums((), compilation)
            self.termination = Rows(DecisionList((), Status.CONTINUE), [])
        else:
            reward = task.stated_reward  # as written: the judge folds nothing
            self.listed = Rows(reward.rows, self._parts(reward.rows, compilation))
            self.sums = Sums(reward.sums, compilation)
            self.amounts = [PaidAmount(x, compilation) for x in reward.amounts]
            ends = task.named_termination if self.is_by_value else task.termination
            self.termination = Rows(ends, self._parts(ends, compilation))
        self.status = Status.CONTINUE
        self.rewards: list[float] = []
        self.cost = 0.0

    def _parts(self, rows: DecisionList[V], compilation: Compilation) -> list[Part]:
        """The conditions of the rows; equal ones are compiled once, and share their memory."""
        for rule in rows.rules:
            if rule.condition not in self.conditions:
                self.conditions[rule.condition] = compilation.part(rule.condition, {})
        return [self.conditions[rule.condition] for rule in rows.rules]

    def take_all(self, plan: Iterable[GroundAction | str]) -> None:
        """Take one action after the other."""
        for action in plan:
            self.take(action)

    def take(self, action: GroundAction | str) -> None:
        """Take one action of the plan; `WrongStepError` says why it cannot be taken."""
        self._check_that_steps_are_left()
        self.check()
        schema, ground = self._action(action)
        self._check_arguments(schema, ground)
        names = [c.name for c in ground.arguments]
        changes = self._compiled(schema).changes(names, self.world.true)
        if isinstance(changes, str):
            raise self._wrong(changes.format(ground))
        self.cost = add(self.cost, self._cost(schema, ground) if self.has_costs else 1.0)
        done = (schema.name, *names)
        step = self.world.change(changes.adds, changes.deletes, done, changes.values)
        paid = self.sums.added_to(self.listed.value(step), step)
        for amount in self.amounts:
            paid = add(paid, amount.paid(step))
        self.rewards.append(paid)
        self.status = self.termination.value(step)
        if self.is_by_value:
            self.status = succeeded(self.status, paid, self.task.largest)

    def _compiled(self, schema: ActionSchema) -> Schema:
        if schema.name not in self.compiled:
            objects, true = self.task.start.objects, self.world.true
            self.compiled[schema.name] = Schema(schema, objects, true, self.check)
        return self.compiled[schema.name]

    def _cost(self, schema: ActionSchema, ground: GroundAction) -> float:
        """What the action costs in the state before it."""
        binding = dict(zip(schema.parameters, ground.arguments, strict=True))
        if not self.changing:
            return cost_of(schema, binding, self.task.costs)
        values = self.world.true.values
        terms = {self._term(row): value for row, value in values.items()}
        return cost_of(schema, binding, {**self.task.costs, **terms})

    def _term(self, row: Row) -> FunctionTerm:
        return FunctionTerm(row[0], tuple(self.constants[name] for name in row[1:]))

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        if self.is_classical:
            return self._judged_by_goal()
        if self.status is Status.FAILURE:
            reason = f"step {len(self.rewards)}: the episode ended with failure"
        elif self.status is Status.SUCCESS or not self.task.can_succeed:
            return self.verdict(valid=True, status=self.status, reason="")
        elif self.task.is_paid_once and self.rewards:
            return self._judged_by_rewards()
        else:
            reason = "the plan ends before success"
        return self.verdict(valid=False, status=self.status, reason=reason)

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """The verdict with what was counted so far."""
        rewards = tuple(self.rewards)
        return Verdict(
            valid, total(rewards, self.task.discount), status, reason, self.cost, rewards
        )

    def _judged_by_rewards(self) -> Verdict:
        """The plan must end with its highest reward, and no higher one may be found nearby."""
        *before, last = self.rewards
        if any(reward >= last for reward in before):
            reason = "the plan ends before success: not with the highest reward on the way"
        elif (more := larger_reward(self.task, last, self.check)) is not None:
            paid, possible = display_number(last), display_number(more)
            reason = f"the plan ends before success: it is paid {paid}, and {possible} can be had"
        else:
            return self.verdict(valid=True, status=Status.SUCCESS, reason="")
        return self.verdict(valid=False, status=self.status, reason=reason)

    def _judged_by_goal(self) -> Verdict:
        goal = self.task.goal
        assert goal is not None, "a classical task has a goal"
        true = self.world.true
        goal_part = Compilation(self.task.start.objects, true, self.check).part(goal, {})
        if not goal_part.holds(Transition(true)):
            reason = "the goal does not hold at the end"
            return self.verdict(valid=False, status=Status.CONTINUE, reason=reason)
        rewards = (*self.rewards[:-1], 1.0) if self.rewards else ()
        score = total(rewards, self.task.discount) if rewards else 1.0
        return Verdict(True, score, Status.SUCCESS, "", self.cost, rewards)

    def _check_that_steps_are_left(self) -> None:
        taken = len(self.rewards)
        if self.status is not Status.CONTINUE:
            raise self._wrong(f"the episode ended with {self.status} at step {taken}")
        if self.task.horizon is not None and taken >= self.task.horizon:
            raise self._wrong(f"the horizon allows no more than {self.task.horizon} steps")

    def _action(self, action: GroundAction | str) -> tuple[ActionSchema, GroundAction]:
        """The schema and the objects that `action` names."""
        if not isinstance(action, str | GroundAction):
            raise self._wrong(f"{str(action)[:80]} is no action; write (name object ...)")
        if not isinstance(action, str):
            # The steps of a planner's own plan, of which there may be many thousands.
            schema = self.schemas.get(action.name)
            if schema is not None and all(c.name in self.constants for c in action.arguments):
                return schema, action
        name, *arguments = (
            self._words(action)
            if isinstance(action, str)
            else (action.name, *(c.name for c in action.arguments))
        )
        schema = self.schemas.get(name) or self.schemas.get(name.lower())
        if schema is None:
            raise self._wrong(f"unknown action {name[:80]!r}{did_you_mean(name, self.schemas)}")
        constants = tuple(self._constant(argument) for argument in arguments)
        return schema, GroundAction(schema.name, constants)

    def _words(self, text: str) -> list[str]:
        """The words of "(pick i1 d1)"."""
        match = re.fullmatch(r"\s*\(([^()]*)\)\s*", text)
        words = match[1].split() if match else []
        if not words:
            raise self._wrong(f"{text[:80]!r} is not an action; write it as (name object ...)")
        return words

    def _constant(self, name: str) -> Constant:
        found = self.constants.get(name) or self.constants.get(name.lower())
        if found is None:
            raise self._wrong(f"unknown object {name[:80]!r}{did_you_mean(name, self.constants)}")
        return found

    def _check_arguments(self, schema: ActionSchema, action: GroundAction) -> None:
        """Raise unless there is an object of a fitting type for each parameter."""
        wanted, given = len(schema.parameters), len(action.arguments)
        if wanted != given:
            text = str(action)[:80]
            raise self._wrong(f"{schema.name} takes {wanted} objects, got {given} in {text}")
        members = self._compiled(schema).members
        for variable, constant, fitting in zip(
            schema.parameters, action.arguments, members, strict=True
        ):
            if constant.name not in fitting:
                kind = type_text(variable.types)
                raise self._wrong(f"{constant} in {str(action)[:80]} is not of type {kind}")

    def _wrong(self, reason: str) -> WrongStepError:
        return WrongStepError(f"step {len(self.rewards) + 1}: {reason}")
