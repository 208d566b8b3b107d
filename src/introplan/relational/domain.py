"""Domains: the rules and the reward of a world. Tasks: a domain, a start, a horizon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.pictures import picture
from introplan.relational.action import ActionSchema, FunctionTerm
from introplan.relational.derived import DerivedRule, with_derived
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import Constant, Formula, Predicate, Variable
from introplan.relational.rewards import (
    DecisionList,
    Rule,
    maximal_reward,
    maximal_reward_condition,
)
from introplan.relational.state import State


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
    """The rules of a world and, unless problems bring their own goal, its reward."""

    name: str
    actions: tuple[ActionSchema, ...]
    predicates: tuple[Signature, ...] = ()
    types: tuple[TypeDeclaration, ...] = ()
    constants: tuple[tuple[Constant, tuple[str, ...]], ...] = ()
    functions: tuple[Signature, ...] = ()
    derived: tuple[DerivedRule, ...] = ()
    reward: DecisionList[float] | None = None
    termination: DecisionList[Status] | None = None
    requirements: tuple[str, ...] = ()

    def action(self, name: str) -> ActionSchema:
        """The action schema called `name`."""
        for schema in self.actions:
            if schema.name == name:
                return schema
        raise UsageError(f"domain {self.name} has no action {name!r}")

    @property
    def ancestors(self) -> dict[str, tuple[str, ...]]:
        """For each type the types above it, near ones first."""
        parents = {t.name: t.parents for t in self.types}
        above: dict[str, tuple[str, ...]] = {}
        for name in parents:
            found: dict[str, None] = {}
            waiting = list(parents[name])
            while waiting:
                kind = waiting.pop(0)
                if kind not in found:
                    found[kind] = None
                    waiting.extend(parents.get(kind, ()))
            above[name] = tuple(found)
        return above


@dataclass(frozen=True, slots=True)
class Task:
    """A domain, a start and a horizon (None: as many moves as it takes).

    `goal` is the goal of a plain PDDL problem: it pays 1 and ends the episode in a domain that
    has no reward of its own.
    """

    domain: Domain
    start: State
    horizon: int | None = None
    goal: Formula | None = None
    name: str = "task"
    costs: Mapping[FunctionTerm, float] = field(default_factory=dict, hash=False)

    @property
    def is_classical(self) -> bool:
        """Is this a plain goal, without any reward or termination?"""
        plain = self.domain.reward is None and self.domain.termination is None
        return plain and self.goal is not None

    @property
    def reward(self) -> DecisionList[float]:
        """The reward in force: the domain's, or 1 for the goal."""
        if self.domain.reward is not None:
            return self.domain.reward
        return DecisionList(() if self.goal is None else (Rule(self.goal, 1.0),), 0.0)

    @property
    def termination(self) -> DecisionList[Status]:
        """The termination in force.

        The domain's own rows come first. If none of them is a success, the goal is; without a
        goal and without a horizon, the first maximal reward is.
        """
        own = self.domain.termination or DecisionList((), Status.CONTINUE)
        if Status.SUCCESS in own.values:
            return own
        if self.goal is not None:
            return DecisionList((*own.rules, Rule(self.goal, Status.SUCCESS)), own.default)
        if self.horizon is not None:
            return own
        best = maximal_reward_condition(self.reward)
        return DecisionList((*own.rules, Rule(best, Status.SUCCESS)), own.default)

    @property
    def can_succeed(self) -> bool:
        """Is there a row that ends the episode with success?"""
        return Status.SUCCESS in self.termination.values

    @property
    def has_refunds(self) -> bool:
        """Can an action cost less than nothing?"""
        terms = [term for schema in self.domain.actions for term in schema.cost]
        values = [self.costs.values() if isinstance(t, FunctionTerm) else (t,) for t in terms]
        return any(value < 0 for each in values for value in each)

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start? Then the empty plan succeeds."""
        if not self.is_classical or self.goal is None:
            return False
        facts = with_derived(self.domain.derived, self.start.objects, self.start.facts)
        return holds(self.goal, Moments(self.start.objects, facts))

    @property
    def r_max(self) -> float:
        """The largest reward that a transition can pay."""
        return maximal_reward(self.reward)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)
