"""What was read off a program as texts: variables, what the reward says, how an episode ends."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.facts import EndPath, RewardPath, Variable
from introplan.introspection.programs.clauses import Clause
from introplan.introspection.programs.ends import End, possible_ends, status_of
from introplan.introspection.programs.reading import Reading
from introplan.mdp import Status, display_number
from introplan.symbolic.constraints.clearing import cleared
from introplan.symbolic.constraints.entailment import contradicts, minimal
from introplan.symbolic.constraints.interval import Box, Domain, OneOf, Range
from introplan.symbolic.interpreter.values import Value, as_term, is_term
from introplan.symbolic.terms.build import conjoin
from introplan.symbolic.terms.naming import Names
from introplan.symbolic.terms.render import text_of, value_text
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Term, Var, variables

SEEN = " in the states seen"
"""Behind values that are known from samples alone."""

MAX_END_PATHS = 400
"""Pairs of an answer of `terminal` and one of the reward that are compared for the report."""


@dataclass(slots=True)
class Words:
    """Texts about one reading, with the names that the program uses."""

    reading: Reading
    names: Names
    later: dict[Var, Term] = field(init=False)
    """For each variable the one that stands for it after a step, in all texts."""
    box: Box = field(init=False)
    """What is known of variables before and after a step; nothing where rules are not known."""
    possible: Sequence[End] | None = None
    """The ends that the rules allow, once they were asked for."""

    def __post_init__(self) -> None:
        self.later = {var: Var(f"{var.name}'", var.sort) for var in self.reading.order}
        known = self.reading.box if self.reading.operators is not None else {}
        after = {new: known[old] for old, new in self.later.items() if old in known}
        self.box = {**known, **{var: d for var, d in after.items() if isinstance(var, Var)}}

    def reward_paths(self) -> tuple[RewardPath, ...]:
        """What the reward says, once where it says it of every action."""
        found: dict[tuple[str, str, int], list[Any]] = {}
        for clause in self.reading.clauses or ():
            key = (self._condition(clause), self._value(clause.value), clause.line)
            found.setdefault(key, []).append(clause.action)
        return tuple(
            RewardPath(action, guard, value, line)
            for (guard, value, line), actions in found.items()
            for action in self._once(actions)
        )

    def ends(self) -> tuple[EndPath, ...]:
        """How an episode can end, and what the last step pays then."""
        found: dict[tuple[str, str, str], dict[int, Any]] = {}
        for end, status in self._endings():
            for guard, value in self._paid_at(end, status):
                actions = found.setdefault((guard, value, str(status)), {})
                actions[id(end.action)] = end.action
        return tuple(
            EndPath(action, guard, value, status)
            for (guard, value, status), actions in found.items()
            for action in self._once(list(actions.values()))
        )

    def _endings(self) -> Iterator[tuple[Clause, Status]]:
        for clause in self.reading.end_clauses or ():
            status = None if is_term(clause.value) else status_of(self.reading, clause.value)
            if status is not None and status is not Status.CONTINUE:
                yield clause, status

    def _paid_at(self, end: Clause, status: Status) -> list[tuple[str, str]]:
        """When a step ends so, and what the reward pays then."""
        clauses = [c for c in self.reading.clauses or () if c.action is end.action]
        if len(clauses) * len(self.reading.end_clauses or ()) > MAX_END_PATHS:
            return [(self._condition(end), "?")]
        clauses = [c for c in clauses if self._can_pay(status, c)]
        if not clauses and self._possible_ends() is not None:
            return []
        is_mixed = any(isinstance(c.condition, tuple) for c in clauses)
        if is_mixed and len({self._value(clause.value) for clause in clauses}) == 1:
            return [(self._condition(end), self._value(clauses[0].value))]
        both = [(self._joined(end, clause), self._value(clause.value)) for clause in clauses]
        return [(guard, value) for guard, value in both if guard is not None] or [
            (self._condition(end), "?")
        ]

    def _joined(self, end: Clause, paid: Clause) -> str | None:
        """The condition of two clauses at once; None if they exclude each other."""
        box = self.box
        both = conjoin([self._with_primes(c.condition) for c in (end, paid)])
        return None if contradicts(box, [both]) else self._text(minimal(both, box))

    def _can_pay(self, status: Status, paid: Clause) -> bool:
        """Can a step end so and pay that? What is not a known number can.

        Where a condition speaks of the state after alone, it says the same of every action.
        """
        found, value = self._possible_ends(), paid.value
        actions: list[Any] = [paid.action] if isinstance(paid.condition, tuple) else []
        if found is None or not isinstance(value, int | float):
            return True
        return any(
            end.status in (status, None) and end.least <= value <= end.most
            for end in found
            if not actions or end.action is actions[0]
        )

    def _possible_ends(self) -> Sequence[End] | None:
        """The ends that the rules allow; None if that is not known, or takes long to tell."""
        if self.possible is None:
            self.possible = possible_ends(self.reading, MAX_END_PATHS) or ()
        return self.possible or None

    def _once(self, actions: list[Any]) -> list[Any]:
        """The actions, or None for all of them."""
        return [None] if len(actions) == len(self.reading.actions or ()) else actions

    def _value(self, value: Value) -> str:
        if isinstance(value, float):
            return display_number(value)
        return text_of(as_term(value), self.names) if is_term(value) else f"{value}"

    def _condition(self, clause: Clause) -> str:
        return self._text(self._with_primes(clause.condition))

    def _text(self, condition: Term) -> str:
        return text_of(cleared(condition, self.box), self.names)

    def _with_primes(self, condition: Any) -> Term:
        """A condition with x for the state before and x' for the state after."""
        if not isinstance(condition, tuple):
            return substituted(condition, self.later)
        mixed: Term = condition[1]  # reward and terminal were read with variables of their own
        names = {var.name: var for var in self.later.values() if isinstance(var, Var)}
        own = {v: names[v.name] for v in variables(mixed) if v.name in names}
        return substituted(mixed, own)

    def variables(self) -> tuple[Variable, ...]:
        """The parts of a state."""
        changed = self._changed()
        # Where the rules are not known the box is that of sampled states.
        is_known = self.reading.operators is not None or self.reading.sample.is_complete
        where = "" if is_known else SEEN
        return tuple(
            Variable(
                v.name, v.sort.value, domain_text(self.reading.box.get(v)) + where, v in changed
            )
            for v in self.reading.order
        )

    def immutable(self) -> tuple[str, ...]:
        """The parts that no action changes."""
        changed = self._changed()
        return tuple(var.name for var in self.reading.order if var not in changed)

    def _changed(self) -> set[Var]:
        operators = self.reading.operators
        if operators is None:
            is_all = self.reading.sample.is_complete
            return {v for v in self.reading.order if not (is_all and self._is_one_value(v))}
        return {var for operator in operators for var in operator.effects}

    def _is_one_value(self, var: Var) -> bool:
        """Has a part the same value in all states that were seen?"""
        match self.reading.box.get(var):
            case Range(low, high):
                return low == high
            case OneOf(values):
                return len(values) == 1
            case None:
                return False


def domain_text(domain: Domain | None) -> str:
    """The values that a variable can have, in words."""
    match domain:
        case Range(low, high) if math.isinf(low) and math.isinf(high):
            return "any whole number"
        case Range(low, high) if math.isinf(high):
            return f"{low} or more"
        case Range(low, high) if math.isinf(low):
            return f"{high} or less"
        case Range(low, high):
            return f"{low}..{high}"
        case OneOf(values):
            rest = [f"... {len(values) - 8} more"] if len(values) > 8 else []
            return "{" + ", ".join([*map(value_text, values[:8]), *rest]) + "}"
        case None:
            return "anything"
