"""Reward machines (Toro Icarte et al. 2018): a finite automaton that watches transitions and pays.

A machine is compiled into plain parts of a domain. Its state is one predicate without parameters
for each of its states but the initial one, which is the case where none of them holds. Every
action gets conditional effects that take the machine along its edges: the condition of an edge
speaks of the transition, so it is regressed through the action (`regression.py`). What an edge
pays is a row of a sum without variables.

From each state the edges are tried in order; if none fits, the machine stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain, Signature
from introplan.relational.formula import (
    FALSE,
    And,
    Formula,
    Literal,
    Moment,
    Not,
    Predicate,
    conjunction,
)
from introplan.relational.regression import all_true, negated, regressed
from introplan.relational.rewards import Reward, SumRow


@dataclass(frozen=True, slots=True)
class Edge:
    """From one state to another when the condition holds on a transition, and what that pays."""

    source: str
    target: str
    condition: Formula
    reward: float = 0.0


@dataclass(frozen=True, slots=True)
class Machine:
    """A finite automaton over transitions."""

    name: str
    states: tuple[str, ...]
    initial: str
    edges: tuple[Edge, ...]

    def predicate(self, state: str) -> Predicate:
        """The predicate that says that the machine is in a state other than the initial one."""
        return Predicate(f"{self.name}-{state}", 0)

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """One for each state but the initial one."""
        return tuple(self.predicate(state) for state in self.states if state != self.initial)

    def is_in(self, state: str, moment: Moment = Moment.AFTER) -> Formula:
        """The machine is in this state."""
        if state != self.initial:
            return Literal(self.predicate(state), (), moment)
        return conjunction(*(Not(Literal(p, (), moment)) for p in self.predicates))

    def above(self, edge: Edge) -> Iterator[Edge]:
        """The edges that are tried before this one, from the same state."""
        for other in self.edges:
            if other is edge:
                return
            if other.source == edge.source:
                yield other


def with_machine(domain: Domain, machine: Machine) -> Domain:
    """The domain with a machine compiled into its actions and its reward.

    Raises `NotRegressibleError` if an edge reads a derived predicate after the action.
    """
    signatures = tuple(Signature(p.name, ()) for p in machine.predicates)
    derived = derived_predicates(domain.derived)
    paid = tuple(_row(machine, edge) for edge in machine.edges if edge.reward != 0)
    reward = domain.reward
    if paid:
        own = reward or Reward()
        reward = replace(own, sums=(*own.sums, *paid))
    return replace(
        domain,
        predicates=(*domain.predicates, *signatures),
        actions=tuple(_moving(machine, schema, derived) for schema in domain.actions),
        reward=reward,
    )


def _row(machine: Machine, edge: Edge) -> SumRow:
    """What an edge pays: the machine was in its source, it fits, and none above it does."""
    earlier = (Not(other.condition) for other in machine.above(edge))
    source = machine.is_in(edge.source, Moment.BEFORE)
    return SumRow((), And((source, *earlier, edge.condition)), edge.reward)


def _moving(machine: Machine, schema: ActionSchema, derived: frozenset[Predicate]) -> ActionSchema:
    """The action with effects that take the machine along its edges."""
    effects: list[ConditionalEffect] = []
    fits = {id(edge): regressed(edge.condition, schema, derived) for edge in machine.edges}
    for edge in machine.edges:
        earlier = [negated(fits[id(other)]) for other in machine.above(edge)]
        condition = all_true([machine.is_in(edge.source), *earlier, fits[id(edge)]])
        if condition != FALSE and edge.source != edge.target:
            effects.append(_step(machine, edge, condition))
    return replace(schema, conditional=(*schema.conditional, *effects))


def _step(machine: Machine, edge: Edge, condition: Formula) -> ConditionalEffect:
    entered, left = (
        () if state == machine.initial else (Literal(machine.predicate(state), ()),)
        for state in (edge.target, edge.source)
    )
    return ConditionalEffect((), condition, entered, left)
