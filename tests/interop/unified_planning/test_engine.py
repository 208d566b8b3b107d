"""unified-planning calls us, and its own validator judges what it gets."""

from __future__ import annotations

import io
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.exceptions import UPUsageError
from unified_planning.test.examples import get_example_problems

from interop.foreign_problems import EXAMPLES, SOLVED, is_valid, large, metric_value, rooms
from introplan.interop.unified_planning import IntroplanEngine, IntroplanOptimalEngine, translated
from introplan.interop.unified_planning.problems import report
from introplan.planners.result import PlanResult, PlanStatus


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_the_examples_of_unified_planning_are_solved(name: str) -> None:
    """Its own validator accepts the plans; what it says is unsolvable is proven so."""
    example = EXAMPLES[name]
    result = IntroplanEngine().solve(example.problem, timeout=60)
    if example.solvable:
        assert result.status in SOLVED
        assert is_valid(example.problem, result.plan)
    else:
        assert result.status is Status.UNSOLVABLE_PROVEN


def test_problems_of_other_kinds_are_refused() -> None:
    """Time, numbers and tasks to refine are not ours; nothing is solved by leaving them out."""
    others = [e.problem for n, e in get_example_problems().items() if n not in EXAMPLES]
    assert len(others) > 30
    for problem in others:
        with pytest.raises(UPUsageError):
            IntroplanEngine().solve(problem)
        engine = IntroplanEngine()
        engine.skip_checks = True
        if "UNDEFINED_INITIAL_SYMBOLIC" not in problem.kind.features:
            assert engine.solve(problem).status is Status.UNSUPPORTED_PROBLEM, problem.name


