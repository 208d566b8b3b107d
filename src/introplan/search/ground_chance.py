"""A relational world with chance as a transition system, ground: each step is one outcome.

The variables are the facts that can change. An action with draws is as many steps as its draws
can come out together, each with its probability; a draw whose condition does not hold changes
nothing, whatever comes. Rewards and ends are read of the state after, so the terms of its facts
are put in the place of the facts (regression: Waldinger 1977).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import assert_never

from introplan.machine.system import EndCase, RewardCase, Step, TransitionSystem, Unsupported
from introplan.mdp import Status
from introplan.relational.action import (
    ActionSchema,
    Branch,
    Chance,
    ConditionalEffect,
    GroundAction,
    did,
)
from introplan.relational.chance import whole
from introplan.relational.domain import RelationalTask
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
    Variable,
)
from introplan.relational.query import Row
from introplan.relational.rewards import DecisionList, Reward, SumRow
from introplan.relational.rewriting import Binding, replaced
from introplan.relational.state import Objects, State
from introplan.search.chance_reach import Reach, TooManyError, reach_of
from introplan.symbolic.constraints.interval import OneOf
from introplan.symbolic.terms.build import choose, conjoin, disjoin, negate
from introplan.symbolic.terms.term import Call, Sort, Term, Var, const, node

MAX_ACTIONS, MAX_STEPS = 3_000, 4_000
"""Ground actions, and the outcomes of all of them: with more, the machine takes longer to put
together than many worlds to explore."""

MAX_LITERALS = 400_000
"""Literals that are ground, some seconds."""

YES, NO = const(True), const(False)


@dataclass(frozen=True, slots=True)
class GroundChance:
    """A system, the probability and the action of each step, and the facts of its variables."""

    system: TransitionSystem
    probabilities: list[float]
    labels: list[int]
    actions: list[GroundAction]
    facts: list[Literal]
    always: frozenset[Literal]
    """What is true in every state."""

    def row(self, state: State) -> tuple[bool, ...]:
        """The values of the variables in a state."""
        return tuple(fact in state.facts for fact in self.facts)


def ground_chance(task: RelationalTask, check: Callable[[], None]) -> GroundChance:
    """The ground system of a task; `Unsupported` where it has none, or too large a one."""
    _check_supported(task)
    try:
        reach = reach_of(task, check, max_actions=MAX_ACTIONS)
    except TooManyError:
        raise Unsupported(f"more than {MAX_ACTIONS:,} actions") from None
    return _Grounding(task, reach, check).grounded()


def _check_supported(task: RelationalTask) -> None:
    if task.is_numeric or task.reward.amounts:
        raise Unsupported("numbers that change")
    if task.domain.derived:
        raise Unsupported("derived predicates")
    if task.success_value is not None:
        raise Unsupported("a sum that is to be paid once")


Facts = Mapping[Row, Term]
"""The term of each fact; what is not among them is false."""


@dataclass(slots=True)
class _Drawn:
    """Draws that came out in one way together."""

    probability: float
    effects: tuple[tuple[Term, ConditionalEffect, Binding], ...]
    """What happens, where a condition of the draws holds."""


@dataclass(slots=True)
class _Grounding:
    task: RelationalTask
    reach: Reach
    check: Callable[[], None]
    before: dict[Row, Term] = field(default_factory=dict)
    variables: dict[Row, Var] = field(default_factory=dict)
    literals: int = 0

    def grounded(self) -> GroundChance:
        """The whole system."""
        self._name_facts()
        schemas = {schema.name: schema for schema in self.task.domain.actions}
        steps: list[Step] = []
        labels: list[int] = []
        shares: list[float] = []
        for label, action in enumerate(self.reach.actions):
            for share, step in self._steps(schemas[action.name], action):
                steps.append(step)
                labels.append(label)
                shares.append(share)
            if len(steps) > MAX_STEPS:
                raise Unsupported(f"more than {MAX_STEPS:,} outcomes of actions")
        variables = tuple(self.variables.values())
        domains = dict.fromkeys(variables, OneOf((False, True)))
        always = frozenset(_literal(row) for row, term in self.before.items() if term is YES)
        return GroundChance(
            TransitionSystem(variables, domains, tuple(steps)),
            shares,
            labels,
            self.reach.actions,
            [_literal(row) for row in self.variables],
            always,
        )

    def _name_facts(self) -> None:
        """Variables for what can change; the rest is always true, or never."""
        from_start = {(f.predicate, *f.terms) for f in self.task.start.facts}
        gone = {(_plain_name(row), *row[1:]) for row in self.reach.deleted}
        for row in sorted(self.reach.true, key=_order):
            if row in from_start and (row[0].name, *row[1:]) not in gone:
                self.before[row] = YES
            else:
                var = Var(str(_literal(row)), Sort.BOOL)
                self.before[row] = self.variables[row] = var

    def _steps(self, schema: ActionSchema, action: GroundAction) -> Iterator[tuple[float, Step]]:
        binding: Binding = dict(zip(schema.parameters, action.arguments, strict=True))
        now = _Moments(self, self.before, self.before, did(action))
        condition = now.term(schema.precondition, binding)
        if condition is NO:
            return
        certain = tuple((YES, effect, binding) for effect in schema.certain_effects)
        for drawn in self._together(schema.chances, binding, now):
            after = self._after((*certain, *drawn.effects), now)
            moments = _Moments(self, self.before, {**self.before, **after}, did(action))
            effects = {self.variables[row]: term for row, term in after.items()}
            yield (
                drawn.probability,
                Step(
                    action,
                    (condition,),
                    effects,
                    tuple(_rewards(self.task.reward, moments)),
                    tuple(_ends(self.task.termination, moments)),
                ),
            )

    def _together(
        self, chances: Sequence[Chance], binding: Binding, now: _Moments
    ) -> list[_Drawn]:
        """All ways in which these draws can come out together."""
        found = [_Drawn(1.0, ())]
        for chance in chances:
            for full in self._bindings(chance.variables, binding):
                condition = now.term(chance.condition, full)
                if condition is NO:
                    continue
                options = [
                    option
                    for probability, branch in whole(chance.branches)
                    for option in self._option(probability, branch, condition, full, now)
                ]
                if len(found) * len(options) > MAX_STEPS:
                    raise Unsupported(f"more than {MAX_STEPS:,} outcomes of an action")
                found = [
                    _Drawn(one.probability * other.probability, one.effects + other.effects)
                    for one in found
                    for other in options
                ]
        return found

    def _option(
        self,
        probability: float,
        branch: Branch | None,
        condition: Term,
        binding: Binding,
        now: _Moments,
    ) -> Iterator[_Drawn]:
        if branch is None:
            yield _Drawn(probability, ())
            return
        own = tuple((condition, effect, binding) for effect in branch.effects)
        for inner in self._together(branch.chances, binding, now):
            held = tuple((conjoin([condition, c]), e, b) for c, e, b in inner.effects)
            yield _Drawn(probability * inner.probability, own + held)

    def _after(
        self, effects: Iterable[tuple[Term, ConditionalEffect, Binding]], now: _Moments
    ) -> dict[Row, Term]:
        """The terms of the facts that change."""
        adds: dict[Row, list[Term]] = {}
        deletes: dict[Row, list[Term]] = {}
        for held, effect, binding in effects:
            for full in self._bindings(effect.variables, binding):
                condition = conjoin([held, now.term(effect.condition, full)])
                if condition is not NO:
                    for literals, found in ((effect.adds, adds), (effect.deletes, deletes)):
                        for literal in literals:
                            found.setdefault(_row(literal, full), []).append(condition)
        after = {}
        for row in sorted({*adds, *deletes}, key=_order):
            if row in self.variables:
                stays = [self.before[row], negate(disjoin(deletes.get(row, [])))]
                term = disjoin([*adds.get(row, []), conjoin(stays)])
                if term is not self.before[row]:
                    after[row] = term
        return after

    def _bindings(self, variables: tuple[Variable, ...], binding: Binding) -> Iterator[Binding]:
        objects = self.task.start.objects
        for choice in product(*(objects.of(v.types) for v in variables)):
            self.count()
            yield {**binding, **dict(zip(variables, choice, strict=True))}

    def count(self) -> None:
        """One literal or binding more."""
        self.literals += 1
        self.check()
        if self.literals > MAX_LITERALS:
            raise Unsupported(f"conditions of more than {MAX_LITERALS:,} literals")


@dataclass(frozen=True, slots=True)
class _Moments:
    """The terms of facts before and after an action, and the action."""

    grounding: _Grounding
    before: Facts
    after: Facts
    done: Literal

    @property
    def objects(self) -> Objects:
        """The objects of the world."""
        return self.grounding.task.start.objects

    def term(self, formula: Formula, binding: Binding) -> Term:
        """The condition on the state before that a formula is."""
        match formula:
            case Literal():
                return self._literal(formula, binding)
            case Not(child):
                return negate(self.term(child, binding))
            case And(children):
                return self._all(self.term(child, binding) for child in children)
            case Or(children):
                return negate(self._all(negate(self.term(c, binding)) for c in children))
            case Forall(variable, child):
                return self._all(self.term(child, b) for b in self._each(variable, binding))
            case Exists(variable, child):
                inner = self._each(variable, binding)
                return negate(self._all(negate(self.term(child, b)) for b in inner))
            case Comparison():
                raise Unsupported("comparisons of numbers")
            case _:
                assert_never(formula)

    def _all(self, terms: Iterator[Term]) -> Term:
        found = []
        for term in terms:
            if term is NO:
                return NO
            found.append(term)
        return conjoin(found)

    def _each(self, variable: Variable, binding: Binding) -> Iterator[Binding]:
        for constant in self.objects.of(variable.types):
            yield {**binding, variable: constant}

    def _literal(self, literal: Literal, binding: Binding) -> Term:
        self.grounding.count()
        row = _row(literal, binding)
        if literal.predicate.name == EQUALS.name:
            return YES if row[1] == row[2] else NO
        if literal.moment is Moment.DID:
            return YES if row == (self.done.predicate, *self.done.terms) else NO
        facts = self.after if literal.moment is Moment.AFTER else self.before
        return facts.get(row, NO)


def _rewards(reward: Reward, moments: _Moments) -> Iterator[RewardCase]:
    sums = [term for row in reward.sums for term in _sum_terms(row, moments)]
    rows = [(moments.term(r.condition, {}), r.value) for r in reward.rows.rules]
    for condition, value in (*rows, (YES, reward.rows.default)):
        if condition is not NO:
            yield RewardCase(condition, _total(value, sums) if sums else float(value))
        if condition is YES:
            return


def _total(first: float, terms: list[Term]) -> Term:
    total: Term = const(float(first))
    for term in terms:
        total = node(Call, "+", (total, term), Sort.ANY)
    return total


def _sum_terms(row: SumRow, moments: _Moments) -> Iterator[Term]:
    for binding in moments.grounding._bindings(row.variables, {}):
        condition = moments.term(row.condition, binding)
        if condition is not NO:
            yield choose(condition, const(float(row.value)), const(0.0))


def _ends(termination: DecisionList[Status], moments: _Moments) -> Iterator[EndCase]:
    for rule in termination.rules:
        condition = moments.term(rule.condition, {})
        if condition is not NO:
            yield EndCase(condition, rule.value)
        if condition is YES:
            return
    yield EndCase(YES, termination.default)


def _row(literal: Literal, binding: Binding) -> Row:
    return (literal.predicate, *(replaced(term, binding) for term in literal.terms))


def _literal(row: Row) -> Literal:
    return Literal(row[0], tuple(row[1:]))


def _order(row: Row) -> tuple[str, ...]:
    return (row[0].name, *(term.name for term in row[1:]))


def _plain_name(row: Row) -> str:
    return str(row[0].name).rpartition(" ")[0]
