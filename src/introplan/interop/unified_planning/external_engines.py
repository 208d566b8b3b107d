"""Engines of unified-planning as the inner search: milestones go out as classical problems.

A milestone becomes plain PDDL (`interop/classical`), which unified-planning reads and hands to the
engine, whatever that is. The plan comes back by name, since nothing was renamed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.environment import get_environment
from unified_planning.exceptions import UPException
from unified_planning.io import PDDLReader
from unified_planning.model import Problem
from unified_planning.plans import ActionInstance

from introplan.errors import UsageError, did_you_mean
from introplan.interop.classical.export import printed
from introplan.interop.classical.milestone import classical_task, formula_of
from introplan.planners.external import ExternalPlanner
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant
from introplan.relational.grounding import Goal
from introplan.relational.regression import NotRegressibleError


def external_planner_named(name: str) -> ExternalPlanner:
    """The engine of unified-planning that is called `name`."""
    factory = get_environment().factory
    planners = [n for n in factory.engines if issubclass(factory.engine(n), OneshotPlannerMixin)]
    if name not in planners:
        raise UsageError(
            f"unified-planning has no planner {name!r} here (Fast Downward comes with "
            f"`pip install up-fast-downward`){did_you_mean(name, planners)}"
        )
    return ExternalPlanner(name, partial(_plan, name))


def _plan(
    name: str, task: RelationalTask, goal: Goal, seconds: float | None
) -> tuple[GroundAction, ...] | None:
    """The engine's way to a transition that meets the goal, if it finds one in that time."""
    try:
        classical = classical_task(task, formula_of(goal))
    except NotRegressibleError:
        return None
    problem = _read(*printed(classical, []))
    with _silence(), get_environment().factory.OneshotPlanner(name=name) as planner:
        missing = problem.kind.features - planner.supported_kind().features
        if missing:
            raise UsageError(f"engine {name} does not know {', '.join(sorted(missing)).lower()}")
        plan = planner.solve(problem, timeout=seconds).plan
    return None if plan is None else tuple(map(_action, plan.actions))


def _read(domain: str, problem: str) -> Problem:
    try:
        return PDDLReader().parse_problem_string(domain, problem)
    except (UPException, SyntaxError, AssertionError) as reason:
        raise UsageError(f"unified-planning cannot read this task: {reason}") from None


def _action(step: ActionInstance) -> GroundAction:
    names = [str(parameter) for parameter in step.actual_parameters]
    return GroundAction(step.action.name, tuple(map(Constant, names)))


@contextmanager
def _silence() -> Iterator[None]:
    """Engines print their credits unless the stream is None."""
    environment = get_environment()
    stream, environment.credits_stream = environment.credits_stream, None
    try:
        yield
    finally:
        environment.credits_stream = stream
