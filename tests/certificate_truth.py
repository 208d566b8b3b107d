"""Is a certificate right? By its definition, trying every object, with none of the product's code
for certificates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import assert_never

from introplan.certificates.certificate import Bounds, ClosedSet
from introplan.mdp import Status
from introplan.relational.action import ActionSchema, GroundAction, changes, did
from introplan.relational.derived import derived_predicates, with_derived
from introplan.relational.domain import Task
from introplan.relational.evaluation import Moments, holds
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
from introplan.relational.rewards import condition_for
from introplan.relational.rewriting import Binding, replaced, without

Facts = frozenset[Literal]


class CertificateTruth:
    """What exhaustion knows about the certificates of one task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.objects = task.start.objects
        effects = [e for schema in task.domain.actions for e in schema.effects]
        self.changing = {x.predicate for e in effects for x in (*e.adds, *e.deletes)}
        self.static = {x for x in task.start.facts if x.predicate not in self.changing}
        self.termination = task.termination
        self.ground = [
            (schema, binding)
            for schema in task.domain.actions
            for binding in self.bindings(schema.parameters)
        ]
        self.known: dict[Facts, list[tuple[Status, Facts]]] = {}

    def is_closed(self, certificate: ClosedSet) -> bool:
        """Is the start in the set, no way out of it, and no success in it?"""
        states = {
            frozenset(self.static.union(certificate.literals(state)))
            for state in certificate.states
        }
        if not self.task.can_succeed or self.task.start.facts not in states:
            return False
        if self.task.is_classical and any(map(self._is_goal, states)):
            return False
        ways = [way for facts in states for way in self.transitions(facts)]
        return not any(
            status is Status.SUCCESS or (status is Status.CONTINUE and target not in states)
            for status, target in ways
        )

    def reachable(self) -> set[Facts]:
        """The states in which an episode from the start goes on."""
        met, waiting = {self.task.start.facts}, [self.task.start.facts]
        while waiting:
            for status, target in self.transitions(waiting.pop()):
                if status is Status.CONTINUE and target not in met:
                    met.add(target)
                    waiting.append(target)
        return met

    def transitions(self, facts: Facts) -> list[tuple[Status, Facts]]:
        """Every transition from a state."""
        if facts not in self.known:
            self.known[facts] = list(self._transitions(facts))
        return self.known[facts]

    def _transitions(self, facts: Facts) -> Iterator[tuple[Status, Facts]]:
        before = self._with_derived(facts)
        now = Moments(self.objects, before)
        for schema, binding in self.ground:
            if holds(schema.precondition, now, binding):
                adds, deletes = changes(schema, binding, now)
                target = frozenset((facts - deletes) | adds)
                after = self._with_derived(target)
                done = did(GroundAction(schema.name, tuple(binding.values())))
                moments = Moments(self.objects, after, before, done)
                yield self.termination.value(moments), target

    def _is_goal(self, facts: Facts) -> bool:
        assert self.task.goal is not None
        return holds(self.task.goal, Moments(self.objects, self._with_derived(facts)))

    def _with_derived(self, facts: Facts) -> Facts:
        return frozenset(with_derived(self.task.domain.derived, self.objects, facts))

    def bindings(self, variables: tuple[Variable, ...]) -> Iterator[Binding]:
        """Every choice of objects for the variables."""
        for choice in product(*(self.objects.of(v.types) for v in variables)):
            yield dict(zip(variables, choice, strict=True))

    def hold(self, certificate: Bounds) -> bool:
        """Do the bounds hold for everything that may happen, and rule out success?"""
        return self.task.can_succeed and _Bounded(self, certificate).is_proof()


class _Bounded:
    """A task in which literals are only known to be true at times and false at times."""

    def __init__(self, truth: CertificateTruth, certificate: Bounds) -> None:
        self.truth = truth
        self.start = truth.task.start.facts
        self.true = self.start | set(certificate.true)
        self.lost = set(certificate.false)
        self.derived = derived_predicates(truth.task.domain.derived)

    def is_proof(self) -> bool:
        """Does nothing leave the bounds, and can nothing succeed within them?"""
        task = self.truth.task
        possible = [
            (schema, binding)
            for schema, binding in self.truth.ground
            if self.may_be(schema.precondition, binding, want=True)
        ]
        for rule in task.domain.derived:
            for binding in self.truth.bindings(rule.parameters):
                is_known = _ground(rule.head, binding) in self.true
                if not is_known and self.may_be(rule.body, binding, want=True):
                    return False
        if not all(self._stays(schema, binding) for schema, binding in possible):
            return False
        if task.is_classical:
            assert task.goal is not None
            return not self.may_be(task.goal, {}, want=True)
        success = condition_for(task.termination, Status.SUCCESS)
        return not any(
            self.may_be(success, {}, want=True, done=(schema, binding))
            for schema, binding in possible
        )

    def _stays(self, schema: ActionSchema, binding: Binding) -> bool:
        for effect in schema.effects:
            for own in self.truth.bindings(effect.variables):
                full = {**binding, **own}
                if self.may_be(effect.condition, full, want=True):
                    if any(_ground(x, full) not in self.true for x in effect.adds):
                        return False
                    if any(not self._may_be_false(_ground(x, full)) for x in effect.deletes):
                        return False
        return True

    def _may_be_false(self, literal: Literal) -> bool:
        is_derived = literal.predicate in self.derived
        return literal not in self.start or literal in self.lost or is_derived

    def may_be(
        self,
        formula: Formula,
        binding: Binding,
        *,
        want: bool,
        done: tuple[ActionSchema, Binding] | None = None,
    ) -> bool:
        """May the formula have this truth?"""
        match formula:
            case Literal():
                return self._literal(formula, binding, want, done)
            case Comparison():
                return True
            case Not(child):
                return self.may_be(child, binding, want=not want, done=done)
            case And(children) | Or(children):
                truths = (self.may_be(c, binding, want=want, done=done) for c in children)
                return all(truths) if isinstance(formula, And) == want else any(truths)
            case Exists(variable, child) | Forall(variable, child):
                objects = self.truth.objects.of(variable.types)
                inner = [{**without(binding, variable), variable: c} for c in objects]
                truths = (self.may_be(child, b, want=want, done=done) for b in inner)
                return all(truths) if isinstance(formula, Forall) == want else any(truths)
            case _:
                assert_never(formula)

    def _literal(
        self,
        literal: Literal,
        binding: Binding,
        want: bool,
        done: tuple[ActionSchema, Binding] | None,
    ) -> bool:
        fact = _ground(literal, binding)
        if literal.predicate == EQUALS:
            return (fact.terms[0] == fact.terms[1]) == want
        if literal.moment is Moment.DID:
            assert done is not None
            schema, arguments = done
            is_done = (schema.name, tuple(arguments.values())) == (fact.predicate.name, fact.terms)
            return is_done == want
        return fact in self.true if want else self._may_be_false(fact)


def _ground(literal: Literal, binding: Binding) -> Literal:
    return Literal(literal.predicate, tuple(replaced(t, binding) for t in literal.terms))
