"""A relational task as a simulator: applicable actions by joins, one state after another.

The simulator holds the true literals of one state, indexed, with what is derived from them. Asked
about another state it moves there by the difference, so that stepping through an episode costs
what changes. A reward reads three moments: literals after the step are rows as they are, literals
before it are kept under a predicate of their own, and so is the action just taken.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar, assert_never

from introplan.errors import UsageError
from introplan.mdp import NotAllowedError, Outcome, Status
from introplan.relational.action import ActionSchema, GroundAction
from introplan.relational.derivation import Derivation
from introplan.relational.derived import DerivedRule
from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.grounding import NounVocabulary
from introplan.relational.numbers import NO_NUMBERS, FunctionTerm, Numbers, functions_of
from introplan.relational.numeric_queries import (
    compiled_expression,
    function_name,
    value_predicate,
    value_predicate_of,
)
from introplan.relational.query import Check, Compiler, Facts, Row, Slots
from introplan.relational.rewards import Amount, DecisionList, Reward, SumRow, succeeded
from introplan.relational.rewriting import functions_read, literals, normal_form
from introplan.relational.schemas import CompiledSchema, compiled_schema
from introplan.relational.state import Objects, State

V = TypeVar("V")


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
        self._schemas = {s.name: compiled_schema(s, vocabulary) for s in rules.actions}
        self._derivation = Derivation(rules.derived, vocabulary)
        self._reward = rules.reward
        self._success_value = rules.success_value
        self._listed = _Judge(rules.reward.rows, vocabulary)
        self._sums = [_Count(row, vocabulary) for row in rules.reward.sums]
        self._amounts = [_Numbers(amount, vocabulary) for amount in rules.reward.amounts]
        self._termination = _Judge(rules.termination, vocabulary)
        ends = [rule.condition for rule in rules.termination.rules]
        read = [f for amount in rules.reward.amounts for f in functions_of(amount.expression)]
        self._read_before = _read_before((*rules.reward.conditions, *ends), read)
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
        if not isinstance(action, GroundAction):
            hint = "parse_action makes one of text"
            raise UsageError(f"an action is a GroundAction, got {action!r}; {hint}")
        schema = self._schemas.get(action.name)
        if schema is None or len(schema.parameters) != len(action.arguments):
            raise NotAllowedError(f"there is no action {action}")
        with self._at(state):
            if schema.is_applicable(self._facts, action.arguments):
                return self._outcome(schema, action)
        raise NotAllowedError(f"the precondition of {action} does not hold")

    def successors(self, state: State) -> list[tuple[GroundAction, Outcome[State]]]:
        """Every applicable action with its outcome."""
        with self._at(state):
            actions = list(self._applicable())
            return [(a, self._outcome(self._schemas[a.name], a)) for a in actions]

    def _applicable(self) -> Iterator[GroundAction]:
        for name, schema in self._schemas.items():
            for arguments in schema.applicable(self._facts):
                yield GroundAction(name, arguments)

    def _outcome(self, schema: CompiledSchema, action: GroundAction) -> Outcome[State]:
        """Make the changes, ask what they pay, and take them back."""
        # In place and back again: copying the indexes for every child would cost more than all
        # conditions together.
        added, deleted = schema.changes(self._facts, action.arguments)
        done = (_marked(Moment.DID, Predicate(action.name, len(action.arguments))),)
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


class _Judge(Generic[V]):
    """A decision list over rows of the three moments."""

    def __init__(self, rows: DecisionList[V], vocabulary: NounVocabulary) -> None:
        self._default = rows.default
        self._rules: list[tuple[Check, Slots, V]] = []
        for rule in rows.rules:
            compiler = Compiler(vocabulary)
            test = compiler.test(normal_form(_by_moment(rule.condition)), {})
            self._rules.append((test, compiler.frame, rule.value))

    def value(self, facts: Facts) -> V:
        """The value of the first row that holds."""
        for test, frame, value in self._rules:
            if test(facts, list(frame)):
                return value
        return self._default


class _Count:
    """How many bindings of a row of a sum hold, by a join."""

    def __init__(self, row: SumRow, vocabulary: NounVocabulary) -> None:
        self._compiler = Compiler(vocabulary)
        self._query = self._compiler.query(row.variables, _by_moment(row.condition), {})

    def count(self, facts: Facts) -> int:
        """The number of bindings in the present transition."""
        return sum(1 for _ in self._query.answers(facts, list(self._compiler.frame)))


class _Numbers:
    """What an amount pays for each of its bindings that hold, by a join."""

    def __init__(self, amount: Amount, vocabulary: NounVocabulary) -> None:
        self._compiler, scope = Compiler(vocabulary), dict[Variable, int]()
        condition = _by_moment(amount.condition)
        self._query = self._compiler.query(amount.variables, condition, scope)
        self._value = compiled_expression(
            amount.expression, lambda term: self._compiler.value_row(term, scope)
        )

    def numbers(self, facts: Facts) -> list[float]:
        """The numbers in the present transition; what is undefined pays nothing."""
        answers = self._query.answers(facts, list(self._compiler.frame))
        return [self._value(facts.values.get, values) or 0.0 for values in answers]


def _read_before(
    conditions: Iterable[Formula], functions: Iterable[FunctionTerm]
) -> dict[Predicate, Predicate]:
    """The predicates that are read in the state before, and the names of those copies."""
    found: dict[Predicate, Predicate] = {}
    for condition in conditions:
        read = [x for x in literals(condition) if x.moment is Moment.BEFORE]
        found.update((x.predicate, _marked(Moment.BEFORE, x.predicate)) for x in read)
        functions = (*functions, *functions_read(condition))
    numbers = [x for x in functions if x.moment is Moment.BEFORE]
    found.update((value_predicate_of(_after(x)), value_predicate_of(x)) for x in numbers)
    return found


def _after(term: FunctionTerm) -> FunctionTerm:
    return term.at(Moment.AFTER)


def _by_moment(formula: Formula) -> Formula:
    """The formula with a predicate of its own for each moment that its literals read."""
    match formula:
        case Literal(predicate, terms, moment):
            is_of_any_moment = moment is Moment.AFTER or predicate == EQUALS
            return formula if is_of_any_moment else Literal(_marked(moment, predicate), terms)
        case Comparison():
            return formula
        case Not(child):
            return Not(_by_moment(child))
        case And(children):
            return And(tuple(map(_by_moment, children)))
        case Or(children):
            return Or(tuple(map(_by_moment, children)))
        case Exists(variable, child):
            return Exists(variable, _by_moment(child))
        case Forall(variable, child):
            return Forall(variable, _by_moment(child))
        case _:
            assert_never(formula)


def _marked(moment: Moment, predicate: Predicate) -> Predicate:
    """The predicate for literals of another moment; no name in a file has a space."""
    return Predicate(f"{moment.name.lower()} {predicate.name}", predicate.arity)


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
