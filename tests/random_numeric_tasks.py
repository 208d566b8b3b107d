"""Small random tasks with numbers that change, and a simulator of them that shares no code.

States of the simulator are facts and numbers as Python values; fractions are exact. Numbers in the
tasks are small multiples of a half, so floats are exact as well and both must agree.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import And, Exists, Forall, Literal, Moment, Not, Or, Variable
from introplan.relational.numbers import Arithmetic, Comparison, FunctionTerm

OBJECTS = ("a", "b")
NUMBERS = ("0", "1", "2", "3", "-1", "0.5")
COMPARE = ("<", "<=", "=", ">=", ">")
EFFECTS = ("increase", "decrease", "assign", "increase", "decrease", "scale-up", "scale-down")


class _Writer:
    """Writes random PDDL; `?x` is a variable in scope."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def term(self, scope: tuple[str, ...]) -> str:
        return self.rng.choice((*scope, *scope, "a"))

    def function(self, scope: tuple[str, ...], *, changing: bool = False) -> str:
        choices = ["(g)", f"(f {self.term(scope)})"]
        return self.rng.choice(choices if changing else [*choices, f"(k {self.term(scope)})"])

    def expression(self, scope: tuple[str, ...], depth: int = 2) -> str:
        kind = self.rng.random()
        if depth == 0 or kind < 0.35:
            return self.rng.choice(NUMBERS)
        if kind < 0.75:
            return self.function(scope)
        word = self.rng.choice("++--**/")
        parts = [self.expression(scope, depth - 1) for _ in range(2)]
        return f"({word} {' '.join(parts)})"

    def comparison(self, scope: tuple[str, ...]) -> str:
        left = self.function(scope) if self.rng.random() < 0.7 else self.expression(scope)
        return f"({self.rng.choice(COMPARE)} {left} {self.expression(scope)})"

    def formula(self, scope: tuple[str, ...], depth: int = 2) -> str:
        kind = self.rng.random()
        if depth == 0 or kind < 0.45:
            literal = f"(p {self.term(scope)})"
            return self.comparison(scope) if self.rng.random() < 0.6 else literal
        if kind < 0.6:
            return f"(not {self.formula(scope, depth - 1)})"
        if kind < 0.85:
            parts = [self.formula(scope, depth - 1) for _ in range(2)]
            return f"({self.rng.choice(('and', 'and', 'or'))} {' '.join(parts)})"
        name = f"?v{depth}"
        body = self.formula((*scope, name), depth - 1)
        return f"({self.rng.choice(('exists', 'forall'))} ({name} - t) {body})"

    def change(self, scope: tuple[str, ...]) -> str:
        if self.rng.random() < 0.35:
            literal = f"(p {self.term(scope)})"
            return literal if self.rng.random() < 0.5 else f"(not {literal})"
        word = self.rng.choice(EFFECTS)
        amount = self.rng.choice(NUMBERS[1:]) if self.rng.random() < 0.6 else None
        target = self.function(scope, changing=True)
        return f"({word} {target} {amount or self.expression(scope, 1)})"

    def effect(self, scope: tuple[str, ...]) -> str:
        kind = self.rng.random()
        if kind < 0.6:
            return self.change(scope)
        if kind < 0.8:
            return f"(when {self.formula(scope, 1)} {self.change(scope)})"
        inner = (*scope, "?w")
        body = f"(when {self.formula(inner, 1)} {self.change(inner)})"
        return f"(forall (?w - t) {body})"

    def action(self, number: int) -> str:
        scope = ("?x",) if self.rng.random() < 0.7 else ()
        parameters = "(?x - t)" if scope else "()"
        effects = " ".join(self.effect(scope) for _ in range(self.rng.choice((1, 1, 2, 3))))
        return (
            f"(:action act{number} :parameters {parameters}"
            f" :precondition {self.formula(scope)} :effect (and {effects}))"
        )

    def reward(self) -> str:
        inner = ("?z",)
        early = f"(before {self.comparison(())})"
        rows = [
            f"(if {self.formula((), 1)} {self.expression((), 1)})",
            f"(if {early} (- (g) (before (g))))",
            f"(else {self.rng.choice(NUMBERS)})",
        ]
        sums = [
            f"(sum (?z - t) (if {self.formula(inner, 1)} {self.rng.choice(NUMBERS)}))",
            f"(sum (?z - t) (if {self.formula(inner, 1)} {self.expression(inner, 1)}))",
            f"(sum (?z - t) {self.function(inner)})",
        ]
        return f"(:reward {' '.join((*self.rng.sample(sums, 2), *rows))})"


