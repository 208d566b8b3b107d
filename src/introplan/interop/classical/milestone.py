"""One milestone of a task as a classical problem: actions, a start, a goal, and nothing else.

A mutation says what must hold after its last step, what before it, and which step that is. The
first is a goal as it stands. For the rest every action that can be that step gets one more effect:
under the right condition it adds a marker, and the marker is the goal. What must hold after the
last step is built into that condition (`regression.py`), so the marker means the milestone and
nothing less; where that cannot be said, it stays in the goal. Actions keep their names and
parameters: a plan for the problem is a plan for the task.

A milestone is reached by at least one step. Where the mutation holds already, the marker says
that a step has been taken.

Endings: no plan may come through failure. A failure that speaks of one state becomes a condition
of every action and of the goal: nothing can be done after it. Any other is built into the
condition of each action. What cannot be expressed is named in `caveats`, and the replay of the
plan decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from introplan.errors import UsageError
from introplan.introspection.relational.goals import (
    goal_of,
    mutations,
    reward_condition,
    success_condition,
)
from introplan.mdp import Status
from introplan.relational.action import ActionSchema, ConditionalEffect
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import Domain, RelationalTask, Signature
from introplan.relational.dynamics import closed
from introplan.relational.evaluation import Moments, holds
from introplan.relational.formula import (
    FALSE,
    TRUE,
    Constant,
    Formula,
    Literal,
    Moment,
    Not,
    Predicate,
    conjunction,
    disjunction,
)
from introplan.relational.grounding import All, Goal, Want
from introplan.relational.mutation import Mutation
from introplan.relational.regression import (
    NotRegressibleError,
    all_true,
    negated,
    regressed,
)
from introplan.relational.rewards import condition_for
from introplan.relational.rewriting import conjuncts, literals, normal_form

HORIZON = "the horizon is not expressed: a plan may be too long"
FAILURE = "failure is not expressed: a plan may come through it"
SUCCESS = "success is not expressed: where a plan comes through it, the episode ends"
LAST_STEP = "what must hold after the last step is a goal of its own: a plan may be missed"


@dataclass(frozen=True, slots=True)
class ClassicalTask:
    """A task with a goal and no reward, and what of the original it does not say."""

    task: RelationalTask
    caveats: tuple[str, ...] = ()


def milestone_task(task: RelationalTask, mutation: Mutation) -> ClassicalTask:
    """The classical problem of reaching a milestone of `task` from its start."""
    return classical_task(task, formula_of(goal_of(mutation)))


def formula_of(goal: Goal) -> Formula:
    """A factored goal as a formula over a transition."""
    match goal:
        case Want(literal, truth):
            return literal if truth else Not(literal)
        case All(children):
            return conjunction(*map(formula_of, children))
        case _:
            return disjunction(*map(formula_of, goal.children))


def classical_task(task: RelationalTask, target: Formula) -> ClassicalTask:
    """The classical problem of making a transition for which the ground formula `target` holds."""
    return _Compilation(task).compiled(target)


class _Compilation:
    """The parts of a task, on their way to a classical problem."""

    def __init__(self, task: RelationalTask) -> None:
        if task.is_numeric:
            raise UsageError("numbers that change have no place in a classical problem")
        self.task = task
        self.derived = derived_predicates(task.domain.derived)
        self.caveats: list[str] = []
        self.guards: tuple[Formula, ...] = ()
        self.start = closed(task.domain, task.start)

    def compiled(self, target: Formula) -> ClassicalTask:
        if self.task.horizon is not None:
            self.caveats.append(HORIZON)
        schemas = self.task.domain.actions
        if not self.task.is_classical:
            schemas = self._without_failure(schemas)
            schemas = self._without_success(schemas, target)
        goal, schemas, marker = self._goal(target, schemas)
        goal = all_true([goal, *self.guards])
        domain = self._domain(schemas, marker)
        plain = replace(self.task, domain=domain, goal=goal, horizon=None)
        return ClassicalTask(plain, tuple(self.caveats))

    def _without_failure(self, schemas: tuple[ActionSchema, ...]) -> tuple[ActionSchema, ...]:
        failure = condition_for(self.task.termination, Status.FAILURE)
        if failure == FALSE:
            return schemas
        if _is_of_one_state(failure) and not self._holds_at_start(failure):
            self.guards = (negated(failure),)
            return tuple(_restricted(schema, negated(failure)) for schema in schemas)
        try:
            bad = [regressed(failure, schema, self.derived) for schema in schemas]
        except NotRegressibleError:
            self.caveats.append(FAILURE)
            return schemas
        return tuple(
            _restricted(schema, negated(found))
            for schema, found in zip(schemas, bad, strict=True)
            if found != TRUE
        )

    def _without_success(
        self, schemas: tuple[ActionSchema, ...], target: Formula
    ) -> tuple[ActionSchema, ...]:
        """Nothing can be done after success either, where that is easily said."""
        success = success_condition(self.task)
        if success == FALSE or self._is_the_only_success(target):
            return schemas
        opposite = normal_form(success, want=False)
        is_easy = _is_of_one_state(success) and _is_conjunctive(opposite)
        if not is_easy or self._holds_at_start(success):
            self.caveats.append(SUCCESS)
            return schemas
        return tuple(_restricted(schema, opposite) for schema in schemas)

    def _is_the_only_success(self, target: Formula) -> bool:
        """Is the target all that ends with success? Then nothing does before it."""
        if success_condition(self.task) != reward_condition(self.task):
            return False
        first_two = list(islice(mutations(self.task), 2))
        return [formula_of(goal_of(mutation)) for mutation in first_two] == [target]

    def _goal(
        self, target: Formula, schemas: tuple[ActionSchema, ...]
    ) -> tuple[Formula, tuple[ActionSchema, ...], Literal | None]:
        """The goal, the actions that can bring it about, and the marker if there is one."""
        marker = Predicate(self._new_name("milestone"), 0)()
        if not _is_of_one_state(target):
            conditions, rest = self._conditions(target, schemas)
            marked = [
                _marking(_restricted(schema, Not(marker)), condition, marker)
                for schema, condition in zip(schemas, conditions, strict=True)
            ]
            return all_true([marker, rest]), tuple(marked), marker
        if self._holds_at_start(target) and not self.task.is_classical:
            marked = [_marking(schema, TRUE, marker) for schema in schemas]
            return all_true([marker, target]), tuple(marked), marker
        return target, schemas, None

    def _conditions(
        self, target: Formula, schemas: tuple[ActionSchema, ...]
    ) -> tuple[list[Formula], Formula]:
        """When each action is the last step, and what is left to be a goal."""
        try:
            return [regressed(target, schema, self.derived) for schema in schemas], TRUE
        except NotRegressibleError:
            parts = list(conjuncts(target))
            later = [part for part in parts if _is_of_one_state(part)]
            now = all_true(part for part in parts if part not in later)
            self.caveats.append(LAST_STEP)
            return [regressed(now, schema, self.derived) for schema in schemas], all_true(later)

    def _holds_at_start(self, formula: Formula) -> bool:
        return holds(formula, Moments(self.start.objects, self.start.facts))

    def _new_name(self, name: str) -> str:
        taken = {signature.name for signature in self.task.domain.predicates}
        given, number = name, 2
        while given in taken:
            given, number = f"{name}-{number}", number + 1
        return given

    def _domain(self, schemas: tuple[ActionSchema, ...], marker: Literal | None) -> Domain:
        """The domain without reward and ends; objects that actions name are its constants."""
        domain = self.task.domain
        named = {t for schema in schemas for t in _terms(schema)}
        named |= {constant for constant, _ in domain.constants}
        new = () if marker is None else (Signature(marker.predicate.name, ()),)
        return replace(
            domain,
            actions=schemas,
            predicates=(*domain.predicates, *new),
            constants=tuple(
                (constant, types)
                for constant, types in self.task.start.objects.declared
                if constant in named
            ),
            reward=None,
            termination=None,
        )


def _is_of_one_state(formula: Formula) -> bool:
    """Does it speak of the state after alone?"""
    return all(x.moment is Moment.AFTER for x in literals(formula))


def _is_conjunctive(formula: Formula) -> bool:
    """Is this, in negation normal form, nothing but literals that must all hold?"""
    return all(isinstance(part, Literal | Not) for part in conjuncts(formula))


def _restricted(schema: ActionSchema, condition: Formula) -> ActionSchema:
    return replace(schema, precondition=all_true([schema.precondition, condition]))


def _marking(schema: ActionSchema, condition: Formula, marker: Literal) -> ActionSchema:
    """The action that also adds the marker where the condition holds."""
    if condition == FALSE:
        return schema
    if condition == TRUE:
        return replace(schema, adds=(*schema.adds, marker))
    marking = ConditionalEffect((), condition, (marker,), ())
    return replace(schema, conditional=(*schema.conditional, marking))


def _terms(schema: ActionSchema) -> Iterator[Constant]:
    """The objects that an action names."""
    formulas: list[Formula] = [schema.precondition]
    for effect in schema.effects:
        formulas += [effect.condition, *effect.adds, *effect.deletes]
    for literal in _all_literals(formulas):
        yield from (t for t in literal.terms if isinstance(t, Constant))


def _all_literals(formulas: Iterable[Formula]) -> Iterator[Literal]:
    for formula in formulas:
        yield from literals(formula)
