"""unified-planning calls us, and its own validator judges what it gets."""

from __future__ import annotations

import io
import random
import warnings
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import unified_planning.shortcuts as up
from unified_planning.engines import PlanGenerationResultStatus as Status
from unified_planning.engines import SequentialPlanValidator
from unified_planning.exceptions import UPUsageError
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.test.examples import get_example_problems

from interop.random_problems import random_problem
from introplan.interop.unified_planning import (
    IntroplanEngine,
    IntroplanOptimalEngine,
    translated,
)
from introplan.interop.unified_planning.results import report
from introplan.planners.result import PlanResult, PlanStatus
from introplan.verification import verify

EXAMPLES = {
    name: example
    for name, example in get_example_problems().items()
    if IntroplanEngine.supports(example.problem.kind)
}
SOLVED = (Status.SOLVED_SATISFICING, Status.SOLVED_OPTIMALLY)


def is_valid(problem: Any, plan: Any) -> bool:
    """What unified-planning says."""
    validator = SequentialPlanValidator()
    validator.skip_checks = True  # of the problem's kind, which takes longer than the rest
    return bool(validator.validate(problem, plan))


def metric_value(problem: Any, plan: Any) -> Fraction:
    """What the plan is worth by the problem's metric."""
    (value,) = SequentialPlanValidator().validate(problem, plan).metric_evaluations.values()
    return Fraction(value)


def rooms(*, cost: bool = False) -> Any:
    """A robot in five rooms, some doors dear; it should end up in the last one."""
    room = up.UserType("Room")
    at, door = (
        up.Fluent("at", up.BoolType(), r=room),
        up.Fluent("door", up.BoolType(), a=room, b=room),
    )
    toll = up.Fluent("toll", up.IntType(), a=room, b=room)
    move = up.InstantaneousAction("move", a=room, b=room)
    a, b = move.parameters
    move.add_precondition(at(a))
    move.add_precondition(door(a, b))
    move.add_effect(at(a), False)
    move.add_effect(at(b), True)
    problem = up.Problem("rooms", initial_defaults={up.BoolType(): False})
    places = [up.Object(f"r{i}", room) for i in range(5)]
    problem.add_objects(places)
    problem.add_fluents([at, door])
    problem.add_action(move)
    problem.set_initial_value(at(places[0]), True)
    for i, j in ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4)):
        problem.set_initial_value(door(places[i], places[j]), True)
    problem.add_goal(at(places[4]))
    if cost:
        problem.add_fluent(toll, default_initial_value=1)
        problem.set_initial_value(toll(places[0], places[4]), 9)
        problem.add_quality_metric(up.MinimizeActionCosts({move: up.Plus(toll(a, b), 1)}))
    return problem


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


