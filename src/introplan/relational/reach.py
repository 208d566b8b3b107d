"""Delete relaxation: what can be reached from a state if nothing that was once true is ever lost.

The reachability analysis of planning graphs without deletes (Blum & Furst 1997; Bonet & Geffner
2001), on lifted actions as a Datalog program (Helmert 2009).

Steps (`relational/dynamics.py`) are applied wherever their condition is possible. A new literal
wakes only the steps that need it: it is put into their condition and the rest is joined
(semi-naive evaluation). Conditions with more than positive literals may have to wait for several
things; those steps are asked again whenever nothing else is left to do. Each way to bind
the parameters of a step that comes up counts as work, and past a limit the attempt is given up.
How many there are does not depend on the order in which they are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from introplan.relational.action import GroundAction
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain
from introplan.relational.dynamics import RelaxedStep, relaxed_steps
from introplan.relational.formula import And, Comparison, Constant, Literal, Variable
from introplan.relational.grounding import (
    IMPOSSIBLE,
    TRIVIAL,
    Atom,
    Goal,
    Grounder,
    NounVocabulary,
    Statics,
)
from introplan.relational.query import Compiler, Facts, Pattern, Query, Row, Slots
from introplan.relational.rewriting import Binding, replaced
from introplan.relational.state import Objects, State


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
    """A step of the relaxation: the join for its parameters, and the rest of its condition."""

    rule: RelaxedStep
    query: Query
    frame: Slots
    slots: list[int]
    rest: And
    seen: set[Arguments] = field(default_factory=set)


def relaxed_reach(
    domain: Domain, state: State, statics: Statics, *, limit: int, check: Callable[[], None]
) -> Reach | None:
    """Everything reachable from `state` ignoring deletes; None if that is too much work."""
    try:
        return _Relaxation(domain, state, statics, limit=limit, check=check).run()
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
        check: Callable[[], None],
    ) -> None:
        self.state = state
        self.limit = limit
        self.work = 0
        self.facts = Facts((f.predicate, *f.terms) for f in state.facts)
        self.deleted: set[Literal] = set()
        self.added: list[Literal] = []
        self.done: set[GroundAction] = set()
        self.derived = derived_predicates(domain.derived)
        self.grounder = Grounder(statics, leaf=self._possible, check=check)
        self.steps = [_compiled(s, state.objects, check) for s in relaxed_steps(domain)]
        self.waiting: list[tuple[Step, Arguments]] = []

    def run(self) -> Reach:
        """Apply steps until nothing changes."""
        news = list(self._everywhere())
        progress = True
        while progress:
            while news:
                news.extend(self._after(news.pop()))
            before = len(self.waiting)
            news = list(self._waiting_steps())
            progress = len(self.waiting) < before
        true = self.state.facts.union(self.added)
        return Reach(true, frozenset(self.deleted), frozenset(self.done), self.work)

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
        found: list[Arguments] = []
        for answer in step.query.answers(self.facts, values):
            arguments = tuple(answer[slot] for slot in step.slots)
            if arguments not in step.seen:
                step.seen.add(arguments)
                found.append(arguments)
                self.work += 1
                if self.work > self.limit:
                    raise _TooLargeError
        for arguments in found:
            yield from self._apply(step, arguments)

    def _waiting_steps(self) -> Iterator[Row]:
        """Ask again for the steps whose remaining condition was not possible before."""
        waiting, self.waiting = self.waiting, []
        for step, arguments in waiting:
            yield from self._apply(step, arguments)

    def _apply(self, step: Step, arguments: Arguments) -> Iterator[Row]:
        rule = step.rule
        binding = dict(zip(rule.parameters, arguments, strict=True))
        if step.rest.children and self.grounder.ground(step.rest, binding) != TRIVIAL:
            self.waiting.append((step, arguments))
            return
        if rule.action is not None:
            self.done.add(GroundAction(rule.action, arguments))
        for lifted in rule.deletes:
            self.deleted.add(_ground(lifted, binding))
        for lifted in rule.adds:
            literal = _ground(lifted, binding)
            row = (literal.predicate, *literal.terms)
            if row not in self.facts:
                self.facts.add(row)
                self.added.append(literal)
                yield row

    def _possible(self, literal: Atom, truth: bool) -> Goal:
        if isinstance(literal, Comparison):
            return TRIVIAL  # how far numbers can change is not worked out here
        if truth:
            is_possible = (literal.predicate, *literal.terms) in self.facts
        else:
            is_possible = (
                literal not in self.state.facts
                or literal in self.deleted
                or literal.predicate in self.derived
            )
        return TRIVIAL if is_possible else IMPOSSIBLE


def _compiled(step: RelaxedStep, objects: Objects, check: Callable[[], None]) -> Step:
    joined, rest = step.split_condition()
    compiler = Compiler(NounVocabulary(objects), check)
    scope: dict[Variable, int] = {}
    query = compiler.query(step.parameters, And(joined), scope)
    slots = [scope[v] for v in step.parameters]
    return Step(step, query, compiler.frame, slots, And(rest))


def _ground(literal: Literal, binding: Binding) -> Literal:
    return Literal(literal.predicate, tuple(replaced(t, binding) for t in literal.terms))
