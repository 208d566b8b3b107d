"""The rules of a task over numbered facts, ground as far as a check needs them.

`Grounding` numbers facts and turns formulas into conditions; what no action changes is decided at
once. `moves` are the actions whose positive preconditions are among some rows, `rules` the derived
ones. Quantifiers are unrolled over the objects of their types, as the definition says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias, assert_never

from introplan.certificates.ground_conditions import (
    ALWAYS,
    NEVER,
    Condition,
    Every,
    every,
    negation,
)
from introplan.certificates.joins import Join
from introplan.mdp import NotProvenError
from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derived import DerivedRule, derived_predicates, strata
from introplan.relational.domain import Domain, RelationalTask
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
    Term,
    Variable,
)
from introplan.relational.rewriting import free_variables, literals
from introplan.relational.state import Row, row_of

Names: TypeAlias = Mapping[str, str]


def changing_predicates(domain: Domain) -> frozenset[Predicate]:
    """The predicates of which literals can become true or false: by an effect, or by a rule."""
    effects = [effect for schema in domain.actions for effect in schema.effects]
    changed = {x.predicate for effect in effects for x in (*effect.adds, *effect.deletes)}
    return derived_predicates(domain.derived) | changed


@dataclass(frozen=True, slots=True)
class Effect:
    """What is added and deleted where a condition holds."""

    condition: Condition
    adds: int
    deletes: int


@dataclass(frozen=True, slots=True)
class Move:
    """A ground action: its name and objects, when it can be done, and what it does."""

    done: Row
    condition: Every
    adds: int
    deletes: int
    effects: tuple[Effect, ...]

    def after(self, state: int, known: int) -> int:
        """The state that it leads to; conditions are asked of what is known, derived included."""
        adds, deletes = self.adds, self.deletes
        for effect in self.effects:
            if effect.condition.holds(known, 0):
                adds, deletes = adds | effect.adds, deletes | effect.deletes
        return state & ~deletes | adds

    def __str__(self) -> str:
        return f"({' '.join(self.done)})"


@dataclass(frozen=True, slots=True)
class Rule:
    """A ground rule: this literal follows where the body holds."""

    head: int
    body: Condition


@dataclass(slots=True)
class Grounding:
    """The numbers of the facts of a task, and its formulas as conditions over them."""

    task: RelationalTask
    check: Callable[[], None]
    numbers: dict[Row, int] = field(default_factory=dict)
    derived: frozenset[Predicate] = field(init=False)
    changing: frozenset[Predicate] = field(init=False)
    static: frozenset[Row] = field(init=False)
    _tables: dict[Predicate, list[Row]] = field(init=False)
    _about: dict[int, tuple[tuple[str, ...], bool, Formula]] = field(default_factory=dict)
    _conditions: dict[tuple[int, tuple[str, ...], Row | None], Condition] = field(
        default_factory=dict
    )

    def __post_init__(self) -> None:
        self.derived = derived_predicates(self.task.domain.derived)
        self.changing = changing_predicates(self.task.domain)
        self.static = frozenset(
            row_of(x) for x in self.task.start.facts if x.predicate not in self.changing
        )
        self._tables = _by_predicate(self.static)

    @property
    def start(self) -> int:
        """The start, without what never changes."""
        facts = (x for x in self.task.start.facts if x.predicate in self.changing)
        return self.mask(map(row_of, facts))

    def mask(self, rows: Iterable[Row]) -> int:
        """A state in which just these rows are true."""
        state = 0
        for row in rows:
            state |= 1 << self.numbers.setdefault(row, len(self.numbers))
        return state

    def condition(self, formula: Formula, names: Names, done: Row | None = None) -> Condition:
        """The formula for these objects in place of its free variables, after the action done."""
        about = self._about.get(id(formula))
        if about is None:
            free = tuple(sorted({v.name for v in free_variables(formula)}))
            has_did = any(x.moment is Moment.DID for x in literals(formula))
            about = self._about[id(formula)] = (free, has_did, formula)
        key = (id(formula), tuple([names[n] for n in about[0]]), done if about[1] else None)
        known = self._conditions.get(key)
        if known is None:
            known = self._conditions[key] = self._unrolled(formula, names, done)
        return known

    def _unrolled(self, formula: Formula, names: Names, done: Row | None) -> Condition:
        match formula:
            case Literal():
                return self._literal(formula, names, done)
            case Comparison():
                raise NotProvenError("a certificate says nothing about numbers that change")
            case Not(child):
                return negation(self.condition(child, names, done))
            case And(children):
                return every(self.condition(c, names, done) for c in children)
            case Or(children):
                return negation(every(negation(self.condition(c, names, done)) for c in children))
            case Forall(variable, child):
                return every(self._each(variable, child, names, done))
            case Exists(variable, child):
                return negation(
                    every(negation(c) for c in self._each(variable, child, names, done))
                )
            case _:
                assert_never(formula)

    def _each(
        self, variable: Variable, child: Formula, names: Names, done: Row | None
    ) -> Iterator[Condition]:
        for constant in self.task.start.objects.of(variable.types):
            self.check()
            yield self.condition(child, {**names, variable.name: constant.name}, done)

    def _literal(self, literal: Literal, names: Names, done: Row | None) -> Condition:
        row = ground_row(literal, names)
        if literal.predicate == EQUALS:
            return ALWAYS if row[1] == row[2] else NEVER
        if literal.moment is Moment.DID:
            return ALWAYS if row == done else NEVER
        if literal.predicate not in self.changing:
            return ALWAYS if row in self.static else NEVER
        bit = self.mask([row])
        return Every(was_true=bit) if literal.moment is Moment.BEFORE else Every(true=bit)

    def moves(self, rows: Iterable[Row]) -> Iterator[Move]:
        """The actions whose positive preconditions are among `rows` or never change."""
        tables = {**self._tables, **_by_predicate(rows)}
        join = Join(tables, self.task.start.objects, self.check)
        for schema in self.task.domain.actions:
            needed = [x for x in _needed(schema.precondition) if x.predicate not in self.derived]
            for names in join.bindings(schema.parameters, needed):
                move = self._move(schema, names)
                if move is not None:
                    yield move

    def _move(self, schema: ActionSchema, names: Names) -> Move | None:
        condition = every([self.condition(schema.precondition, names)])
        if not isinstance(condition, Every):
            return None
        effects = [e for x in schema.effects for e in self._effects(x, names)]
        adds = deletes = 0
        for effect in effects:
            if effect.condition == ALWAYS:
                adds, deletes = adds | effect.adds, deletes | effect.deletes
        conditional = tuple(e for e in effects if e.condition != ALWAYS)
        done = (schema.name, *(names[v.name] for v in schema.parameters))
        return Move(done, condition, adds, deletes, conditional)

    def _effects(self, effect: ConditionalEffect, names: Names) -> Iterator[Effect]:
        """What an effect does for each of the objects that its variables stand for."""
        objects = self.task.start.objects
        for choice in product(*(objects.of(v.types) for v in effect.variables)):
            self.check()
            own = zip(effect.variables, choice, strict=True)
            full = {**names, **{v.name: c.name for v, c in own}}
            condition = self.condition(effect.condition, full)
            if condition != NEVER:
                adds, deletes = (
                    self.mask(ground_row(x, full) for x in changed)
                    for changed in (effect.adds, effect.deletes)
                )
                yield Effect(condition, adds, deletes)

    def rules(self) -> list[list[Rule]]:
        """The derived rules, stratum by stratum."""
        return [
            [rule for lifted in stratum for rule in self._rules(lifted)]
            for stratum in strata(self.task.domain.derived)
        ]

    def _rules(self, rule: DerivedRule) -> Iterator[Rule]:
        objects = self.task.start.objects
        for choice in product(*(objects.of(v.types) for v in rule.parameters)):
            self.check()
            own = zip(rule.parameters, choice, strict=True)
            names = {v.name: c.name for v, c in own}
            body = self.condition(rule.body, names)
            if body != NEVER:
                yield Rule(self.mask([ground_row(rule.head, names)]), body)

    def rows(self, state: int) -> list[Row]:
        """The true rows of a state, in order of their names."""
        return sorted(row for row, number in self.numbers.items() if state >> number & 1)


def _by_predicate(rows: Iterable[Row]) -> dict[Predicate, list[Row]]:
    tables: dict[Predicate, list[Row]] = {}
    for row in rows:
        tables.setdefault(Predicate(row[0], len(row) - 1), []).append(row)
    return tables


def ground_row(literal: Literal, names: Names) -> Row:
    """A literal as a row, with names in place of its variables."""
    return (literal.predicate.name, *[_name(t, names) for t in literal.terms])


def _name(term: Term, names: Names) -> str:
    return names[term.name] if isinstance(term, Variable) else term.name


def _needed(formula: Formula) -> Iterator[Literal]:
    """The literals that must all be true for a formula to be."""
    if isinstance(formula, And):
        for child in formula.children:
            yield from _needed(child)
    elif isinstance(formula, Literal) and formula.predicate != EQUALS:
        yield formula
