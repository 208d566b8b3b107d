"""A relational task as a simulator: applicable actions by joins, one state after another.

The simulator holds the true literals of one state, indexed, with what is derived from them. Asked
about another state it moves there by the difference, so that stepping through an episode costs
what changes. A reward reads three moments, all of them as rows (`transition_queries.py`).
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from introplan.errors import ChanceError, UsageError
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.relational.action import ActionSchema, GroundAction
from introplan.relational.derivation import Derivation
from introplan.relational.derived import DerivedRule
from introplan.relational.draws import Drawn, listed, net_changes, sampled
from introplan.relational.formula import Literal, Moment, Predicate
from introplan.relational.grounding import NounVocabulary
from introplan.relational.numbers import NO_NUMBERS, FunctionTerm, Numbers, functions_of
from introplan.relational.numeric_queries import (
    function_name,
    value_predicate,
    value_predicate_of,
)
from introplan.relational.query import Facts, Row
from introplan.relational.rewards import DecisionList, Reward, succeeded
from introplan.relational.schemas import Arguments, CompiledSchema, compiled_schema
from introplan.relational.state import Objects, State
from introplan.relational.transition_queries import (
    AmountQuery,
    CountQuery,
    ListQuery,
    marked,
    read_before,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a simulator compiles: actions, derived predicates, rewards and ends over objects."""

    objects: Objects
    actions: tuple[ActionSchema, ...]
    derived: tuple[DerivedRule, ...]
    reward: Reward
    termination: DecisionList[Status]
    success_value: float | None = None
    functions: tuple[tuple[str, int], ...] = ()

    @property
    def value_predicates(self) -> dict[Predicate, Predicate]:
        """The predicates of the functions' values after and, in their place, before an action."""
        found = {}
        for name, arity in self.functions:
            after = value_predicate(name, arity)
            found[after] = value_predicate(name, arity, Moment.BEFORE)
        return found


