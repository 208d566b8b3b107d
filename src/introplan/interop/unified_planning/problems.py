"""From a problem of unified-planning to a task, and from its plan and result back.

Values are built directly, without a text in between: every type, object, fluent and action gets a
legal name and every condition becomes a formula (both in `expressions.py`). What our language
cannot say is refused with an `UnsupportedError`; nothing is left out silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from unified_planning.engines import PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.engines.results import LogLevel, LogMessage
from unified_planning.model import (
    Action,
    Effect,
    FNode,
    InstantaneousAction,
    Object,
    Problem,
    SensingAction,
)
from unified_planning.model.metrics import (
    MinimizeActionCosts,
    MinimizeSequentialPlanLength,
    Oversubscription,
    PlanQualityMetric,
)
from unified_planning.plans import ActionInstance, SequentialPlan

from introplan.interop.unified_planning.expressions import (
    Names,
    Prices,
    Scope,
    UnsupportedError,
    formula_of,
    literal_of,
)
from introplan.interop.unified_planning.numbers import (
    bounds_kept,
    is_numeric,
    numeric_effect,
    numeric_fluents,
    values_of,
)
from introplan.mdp import display_number
from introplan.planners.result import PlanResult, PlanStatus
from introplan.relational.action import ActionSchema, ConditionalEffect, GroundAction
from introplan.relational.domain import Domain, RelationalTask, Signature, TypeDeclaration
from introplan.relational.formula import (
    OBJECT,
    TRUE,
    And,
    Constant,
    Formula,
    Literal,
    Not,
    Predicate,
    Variable,
)
from introplan.relational.numbers import NO_NUMBERS, Numbers
from introplan.relational.state import Objects, State
from introplan.verification import verify

METRICS = (MinimizeActionCosts, MinimizeSequentialPlanLength, Oversubscription)
"""The metrics that can be asked for; any other is refused, never left out."""


@dataclass(frozen=True, slots=True)
class Translation:
    """A task, and what its names stand for in the problem it came from."""

    problem: Problem
    task: RelationalTask
    scope: Scope
    actions: Mapping[str, Action]
    objects: Mapping[Constant, Object]

    def plan_back(self, plan: Iterable[GroundAction]) -> SequentialPlan:
        """A plan of the task as a plan of the problem."""
        steps = [
            ActionInstance(self.actions[step.name], tuple(self.objects[c] for c in step.arguments))
            for step in plan
        ]
        return SequentialPlan(steps, self.problem.environment)

    def plan_over(self, plan: SequentialPlan) -> tuple[GroundAction, ...]:
        """A plan of the problem as a plan of the task."""
        names = {action: name for name, action in self.actions.items()}
        return tuple(
            GroundAction(
                names[step.action],
                tuple(self.scope.constants[p.object()] for p in step.actual_parameters),
            )
            for step in plan.actions
        )

    def formula(self, condition: FNode) -> Formula:
        """A condition over the objects of the problem as a formula of the task."""
        return formula_of(condition, self.scope)


def translated(problem: Problem) -> Translation:
    """The task that a problem is; its metric gives the costs of actions, if it speaks of them."""
    _check(problem)
    names = Names()
    scope = _scope(problem, names)
    changing = frozenset(e.fluent.fluent() for a in problem.actions for e in a.effects)
    prices = Prices(problem, names, changing=changing)
    action_names = {action: names.give(action.name) for action in problem.actions}
    schemas = [_schema(a, name, scope, prices) for a, name in action_names.items()]
    domain = Domain(
        names.give(f"{problem.name or 'problem'}-domain"),
        tuple(schemas),
        predicates=tuple(_signatures(scope)),
        types=tuple(_type_declarations(problem, scope)),
        constants=_declared(problem.all_objects, scope),
        functions=(*_function_signatures(scope), *prices.signatures),
    )
    ancestors = domain.ancestors
    objects = Objects.build(_declared(problem.all_objects, scope), ancestors)
    goal = And(tuple(formula_of(g, scope) for g in problem.goals))
    values = dict(values_of(problem, scope))
    names_changed = domain.changing_functions
    fixed = {t: v for t, v in values.items() if t.name not in names_changed}
    changed = {t: v for t, v in values.items() if t.name in names_changed}
    numbers = Numbers(fixed, changed) if domain.is_numeric or values else NO_NUMBERS
    start = State(objects, frozenset(_facts(problem, scope)), numbers)
    name = names.give(problem.name or "problem")
    task = RelationalTask(domain, start, goal=goal, name=name, costs={**prices.values, **fixed})
    back = {constant: thing for thing, constant in scope.constants.items()}
    return Translation(problem, task, scope, {n: a for a, n in action_names.items()}, back)


def _check(problem: Problem) -> None:
    """Refuse what is not a classical problem."""
    if type(problem) is not Problem:
        raise UnsupportedError(f"a {type(problem).__name__}; classical problems are supported")
    for what, there in (
        ("timed goals", problem.timed_goals),
        ("timed effects", problem.timed_effects),
        ("trajectory constraints", problem.trajectory_constraints),
        ("more than one quality metric", problem.quality_metrics[1:]),
        ("processes and events", list(problem.natural_transitions)),
    ):
        if there:
            raise UnsupportedError(f"{what} in a problem")
    metric = metric_of(problem)
    if metric is not None and not isinstance(metric, METRICS):
        raise UnsupportedError(f"the metric {metric}")
    for action in problem.actions:
        if not isinstance(action, InstantaneousAction) or isinstance(action, SensingAction):
            raise UnsupportedError(f"{action.name} is no instantaneous action")
        if action.simulated_effect is not None:
            raise UnsupportedError(f"{action.name} has a simulated effect")


def metric_of(problem: Problem) -> PlanQualityMetric | None:
    """The one metric, if there is one."""
    return problem.quality_metrics[0] if problem.quality_metrics else None


def _scope(problem: Problem, names: Names) -> Scope:
    """Names for all there is but actions."""
    types = {kind: names.give(kind.name) for kind in problem.user_types}
    constants = {thing: Constant(names.give(thing.name)) for thing in problem.all_objects}
    predicates = {
        fluent: Predicate(names.give(fluent.name), fluent.arity)
        for fluent in problem.fluents
        if fluent.type.is_bool_type()
    }
    functions = {fluent: names.give(fluent.name) for fluent in numeric_fluents(problem)}
    return Scope(predicates, constants, types, {}, functions)


def _type_declarations(problem: Problem, scope: Scope) -> Iterator[TypeDeclaration]:
    for kind in problem.user_types:
        parent = OBJECT if kind.father is None else scope.types[kind.father]
        yield TypeDeclaration(scope.types[kind], (parent,))


def _declared(
    objects: Iterable[Object], scope: Scope
) -> tuple[tuple[Constant, tuple[str, ...]], ...]:
    return tuple((scope.constants[o], (scope.types[o.type],)) for o in objects)


def _signatures(scope: Scope) -> Iterator[Signature]:
    for fluent, predicate in scope.predicates.items():
        inner = scope.within(*fluent.signature)
        yield Signature(predicate.name, tuple(inner.variables[p] for p in fluent.signature))


def _function_signatures(scope: Scope) -> Iterator[Signature]:
    for fluent, name in scope.functions.items():
        inner = scope.within(*fluent.signature)
        yield Signature(name, tuple(inner.variables[p] for p in fluent.signature))


def _facts(problem: Problem, scope: Scope) -> Iterator[Literal]:
    """What is true at the start: what is said to be, and what is by default."""
    said = problem.explicit_initial_values
    for exp, value in said.items():
        if exp.fluent() in scope.predicates and value.is_true():
            yield literal_of(exp, scope)
    for fluent in scope.predicates:
        default = problem.fluents_defaults.get(fluent)
        if default is not None and default.is_true():
            for arguments in product(*(problem.objects(p.type) for p in fluent.signature)):
                # An explicit value wins over the default, also where it is false.
                if fluent(*arguments) not in said:
                    yield literal_of(fluent(*arguments), scope)


def _schema(action: InstantaneousAction, name: str, outer: Scope, prices: Prices) -> ActionSchema:
    scope = outer.within(*action.parameters)
    effects = [branch for effect in action.effects for branch in _branches(effect, scope)]
    plain = [e for e in effects if not e.variables and e.condition == TRUE]
    metric = metric_of(prices.problem)
    has_costs = isinstance(metric, MinimizeActionCosts)
    return ActionSchema(
        name,
        tuple(scope.variables[p] for p in action.parameters),
        And((*(formula_of(c, scope) for c in action.preconditions), *bounds_kept(action, scope))),
        adds=tuple(literal for e in plain for literal in e.adds),
        deletes=tuple(literal for e in plain for literal in e.deletes),
        conditional=tuple(e for e in effects if e not in plain),
        cost=tuple(prices.terms(metric, action, scope)) if has_costs else (),
        numeric=tuple(change for e in plain for change in e.numeric),
    )


def _branches(effect: Effect, outer: Scope) -> Iterator[ConditionalEffect]:
    """An assignment of true, of false, or of whatever a condition says, as adds and deletes."""
    scope = outer.within(*effect.forall)
    variables: tuple[Variable, ...] = tuple(scope.variables[v] for v in effect.forall)
    if is_numeric(effect.fluent.fluent()):
        condition = formula_of(effect.condition, scope)
        yield ConditionalEffect(variables, condition, (), (), (numeric_effect(effect, scope),))
        return
    if not effect.is_assignment():
        raise UnsupportedError(f"an effect on what is no number: {effect}")
    literal = literal_of(effect.fluent, scope)
    condition = formula_of(effect.condition, scope)
    if effect.value.is_bool_constant():
        yield _branch(literal, variables, condition, truth=effect.value.is_true())
        return
    value = formula_of(effect.value, scope)
    yield _branch(literal, variables, _both(condition, value), truth=True)
    # Both branches are needed: an assignment of a condition deletes where the condition is false.
    yield _branch(literal, variables, _both(condition, Not(value)), truth=False)


def _branch(
    literal: Literal, variables: tuple[Variable, ...], condition: Formula, *, truth: bool
) -> ConditionalEffect:
    adds, deletes = ((literal,), ()) if truth else ((), (literal,))
    return ConditionalEffect(variables, condition, adds, deletes)


def _both(left: Formula, right: Formula) -> Formula:
    return right if left == TRUE else And((left, right))


STATUS = {
    PlanStatus.UNSOLVABLE: PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    PlanStatus.INCOMPLETE: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.HORIZON: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.OUT_OF_NODES: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    PlanStatus.OUT_OF_TIME: PlanGenerationResultStatus.TIMEOUT,
    PlanStatus.OUT_OF_MEMORY: PlanGenerationResultStatus.MEMOUT,
}


def report(result: PlanResult, translation: Translation, name: str) -> PlanGenerationResult:
    """The result of one call; a plan that only limits kept from being proven best is given.

    Goals pay the same by whatever way, so that both proofs are about the cost, which is what the
    metrics count; with oversubscription `proved_optimal` is about the gain.
    """
    if result.status is PlanStatus.SUCCESS:
        proven = result.proved_optimal or result.proved_shortest
        status = (
            PlanGenerationResultStatus.SOLVED_OPTIMALLY
            if proven
            else PlanGenerationResultStatus.SOLVED_SATISFICING
        )
    else:
        status = STATUS[result.status]
    plan = result.plan if _is_a_plan(result, translation) else None
    if plan is not None and status is PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY:
        status = PlanGenerationResultStatus.SOLVED_SATISFICING
    return PlanGenerationResult(
        status,
        None if plan is None else translation.plan_back(plan),
        name,
        metrics=_numbers(result),
        log_messages=_messages(result.reason, *result.notes),
    )


def intermediate(result: PlanResult, translation: Translation, name: str) -> PlanGenerationResult:
    """A plan that may still get better."""
    return PlanGenerationResult(
        PlanGenerationResultStatus.INTERMEDIATE,
        translation.plan_back(result.plan or ()),
        name,
        metrics=_numbers(result),
    )


def refusal(reason: str, name: str) -> PlanGenerationResult:
    """What to say about a problem that is none of ours."""
    status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
    return PlanGenerationResult(status, None, name, log_messages=_messages(reason))


def _is_a_plan(result: PlanResult, translation: Translation) -> bool:
    """A limit may leave half a plan, or a whole one that could be better: which is it?"""
    if result.plan is None or result.status is PlanStatus.SUCCESS:
        return result.plan is not None
    return verify(translation.task, result.plan).valid


def _numbers(result: PlanResult) -> dict[str, str]:
    bound = {} if result.bound is None else {"bound": display_number(result.bound)}
    return {
        "score": display_number(result.score),
        **bound,
        "engine": result.engine,
        "expanded": str(result.expanded),
        "generated": str(result.generated),
        "cost": f"{result.cost:g}",
        "engine_internal_time": f"{result.seconds:.6f}",
    }


def _messages(*texts: str) -> list[LogMessage]:
    return [LogMessage(LogLevel.INFO, text) for text in texts if text]
