"""Plans for relational tasks, replayed in the plain model.

The world is one mutable set of true literals to which the
changes of each action are applied in place; the state before an action is a view that undoes
them. A reward is asked for after every action and its answer seldom changes, so its conditions
remember what decided them (`logic/remembering.py`): a step of a long plan costs about as much as
the action changes, not as much as the world contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Generic, TypeVar

from introplan.errors import did_you_mean
from introplan.logic.evaluation import Moments, holds
from introplan.logic.formula import Constant, Literal, Predicate, type_text
from introplan.logic.grounding import NounVocabulary
from introplan.logic.query import Facts
from introplan.logic.remembering import Remembering
from introplan.logic.substitution import Binding, literals
from introplan.mdp import Status
from introplan.model.action import ActionSchema, GroundAction, changes, cost_of, did
from introplan.model.decision_list import DecisionList
from introplan.model.derivation import Derivation
from introplan.model.derived import derived_predicates
from introplan.model.domain import Task
from introplan.verification.verdict import Verdict, WrongStepError, total

V = TypeVar("V")


class RelationalReplay:
    """A plan under way: the world as it is now and what was paid so far."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.world = _World(task)
        self.schemas = {schema.name: schema for schema in task.domain.actions}
        self.has_costs = any(schema.cost for schema in task.domain.actions)
        self.constants = {c.name: c for c, _ in task.start.objects.declared}
        self.members: dict[tuple[str, ...], frozenset[Constant]] = {}
        # A plain PDDL plan is judged by its last state alone.
        self.is_classical = task.is_classical
        self.reward = _Rows(DecisionList((), 0.0) if self.is_classical else task.reward)
        self.termination = _Rows(
            DecisionList((), Status.CONTINUE) if self.is_classical else task.termination
        )
        self.status = Status.CONTINUE
        self.rewards: list[float] = []
        self.cost = 0.0

    def take(self, action: GroundAction | str) -> None:
        """Do one action of the plan, or say why it cannot be done."""
        self._check_that_steps_are_left()
        schema, ground = self._action(action)
        binding = self._binding(schema, ground)
        moments = Moments(self.world.objects, self.world.known)
        if not holds(schema.precondition, moments, binding):
            raise self._wrong(f"the precondition of {ground} does not hold")
        before = self.world.change(*changes(schema, binding, moments))
        transition = Moments(self.world.objects, self.world.known, before, did(ground))
        self.reward.forget(self.world.changed)
        self.termination.forget(self.world.changed)
        self.cost += cost_of(schema, binding, self.task.costs) if self.has_costs else 1.0
        self.rewards.append(self.reward.value(transition))
        self.status = self.termination.value(transition)

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        if self.is_classical:
            return self._judged_by_goal()
        if self.status is Status.FAILURE:
            reason = f"step {len(self.rewards)}: the episode ended with failure"
        elif self.status is Status.SUCCESS or not self.task.can_succeed:
            return self.verdict(valid=True, status=self.status, reason="")
        else:
            reason = "the plan ends before success"
        return self.verdict(valid=False, status=self.status, reason=reason)

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """The verdict with what was counted so far."""
        rewards = tuple(self.rewards)
        return Verdict(valid, total(rewards), status, reason, self.cost, rewards)

    def _judged_by_goal(self) -> Verdict:
        goal = self.task.goal
        assert goal is not None, "a classical task has a goal"
        if not holds(goal, Moments(self.world.objects, self.world.known)):
            reason = "the goal does not hold at the end"
            return self.verdict(valid=False, status=Status.CONTINUE, reason=reason)
        rewards = (*self.rewards[:-1], 1.0) if self.rewards else ()
        return Verdict(True, 1.0, Status.SUCCESS, "", self.cost, rewards)

    def _check_that_steps_are_left(self) -> None:
        taken = len(self.rewards)
        if self.status is not Status.CONTINUE:
            raise self._wrong(f"the episode ended with {self.status} at step {taken}")
        if self.task.horizon is not None and taken >= self.task.horizon:
            raise self._wrong(f"the horizon allows no more than {self.task.horizon} steps")

    def _action(self, action: GroundAction | str) -> tuple[ActionSchema, GroundAction]:
        """The schema and the objects that `action` names."""
        name, *arguments = (
            self._words(action)
            if isinstance(action, str)
            else (action.name, *(c.name for c in action.arguments))
        )
        schema = self.schemas.get(name) or self.schemas.get(name.lower())
        if schema is None:
            raise self._wrong(f"unknown action {name!r}{did_you_mean(name, self.schemas)}")
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
            raise self._wrong(f"unknown object {name!r}{did_you_mean(name, self.constants)}")
        return found

    def _binding(self, schema: ActionSchema, action: GroundAction) -> Binding:
        """The schema's parameters with the objects in their place, each of a fitting type."""
        wanted, given = len(schema.parameters), len(action.arguments)
        if wanted != given:
            raise self._wrong(f"{schema.name} takes {wanted} objects, got {given} in {action}")
        binding = dict(zip(schema.parameters, action.arguments, strict=True))
        for variable, constant in binding.items():
            if constant not in self._members(variable.types):
                kind = type_text(variable.types)
                raise self._wrong(f"{constant} in {action} is not of type {kind}")
        return binding

    def _members(self, types: tuple[str, ...]) -> frozenset[Constant]:
        if types not in self.members:
            self.members[types] = frozenset(self.world.objects.of(types))
        return self.members[types]

    def _wrong(self, reason: str) -> WrongStepError:
        return WrongStepError(f"step {len(self.rewards) + 1}: {reason}")