class Simulator:
    """The rules of a task, compiled, at one state of it; may be used from several threads."""

    def __init__(self, rules: Rules) -> None:
        vocabulary = NounVocabulary(rules.objects)
        self._objects = rules.objects
        self._schemas = {
            s.name: compiled_schema(s, vocabulary, with_chance=True) for s in rules.actions
        }
        self._derivation = Derivation(rules.derived, vocabulary)
        self._reward = rules.reward
        self._success_value = rules.success_value
        self._listed = ListQuery(rules.reward.rows, vocabulary)
        self._sums = [CountQuery(row, vocabulary) for row in rules.reward.sums]
        self._amounts = [AmountQuery(amount, vocabulary) for amount in rules.reward.amounts]
        self._termination = ListQuery(rules.termination, vocabulary)
        ends = [rule.condition for rule in rules.termination.rules]
        read = [f for amount in rules.reward.amounts for f in functions_of(amount.expression)]
        self._read_before = read_before((*rules.reward.conditions, *ends), read)
        values = rules.value_predicates
        self._numeric = frozenset((*values, *values.values()))
        self._lock = threading.Lock()
        self._facts = Facts(numeric=self._numeric)
        self._present: frozenset[Literal] = frozenset()
        self._numbers = NO_NUMBERS
        self._derived: set[Row] = set()
        self._forget()

    def actions(self, state: State) -> list[GroundAction]:
        """The applicable actions, in the order of schemas and of their arguments."""
        with self._at(state):
            return list(self._applicable())

    def step(self, state: State, action: GroundAction) -> Outcome[State]:
        """The outcome of `action`; raises `NotAllowedError` where it cannot be done."""
        schema = self._schema_of(action)
        if schema.chances:
            raise ChanceError(f"the action {action}")
        with self._applied(state, schema, action):
            return self._outcome(schema, action)

    def outcomes(self, state: State, action: GroundAction) -> list[tuple[float, Outcome[State]]]:
        """What `action` can lead to, with probabilities; equal outcomes are one."""
        schema = self._schema_of(action)
        with self._applied(state, schema, action):
            if not schema.chances:
                return [(1.0, self._outcome(schema, action))]
            found: dict[Outcome[State], float] = {}
            for probability, drawn in listed(schema, self._facts, action.arguments):
                outcome = self._drawn_outcome(drawn, action)
                found[outcome] = found.get(outcome, 0.0) + probability
            return [(probability, outcome) for outcome, probability in found.items()]

    def sample(self, state: State, action: GroundAction, rng: random.Random) -> Outcome[State]:
        """One outcome of `action`, drawn with `rng`."""
        schema = self._schema_of(action)
        with self._applied(state, schema, action):
            if not schema.chances:
                return self._outcome(schema, action)
            drawn = sampled(schema, self._facts, action.arguments, rng)
            return self._drawn_outcome(drawn, action)

    def _schema_of(self, action: GroundAction) -> CompiledSchema:
        if not isinstance(action, GroundAction):
            hint = "parse_action makes one of text"
            raise UsageError(f"an action is a GroundAction, got {action!r}; {hint}")
        schema = self._schemas.get(action.name)
        if schema is None or len(schema.parameters) != len(action.arguments):
            raise NotAllowedError(f"there is no action {action}")
        return schema

    @contextmanager
    def _applied(
        self, state: State, schema: CompiledSchema, action: GroundAction
    ) -> Iterator[None]:
        """At `state`, where the action can be done; raises `NotAllowedError` where it cannot."""
        with self._at(state):
            is_possible = schema.is_applicable(self._facts, action.arguments)
            if is_possible and self._is_defined(schema, action.arguments):
                yield
                return
        raise NotAllowedError(f"the precondition of {action} does not hold")

    def _is_defined(self, schema: CompiledSchema, arguments: Arguments) -> bool:
        """Are the numbers defined that a draw can change, however it comes out?"""
        if not schema.draws_numbers:
            return True
        found = listed(schema, self._facts, arguments)
        return all(net_changes(drawn, self._facts) is not None for _, drawn in found)

    def successors(self, state: State) -> list[tuple[GroundAction, Outcome[State]]]:
        """Every applicable action with its outcome."""
        with self._at(state):
            actions = list(self._applicable())
            drawing = next((a for a in actions if self._schemas[a.name].chances), None)
            if drawing is not None:
                raise ChanceError(f"the action {drawing}")
            return [(a, self._outcome(self._schemas[a.name], a)) for a in actions]

    def _applicable(self) -> Iterator[GroundAction]:
        for name, schema in self._schemas.items():
            for arguments in schema.applicable(self._facts):
                if self._is_defined(schema, arguments):
                    yield GroundAction(name, arguments)

    def _outcome(self, schema: CompiledSchema, action: GroundAction) -> Outcome[State]:
        added, deleted = schema.changes(self._facts, action.arguments)
        return self._paid(added, deleted, action)

    def _drawn_outcome(self, drawn: Drawn, action: GroundAction) -> Outcome[State]:
        changes = net_changes(drawn, self._facts)
        assert changes is not None, "an action whose numbers are undefined is not applicable"
        return self._paid(*changes, action)

    def _paid(self, added: list[Row], deleted: list[Row], action: GroundAction) -> Outcome[State]:
        """Make the changes, ask what they pay, and take them back."""
        # In place and back again: copying the indexes for every child would cost more than all
        # conditions together.
        done = (marked(Moment.DID, Predicate(action.name, len(action.arguments))),)
        was_derived = self._derived
        self._change([*added, (*done, *action.arguments)], deleted, before=False)
        if not self._derivation.premises.isdisjoint(row[0] for row in (*added, *deleted)):
            self._derive_again()
        counts = [row.count(self._facts) for row in self._sums]
        amounts = [amount.numbers(self._facts) for amount in self._amounts]
        reward = self._reward.paid(self._listed.value(self._facts), counts, amounts)
        status = succeeded(self._termination.value(self._facts), reward, self._success_value)
        if self._derived is not was_derived:
            self._replace_derived(was_derived)
        self._change(deleted, [*added, (*done, *action.arguments)], before=False)
        return Outcome(self._state_after(added, deleted), reward, status)

    def _state_after(self, added: list[Row], deleted: list[Row]) -> State:
        facts, numeric = self._present, self._numeric
        values = {_function(row): row[-1] for row in added if row[0] in numeric}
        gone, new = ({_literal(r) for r in x if r[0] not in numeric} for x in (deleted, added))
        return State(self._objects, facts - gone | new, self._numbers.after(values))

    @contextmanager
    def _at(self, state: State) -> Iterator[None]:
        """Move to `state` and stay there; after an interruption the next call starts afresh."""
        with self._lock:
            try:
                self._move_to(state)
                yield
            except BaseException:
                self._forget()  # a limit may strike halfway through a change
                raise

    def _move_to(self, state: State) -> None:
        # Identity first: walking from outcome to outcome hands in the very set that is present.
        facts, numbers = state.facts, state.numbers
        if facts is self._present and numbers is self._numbers:
            return
        gone = [*map(_row, self._present - facts), *_values(self._numbers, numbers)]
        new = [*map(_row, facts - self._present), *_values(numbers, self._numbers)]
        has_derived = bool(self._derivation.keys)
        if has_derived:
            self._replace_derived(set(), before=True)
        self._change(new, gone, before=True)
        if has_derived:
            self._derived = self._derivation.derive(self._facts)
            self._change_before(self._derived, ())
        self._present, self._numbers = facts, numbers

    def _forget(self) -> None:
        """Back to the state without facts, from where every other is reached by adding."""
        self._facts, self._present = Facts(numeric=self._numeric), frozenset()
        self._derived, self._numbers = set(), NO_NUMBERS
        if self._derivation.keys:
            self._derived = self._derivation.derive(self._facts)
            self._change_before(self._derived, ())

    def _derive_again(self) -> None:
        self._replace_derived(set())
        self._derived = self._derivation.derive(self._facts)

    def _replace_derived(self, rows: set[Row], *, before: bool = False) -> None:
        self._change(rows - self._derived, self._derived - rows, before=before)
        self._derived = rows

    def _change(self, added: Iterable[Row], deleted: Iterable[Row], *, before: bool) -> None:
        """Change rows; with `before` also what the reward will read of the state before."""
        added, deleted = list(added), list(deleted)
        for row in deleted:
            self._facts.remove(row)
        for row in added:
            self._facts.add(row)
        if before:
            self._change_before(added, deleted)

    def _change_before(self, added: Iterable[Row], deleted: Iterable[Row]) -> None:
        marks = self._read_before
        for row in deleted:
            if row[0] in marks:
                self._facts.remove((marks[row[0]], *row[1:]))
        for row in added:
            if row[0] in marks:
                self._facts.add((marks[row[0]], *row[1:]))


def _values(numbers: Numbers, others: Numbers) -> Iterator[Row]:
    """The values that are not the same in other numbers, as rows."""
    for own, theirs in ((numbers.fixed, others.fixed), (numbers.changing, others.changing)):
        if own is not theirs:
            for term, value in own.items():
                if theirs.get(term) != value:
                    yield (value_predicate_of(term), *term.terms, value)


def _function(row: Row) -> FunctionTerm:
    """The function of a row that gives it a value."""
    return FunctionTerm(function_name(row[0]), row[1:-1])


def _row(literal: Literal) -> Row:
    return (literal.predicate, *literal.terms)


def _literal(row: Row) -> Literal:
    return Literal(row[0], row[1:])