def test_the_engine_can_be_added_and_called_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the documentation of unified-planning says."""
    environment = up.get_environment()
    environment.credits_stream = None
    home = "introplan.interop.unified_planning"
    environment.factory.add_engine("introplan", home, "IntroplanEngine")
    environment.factory.add_engine("introplan-opt", home, "IntroplanOptimalEngine")
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


def large() -> Any:
    """A problem that takes a while: thirty switches in two states each, one goal out of reach."""
    problem = up.Problem("switches")
    bits = [up.Fluent(f"bit{i}", up.BoolType()) for i in range(30)]
    never = up.Fluent("never", up.BoolType())
    problem.add_fluents([*bits, never])
    for i, bit in enumerate(bits):
        action = up.InstantaneousAction(f"flip{i}")
        action.add_effect(bit, up.Not(bit))
        problem.add_action(action)
        problem.set_initial_value(bit, False)
    problem.set_initial_value(never, False)
    cheat = up.InstantaneousAction("cheat")
    cheat.add_precondition(up.And(bits[0], up.Not(bits[0])))
    cheat.add_effect(never, up.And(bits))
    problem.add_action(cheat)
    problem.add_goal(never)
    return problem


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
    assert "success: 1 steps" in stream.getvalue()


def visits(gains: dict[int, Fraction | int], rng: random.Random) -> Any:
    """Doors one way only, and gains for the rooms that were seen."""
    problem = rooms()
    problem.clear_goals()
    seen = up.Fluent("seen", up.BoolType(), r=problem.user_type("Room"))
    problem.add_fluent(seen, default_initial_value=False)
    (move,) = problem.actions
    move.add_effect(seen(move.parameter("b")), True)
    places = list(problem.all_objects)
    for a, b in product(places, places):
        problem.set_initial_value(problem.fluent("door")(a, b), rng.random() < 0.25)
    goals = {seen(places[i]): gain for i, gain in gains.items()}
    goals[problem.fluent("at")(places[0])] = rng.choice((1, -1, 3))
    problem.add_quality_metric(up.Oversubscription(goals))
    return problem


def best_gain(problem: Any) -> Fraction:
    """The largest gain of any reachable state, by trying everything."""
    start = up.SequentialSimulator(problem=problem)
    with start as simulator:
        (metric,) = problem.quality_metrics
        states = [simulator.get_initial_state()]
        known = {str(states[0])}
        best = Fraction(-1000)
        while states:
            state = states.pop()
            gain = sum(v for g, v in metric.goals.items() if state.get_value(g).is_true())
            best = max(best, Fraction(gain))
            for action, parameters in simulator.get_applicable_actions(state):
                child = simulator.apply(state, action, parameters)
                key = str({str(f): str(child.get_value(f)) for f in problem.initial_values})
                if key not in known:
                    known.add(key)
                    states.append(child)
        return best


@pytest.mark.parametrize("seed", range(6))
def test_soft_goals_are_met_as_far_as_it_pays(seed: int) -> None:
    """The gain is the largest there is, by exhaustion; without a guarantee it is what it says."""
    rng = random.Random(seed)
    gains = {i: rng.choice((1, 2, 5, -4, Fraction(1, 2))) for i in range(1, 5)}
    problem = visits(gains, rng)
    best = best_gain(problem)
    result = IntroplanOptimalEngine().solve(problem)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert is_valid(problem, result.plan)
    assert metric_value(problem, result.plan) == best
    quick = IntroplanEngine().solve(problem)
    assert quick.status in SOLVED
    assert metric_value(problem, quick.plan) == best or quick.status is not Status.SOLVED_OPTIMALLY
    values = [
        metric_value(problem, r.plan) for r in IntroplanEngine().get_solutions(problem, timeout=20)
    ]
    assert values == sorted(values)
    assert values[-1] == best


def fork() -> Any:
    """One door leads to a room that gains 5, another to two rooms that gain 3 each; none back."""
    problem = visits({1: 5, 2: 3, 3: 3}, random.Random(0))
    places = list(problem.all_objects)
    for a, b in product(places, places):
        problem.set_initial_value(problem.fluent("door")(a, b), False)
    for i, j in ((0, 1), (0, 2), (2, 3)):
        problem.set_initial_value(problem.fluent("door")(places[i], places[j]), True)
    return problem


def test_the_largest_gain_is_given_up_for_two_others() -> None:
    """Taking the largest first is quick and not best; the sums from the top down are."""
    result = IntroplanOptimalEngine().solve(fork())
    assert result.status is Status.SOLVED_OPTIMALLY
    assert [str(step) for step in result.plan.actions] == ["move(r0, r2)", "move(r2, r3)"]


def test_soft_goals_without_a_proof_in_time() -> None:
    """The best plan so far comes along with the word that time is up."""
    problem = large()
    problem.clear_goals()
    gains = {problem.fluent("never")(): 5, problem.fluent("bit0")(): 1}
    problem.add_quality_metric(up.Oversubscription(gains))
    result = IntroplanOptimalEngine().solve(problem, timeout=3.0)
    assert result.status is Status.TIMEOUT
    assert metric_value(problem, result.plan) == 1


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


def corrupted(plan: Any, problem: Any, rng: random.Random) -> Any:
    """The plan with a step dropped, doubled, moved, or changed in one of its objects."""
    steps = list(plan.actions)
    place = rng.randrange(len(steps)) if steps else 0
    match rng.choice(("drop", "double", "swap", "change", "change", "other")):
        case "drop" if steps:
            del steps[place]
        case "double" if steps:
            steps.insert(rng.randrange(len(steps) + 1), steps[place])
        case "swap" if steps:
            other = rng.randrange(len(steps))
            steps[place], steps[other] = steps[other], steps[place]
        case "change" if steps and steps[place].action.parameters:
            steps[place] = drawn(steps[place].action, problem, rng)
        case _:
            steps.insert(place, drawn(rng.choice(problem.actions), problem, rng))
    return SequentialPlan([ActionInstance(s.action, s.actual_parameters) for s in steps])


def drawn(action: Any, problem: Any, rng: random.Random) -> Any:
    """The action with any objects of its types; where there are none, another one."""
    choices = [list(problem.objects(p.type)) for p in action.parameters]
    if not all(choices):
        return drawn(rng.choice(problem.actions), problem, rng)
    return ActionInstance(action, tuple(up.ObjectExp(rng.choice(c)) for c in choices))


def solved_problems() -> Iterator[tuple[Any, Any]]:
    """Examples and random problems, each with a plan."""
    problems = [example.problem for example in EXAMPLES.values()]
    problems += [p for seed in range(25) if (p := random_problem(seed)) is not None]
    for problem in problems:
        result = IntroplanEngine().solve(problem, timeout=60)
        if result.plan is not None:
            assert is_valid(problem, result.plan)
            yield problem, result.plan


def test_both_judges_agree_on_a_thousand_corrupted_plans() -> None:
    """Dropped, doubled, moved and changed steps: valid for us exactly if valid for them."""
    rng, judged, valid = random.Random(0), 0, 0
    solved = list(solved_problems())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for problem, plan in solved:
            translation = translated(problem)
            for _ in range(1 + 1050 // len(solved)):
                wrong = corrupted(plan, problem, rng)
                ours = verify(translation.task, translation.plan_over(wrong)).valid
                assert ours == is_valid(problem, wrong), (problem, wrong)
                judged, valid = judged + 1, valid + ours
    assert judged >= 1000
    assert 50 < valid < judged - 300