def test_an_import_registers_the_engines() -> None:
    """Nothing else has to be called; a second registration changes nothing."""
    script = (
        "import introplan.interop.unified_planning as ours\n"
        "import unified_planning.shortcuts as up\n"
        "from unified_planning.test.examples import get_example_problems\n"
        "up.get_environment().credits_stream = None\n"
        "problem = get_example_problems()['basic'].problem\n"
        "for name in ('introplan', 'introplan-opt'):\n"
        "    with up.OneshotPlanner(name=name) as planner:\n"
        "        assert planner.solve(problem).plan is not None\n"
        "before = [*up.get_environment().factory.preference_list]\n"
        "ours.register_engines()\n"
        "assert up.get_environment().factory.preference_list == before\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_engine_can_be_called_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a guarantee or without."""
    environment = up.get_environment()
    environment.credits_stream = None
    preferred = ["introplan", "introplan-opt"]
    monkeypatch.setattr(environment.factory, "preference_list", preferred)
    problem = rooms(cost=True)
    with up.OneshotPlanner(name="introplan", params={"optimal": True}) as planner:
        assert planner.solve(problem).status is Status.SOLVED_OPTIMALLY
    with up.AnytimePlanner(name="introplan") as planner:
        assert list(planner.get_solutions(problem))
    with up.OneshotPlanner(
        problem_kind=problem.kind, optimality_guarantee=up.OptimalityGuarantee.SOLVED_OPTIMALLY
    ) as planner:
        assert planner.solve(problem).status is Status.SOLVED_OPTIMALLY
    assert not IntroplanEngine.satisfies(up.OptimalityGuarantee.SOLVED_OPTIMALLY)


def test_costs_decide_what_is_optimal() -> None:
    """One dear door against four cheap ones: 10 against 8; without costs the one is shorter."""
    assert len(IntroplanOptimalEngine().solve(rooms()).plan.actions) == 1
    problem = rooms(cost=True)
    result = IntroplanEngine(optimal=True).solve(problem)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert metric_value(problem, result.plan) == 8


@pytest.mark.parametrize("expression", ["twice", "minus", "constant"])
def test_costs_may_be_any_expression_over_what_never_changes(expression: str) -> None:
    """What is not a sum is worked out beforehand."""
    problem = rooms(cost=True)
    (move,), toll = problem.actions, problem.fluent("toll")
    a, b = move.parameters
    cost = {
        "twice": up.Times(2, toll(a, b)),
        "minus": up.Minus(toll(a, b), Fraction(1, 2)),
        "constant": up.Plus(toll(problem.object("r0"), problem.object("r4")), 3),
    }[expression]
    problem.clear_quality_metrics()
    problem.add_quality_metric(up.MinimizeActionCosts({move: cost}))
    result = IntroplanOptimalEngine().solve(problem)
    best = {"twice": 8, "minus": 2, "constant": 12}[expression]
    assert metric_value(problem, result.plan) == best
    assert float(result.metrics["cost"]) == best


def test_names_may_be_anything() -> None:
    """Capitals, dots, spaces, keywords, objects called like types: all come back as they were."""
    kind, other = up.UserType("object"), up.UserType("Robot 1.b", up.UserType("object"))
    when = up.Fluent("when", up.BoolType(), x=kind)
    done = up.Fluent("WHEN", up.BoolType(), x=other)
    act = up.InstantaneousAction("And.Or (not)", x=kind)
    act.add_effect(when(act.parameter("x")), True)
    again = up.InstantaneousAction("and-or--not-", x=other)
    x = again.parameter("x")
    y = up.Variable("x", kind)
    again.add_precondition(up.Exists(up.And(when(y), up.Not(up.Equals(x, y))), y))
    again.add_effect(done(x), True)
    problem = up.Problem("Strange Names!")
    problem.add_fluents([when, done])
    things = [up.Object("robot-1-b", kind), up.Object("ROBOT 1.B", other), up.Object("1st", other)]
    problem.add_objects(things)
    problem.add_actions([act, again])
    for thing in things:
        problem.set_initial_value(when(thing), False)
    for thing in things[1:]:
        problem.set_initial_value(done(thing), False)
    problem.add_goal(done(things[1]))
    result = IntroplanEngine().solve(problem)
    assert is_valid(problem, result.plan)
    assert [str(step) for step in result.plan.actions][-1] == "and-or--not-(ROBOT 1.B)"
    assert things[1] not in [
        step.actual_parameters[0].object() for step in result.plan.actions[:-1]
    ]


def test_values_that_are_conditions_are_assigned() -> None:
    """A fluent can take over the truth of a condition; defaults may be true."""
    kind = up.UserType("lamp")
    lit, broken = (
        up.Fluent("lit", up.BoolType(), x=kind),
        up.Fluent("broken", up.BoolType(), x=kind),
    )
    flip = up.InstantaneousAction("flip-all")
    x = up.Variable("x", kind)
    flip.add_effect(lit(x), up.And(up.Not(lit(x)), up.Not(broken(x))), forall=[x])
    problem = up.Problem("lamps")
    problem.add_fluent(lit, default_initial_value=True)
    problem.add_fluent(broken, default_initial_value=False)
    lamps = [up.Object(f"l{i}", kind) for i in range(3)]
    problem.add_objects(lamps)
    problem.add_action(flip)
    problem.set_initial_value(lit(lamps[0]), False)
    problem.set_initial_value(broken(lamps[2]), True)
    problem.add_goal(up.And(lit(lamps[1]), up.Not(lit(lamps[0])), up.Not(lit(lamps[2]))))
    result = IntroplanEngine().solve(problem)
    assert len(result.plan.actions) == 2
    assert is_valid(problem, result.plan)


def test_an_unsolvable_problem_is_proven_so() -> None:
    """There is no door into the second room from the last."""
    problem = rooms()
    problem.clear_goals()
    problem.add_goal(up.And(problem.fluent("at")(problem.object(f"r{i}")) for i in (1, 2)))
    assert IntroplanEngine().solve(problem).status is Status.UNSOLVABLE_PROVEN


def test_time_and_memory_are_respected() -> None:
    """Out of time is not out of plans, and a limit on memory has its own word."""
    result = IntroplanEngine().solve(large(), timeout=0.2)
    assert result.status is Status.TIMEOUT
    assert result.plan is None
    assert IntroplanEngine(memory_mb=1).solve(large()).status is Status.MEMOUT


def test_better_and_better_plans() -> None:
    """Every plan costs less than the one before, the last is proven; whoever stops is let go."""
    problem = EXAMPLES["safe_road"].problem
    results = list(IntroplanEngine().get_solutions(problem, timeout=5))
    lengths = [len(result.plan.actions) for result in results]
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths[:-1])) == len(lengths) - 1
    assert {result.status for result in results[:-1]} == {Status.INTERMEDIATE}
    assert results[-1].status in SOLVED
    assert all(is_valid(problem, result.plan) for result in results)
    first = next(IntroplanEngine().get_solutions(problem))
    assert is_valid(problem, first.plan)


def test_it_talks_where_it_is_listened_to() -> None:
    """The output stream gets a line."""
    stream = io.StringIO()
    IntroplanEngine().solve(rooms(), output_stream=stream)
    assert "success: 1 step, score 1" in stream.getvalue()


@pytest.mark.parametrize(
    ("found", "proven", "told"),
    [
        (PlanStatus.SUCCESS, True, Status.SOLVED_OPTIMALLY),
        (PlanStatus.SUCCESS, False, Status.SOLVED_SATISFICING),
        (PlanStatus.UNSOLVABLE, False, Status.UNSOLVABLE_PROVEN),
        (PlanStatus.INCOMPLETE, False, Status.UNSOLVABLE_INCOMPLETELY),
        (PlanStatus.OUT_OF_NODES, False, Status.UNSOLVABLE_INCOMPLETELY),
        (PlanStatus.OUT_OF_TIME, False, Status.TIMEOUT),
        (PlanStatus.OUT_OF_MEMORY, False, Status.MEMOUT),
    ],
)
def test_every_status_has_its_word(found: PlanStatus, proven: bool, told: Any) -> None:
    """Nothing is claimed that was not proven; half a plan is no plan."""
    translation = translated(rooms())
    plan = translation.plan_over(IntroplanEngine().solve(rooms()).plan)
    steps = plan if found is PlanStatus.SUCCESS else plan[:0]
    result = report(PlanResult(steps, 0.0, found, proved_optimal=proven), translation, "x")
    assert result.status is told
    assert (result.plan is not None) == (found is PlanStatus.SUCCESS)
