"""What can be reached from a state if nothing that was once true is ever lost.

Every action, conditional effect and derived rule is a `Step`: a condition and what it adds and
deletes. Steps are applied wherever their condition is possible. A new literal wakes only the
steps that need it: it is put into their condition and the rest is joined (semi-naive evaluation).
Conditions with more than positive literals may have to wait for several things; those steps are
asked again whenever nothing else is left to do. Every step of a join and every literal looked at
counts as work, and past a limit the attempt is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from introplan.logic.formula import EQUALS, And, Constant, Literal, Variable
from introplan.logic.goal import IMPOSSIBLE, TRIVIAL, Goal
from introplan.logic.grounding import Grounder, NounVocabulary, Statics
from introplan.logic.normal_form import conjuncts, normal_form
from introplan.logic.query import Compiler, Facts, Pattern, Query, Row, Slots
from introplan.logic.substitution import Binding, replaced
from introplan.model.action import ConditionalEffect, GroundAction
from introplan.model.derived import derived_predicates
from introplan.model.domain import Domain
from introplan.model.state import State


@dataclass(frozen=True, slots=True)
class Reach:
    """What may be true, become false and be done, now or later."""

    true: frozenset[Literal]
    deleted: frozenset[Literal]
    done: frozenset[GroundAction]
    work: int


Arguments = tuple[Constant, ...]


@dataclass(slots=True, eq=False)
class Step:
    """A condition over parameters, and what happens where it is possible."""

    action: str | None
    parameters: tuple[Variable, ...]
    adds: tuple[Literal, ...]
    deletes: tuple[Literal, ...]
    query: Query
    frame: Slots
    slots: list[int]
    rest: And
    applied: set[Arguments] = field(default_factory=set)


def relaxed_reach(
    domain: Domain, state: State, statics: Statics, *, limit: int, tick: Callable[[], None]
) -> Reach | None:
    """Everything reachable from `state` ignoring deletes; None if that is too much work."""
    try:
        return _Relaxation(domain, state, statics, limit=limit, tick=tick).run()
    except _TooLargeError:
        return None


class _TooLargeError(Exception):
    """There is more to reach than the limit allows to follow."""


class _Relaxation:
    """The growing sets while the fixed point is computed."""

    def __init__(
        self,
        domain: Domain,
        state: State,
        statics: Statics,
        *,
        limit: int,
        tick: Callable[[], None],
    ) -> None:
        self.state = state
        self.limit = limit
        self.work_left = limit
        self.tick = tick
        self.facts = Facts((f.predicate, *f.terms) for f in state.facts)
        self.deleted: set[Literal] = set()
        self.added: list[Literal] = []
        self.done: set[GroundAction] = set()
        self.derived = derived_predicates(domain.derived)
        self.grounder = Grounder(statics, leaf=self._possible, tick=self._work)
        self.steps = list(_steps(domain, state, self._work))
        self.waiting: dict[tuple[Step, Arguments], None] = {}
        self.applications = 0

    def _work(self) -> None:
        """A sign of life from a join or a condition; too many of them end the attempt."""
        self.tick()
        self.work_left -= 1
        if self.work_left < 0:
            raise _TooLargeError

    def run(self) -> Reach:
        """Apply steps until nothing changes."""
        news = list(self._everywhere())
        progress = True
        while progress:
            while news:
                news.extend(self._after(news.pop()))
            before = self.applications
            news = list(self._waiting_steps())
            progress = self.applications > before
        true = self.state.facts.union(self.added)
        return Reach(
            true, frozenset(self.deleted), frozenset(self.done), self.limit - self.work_left
        )

    def _after(self, row: Row) -> Iterator[Row]:
        """What the new `row` makes possible."""
        for step in self.steps:
            for pattern in step.query.patterns:
                if pattern.key == row[0]:
                    yield from self._woken(step, pattern, row)

    def _everywhere(self) -> Iterator[Row]:
        """Apply every step wherever the facts of the state allow it."""
        for step in self.steps:
            yield from self._answers(step, list(step.frame))

    def _woken(self, step: Step, pattern: Pattern, row: Row) -> Iterator[Row]:
        """Apply `step` wherever the new `row` is what it needed."""
        values = pattern.bound_to(row, step.frame)
        if values is not None:
            yield from self._answers(step, values)

    def _answers(self, step: Step, values: Slots) -> Iterator[Row]:
        found = [tuple(v[s] for s in step.slots) for v in step.query.answers(self.facts, values)]
        for arguments in found:
            yield from self._apply(step, arguments)

    def _waiting_steps(self) -> Iterator[Row]:
        """Ask again for the steps whose remaining condition was not possible before."""
        waiting, self.waiting = self.waiting, {}
        for step, arguments in waiting:
            yield from self._apply(step, arguments)

    def _apply(self, step: Step, arguments: Arguments) -> Iterator[Row]:
        self._work()
        if arguments in step.applied:
            return
        binding = dict(zip(step.parameters, arguments, strict=True))
        if step.rest.children and self.grounder.ground(step.rest, binding) != TRIVIAL:
            self.waiting[step, arguments] = None
            return
        step.applied.add(arguments)
        self.applications += 1
        if step.action is not None:
            self.done.add(GroundAction(step.action, arguments))
        for lifted in step.deletes:
            self.deleted.add(_ground(lifted, binding))
        for lifted in step.adds:
            literal = _ground(lifted, binding)
            row = (literal.predicate, *literal.terms)
            if row not in self.facts:
                self.facts.add(row)
                self.added.append(literal)
                yield row

    def _possible(self, literal: Literal, truth: bool) -> Goal:
        if truth:
            is_possible = (literal.predicate, *literal.terms) in self.facts
        else:
            is_possible = (
                literal not in self.state.facts
                or literal in self.deleted
                or literal.predicate in self.derived
            )
        return TRIVIAL if is_possible else IMPOSSIBLE


def _steps(domain: Domain, state: State, tick: Callable[[], None]) -> Iterator[Step]:
    for schema in domain.actions:
        for number, effect in enumerate(schema.effects):
            whole = ConditionalEffect(
                (*schema.parameters, *effect.variables),
                And((schema.precondition, effect.condition)),
                effect.adds,
                effect.deletes,
            )
            yield _step(state, None if number else schema.name, whole, tick)
    for rule in domain.derived:
        yield _step(
            state, None, ConditionalEffect(rule.parameters, rule.body, (rule.head,), ()), tick
        )


def _step(
    state: State, action: str | None, effect: ConditionalEffect, tick: Callable[[], None]
) -> Step:
    parts = list(conjuncts(normal_form(effect.condition)))
    joined = tuple(p for p in parts if isinstance(p, Literal) and p.predicate != EQUALS)
    rest = tuple(p for p in parts if p not in joined)
    compiler = Compiler(NounVocabulary(state.objects), tick)
    scope: dict[Variable, int] = {}
    query = compiler.query(effect.variables, And(joined), scope)
    slots = [scope[v] for v in effect.variables]
    return Step(
        action,
        effect.variables,
        effect.adds,
        effect.deletes,
        query,
        compiler.frame,
        slots,
        And(rest),
    )


def _ground(literal: Literal, binding: Binding) -> Literal:
    return Literal(literal.predicate, tuple(replaced(t, binding) for t in literal.terms))