def random_numeric_task(
    seed: int, *, has_derived: bool = False, has_reward: bool = False
) -> RelationalTask:
    """A task with two objects, a predicate, two functions that change and one that does not.

    With a reward it has no goal: the best score of three moves is asked for.
    """
    rng = random.Random(seed)
    writer = _Writer(rng)
    actions = " ".join(writer.action(n) for n in range(rng.choice((1, 2, 3))))
    derived = f"(:derived (d ?x - t) {writer.formula(('?x',), 1)})" if has_derived else ""
    goal = writer.formula((), 2)
    if has_derived:
        goal = f"(and (d b) {goal})"
    domain = parse_domain(
        f"(define (domain numeric-{seed}) (:types t) (:constants a - t)"
        " (:predicates (p ?x - t) (d ?x - t)) (:functions (f ?x - t) (g) (k ?x - t))"
        f" {derived} {actions} {writer.reward() if has_reward else ''})"
    )
    values = [f"(= (f a) {rng.choice(NUMBERS)})", f"(= (g) {rng.choice(NUMBERS)})"]
    values += [f"(= (k {name}) {rng.choice(NUMBERS)})" for name in OBJECTS]
    if rng.random() < 0.8:  # else (f b) is undefined until something is assigned
        values.append(f"(= (f b) {rng.choice(NUMBERS)})")
    facts = [f"(p {name})" for name in OBJECTS if rng.random() < 0.5]
    init = " ".join((*values, *facts))
    return parse_problem(
        domain,
        f"(define (problem p) (:domain numeric-{seed}) (:objects b - t) (:init {init})"
        + (" (:horizon 3))" if has_reward else f" (:goal {goal}))"),
    )


Numbers = dict[tuple[str, ...], Fraction]


@dataclass(frozen=True)
class NaiveState:
    """True rows of `p`, and the values of functions by name and objects."""

    facts: frozenset[tuple[str, ...]]
    numbers: frozenset[tuple[tuple[str, ...], Fraction]]