class _World:
    """The true literals, changed in place; `known` includes the derived ones.

    `changed` names the predicates whose literals the last action may have changed.
    """

    def __init__(self, task: Task) -> None:
        self.objects = task.start.objects
        self.rules = task.domain.derived
        self.derivation = Derivation(self.rules, NounVocabulary(self.objects))
        self.premises = {x.predicate for rule in self.rules for x in literals(rule.body)}
        self.facts = set(task.start.facts)
        self.known = self._with_derived()
        self.changed: Set[Predicate] = frozenset()

    def change(self, adds: set[Literal], deletes: set[Literal]) -> Set[Literal]:
        """Delete, then add; gives what was known before."""
        removed, added = (deletes - adds) & self.facts, adds - self.facts
        self.facts -= removed
        self.facts |= added
        self.changed = {x.predicate for x in (*removed, *added)}
        if self.changed & self.premises:
            self.changed |= derived_predicates(self.rules)
            before: Set[Literal] = self.known
            self.known = self._with_derived()
            return before
        self.known -= removed
        self.known |= added
        return _Undone(self.known, added, removed)

    def _with_derived(self) -> set[Literal]:
        if not self.rules:
            return self.facts
        rows = Facts((f.predicate, *f.terms) for f in self.facts)
        self.derivation.derive(rows)
        return {Literal(row[0], row[1:]) for row in rows}


@dataclass(frozen=True, slots=True)
class _Undone(Set[Literal]):
    """The set that `now` was before `added` were added and `removed` were removed."""

    now: Set[Literal]
    added: Set[Literal]
    removed: Set[Literal]

    def __contains__(self, literal: object) -> bool:
        return literal in self.removed or (literal in self.now and literal not in self.added)

    def __iter__(self) -> Iterator[Literal]:
        yield from self.removed
        yield from (x for x in self.now if x not in self.added)

    def __len__(self) -> int:
        return len(self.now) - len(self.added) + len(self.removed)


class _Rows(Generic[V]):
    """A decision list whose conditions remember what decided them."""

    def __init__(self, rows: DecisionList[V]) -> None:
        self.rules = [(Remembering(rule.condition), rule.value) for rule in rows.rules]
        self.default = rows.default

    def forget(self, changed: Set[Predicate]) -> None:
        """To be told before each question: literals of these predicates have changed."""
        for condition, _ in self.rules:
            condition.forget(changed)

    def value(self, moments: Moments) -> V:
        """The value of the first row that holds, or the default."""
        for condition, value in self.rules:
            if condition.holds(moments):
                return value
        return self.default