class NaiveSimulator:
    """The semantics once more: every object is tried, numbers are fractions."""

    def __init__(self, task: RelationalTask) -> None:
        self.task = task
        self.before = NaiveState(frozenset(), frozenset())
        numbers = {**task.start.numbers.fixed, **task.start.numbers.changing}
        self.start = NaiveState(
            frozenset((x.predicate.name, *map(str, x.terms)) for x in task.start.facts),
            frozenset(
                ((t.name, *map(str, t.terms)), Fraction(value)) for t, value in numbers.items()
            ),
        )

    def is_goal(self, state: NaiveState) -> bool:
        """Does the goal hold?"""
        return self._holds(self.task.goal, self._closed(state), {})

    def successors(self, state: NaiveState) -> Iterator[tuple[str, NaiveState]]:
        """Every action that can be done, as text, with the state it leads to."""
        known = self._closed(state)
        for schema in self.task.domain.actions:
            for choice in product(OBJECTS, repeat=len(schema.parameters)):
                binding = {v.name: c for v, c in zip(schema.parameters, choice, strict=True)}
                if self._holds(schema.precondition, known, binding):
                    after = self._after(schema, state, known, binding)
                    if after is not None:
                        yield f"({' '.join((schema.name, *choice))})", after

    def _closed(self, state: NaiveState) -> NaiveState:
        facts = set(state.facts)
        while True:
            known = NaiveState(frozenset(facts), state.numbers)
            new = {
                ("d", name)
                for rule in self.task.domain.derived
                for name in OBJECTS
                if self._holds(rule.body, known, {rule.parameters[0].name: name})
            }
            if new <= facts:
                return known
            facts |= new

    def _after(
        self, schema: Any, state: NaiveState, known: NaiveState, binding: dict[str, str]
    ) -> NaiveState | None:
        adds, deletes = set(), set()
        changes: dict[tuple[str, ...], list[tuple[str, Fraction]]] = {}
        for effect in schema.effects:
            for choice in product(OBJECTS, repeat=len(effect.variables)):
                own = {v.name: c for v, c in zip(effect.variables, choice, strict=True)}
                full = {**binding, **own}
                if not self._holds(effect.condition, known, full):
                    continue
                adds |= {_row(x.predicate.name, x.terms, full) for x in effect.adds}
                deletes |= {_row(x.predicate.name, x.terms, full) for x in effect.deletes}
                for numeric in effect.numeric:
                    amount = self._value(numeric.amount, known, full)
                    if amount is None:
                        return None
                    row = _row(numeric.target.name, numeric.target.terms, full)
                    changes.setdefault(row, []).append((numeric.operator, amount))
        numbers = dict(state.numbers)
        for row, found in changes.items():
            value = _changed(dict(state.numbers).get(row), found)
            if value is None:
                return None
            numbers[row] = value
        return NaiveState(state.facts - deletes | adds, frozenset(numbers.items()))

    def _holds(self, formula: Any, state: NaiveState, binding: dict[str, str]) -> bool:
        match formula:
            case Literal(predicate, terms, Moment.AFTER):
                row = _row(predicate.name, terms, binding)
                return row[1] == row[2] if row[0] == "=" else row in state.facts
            case Comparison(word, left, right):
                one, two = (self._value(x, state, binding) for x in (left, right))
                if one is None or two is None:
                    return False
                return {"<": one < two, "<=": one <= two, "=": one == two}.get(
                    word, one > two if word == ">" else one >= two
                )
            case Not(child):
                return not self._holds(child, state, binding)
            case And(children):
                return all(self._holds(c, state, binding) for c in children)
            case Or(children):
                return any(self._holds(c, state, binding) for c in children)
            case Exists(variable, child):
                return any(self._holds(child, state, b) for b in _each(variable, binding))
            case Forall(variable, child):
                return all(self._holds(child, state, b) for b in _each(variable, binding))
        raise AssertionError(formula)

    def reward(self, before: NaiveState, after: NaiveState) -> Fraction:
        """What a transition pays."""
        self.before = self._closed(before)
        state, reward = self._closed(after), self.task.reward
        paid = Fraction(reward.rows.default)
        for rule in reversed(reward.rows.rules):
            paid = Fraction(rule.value) if self._holds(rule.condition, state, {}) else paid
        payments = [(r.variables, r.condition, r.value) for r in reward.sums]
        amounts = [(r.variables, r.condition, r.expression) for r in reward.amounts]
        for variables, condition, value in (*payments, *amounts):
            for choice in product(OBJECTS, repeat=len(variables)):
                binding = {v.name: c for v, c in zip(variables, choice, strict=True)}
                if self._holds(condition, state, binding):
                    paid += self._value(value, state, binding) or 0
        return paid

    def best_score(self, state: NaiveState, moves: int) -> Fraction:
        """The best score of so many moves, or of fewer where nothing can be done any more."""
        best: Fraction | None = None
        for _, after in self.successors(state) if moves else ():
            score = self.reward(state, after) + self.best_score(after, moves - 1)
            best = score if best is None else max(best, score)
        return best or Fraction(0)

    def _value(
        self, expression: Any, state: NaiveState, binding: dict[str, str]
    ) -> Fraction | None:
        if isinstance(expression, FunctionTerm):
            if expression.moment is Moment.BEFORE:
                state = self.before
            row = _row(expression.name, expression.terms, binding)
            return dict(state.numbers).get(row)
        if not isinstance(expression, Arithmetic):
            return Fraction(expression)
        one, *rest = (self._value(x, state, binding) for x in expression.parts)
        for two in rest:
            if one is None or two is None or (expression.operator == "/" and two == 0):
                return None
            if expression.operator == "+":
                one = one + two
            elif expression.operator == "-":
                one = one - two
            else:
                one = one * two if expression.operator == "*" else one / two
        return one


def _row(name: str, terms: Any, binding: dict[str, str]) -> tuple[str, ...]:
    return (name, *(binding[t.name] if isinstance(t, Variable) else t.name for t in terms))


def _each(variable: Variable, binding: dict[str, str]) -> Iterator[dict[str, str]]:
    return ({**binding, variable.name: name} for name in OBJECTS)


def _changed(old: Fraction | None, found: list[tuple[str, Fraction]]) -> Fraction | None:
    words = {word for word, _ in found}
    if words == {"assign"}:
        return found[0][1] if len({amount for _, amount in found}) == 1 else None
    if old is None or not (
        words <= {"increase", "decrease"} or words <= {"scale-up", "scale-down"}
    ):
        return None
    for word, amount in found:
        if word == "increase":
            old += amount
        elif word == "decrease":
            old -= amount
        elif word == "scale-up":
            old *= amount
        elif amount == 0:
            return None
        else:
            old /= amount
    return old
