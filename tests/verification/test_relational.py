"""The judge of plans: what runs, what is paid, and what is said about the rest."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from introplan.mdp import Status
from introplan.relational.action import ActionSchema, ConditionalEffect, GroundAction
from introplan.relational.derived import DerivedRule
from introplan.relational.domain import Domain, Task, TypeDeclaration
from introplan.relational.formula import (
    TRUE,
    And,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.numbers import FunctionTerm
from introplan.relational.rewards import DecisionList, Reward, Rule
from introplan.relational.state import Objects, State
from introplan.verification import verify
from random_tasks import oracle, random_task
from replay import Step, random_walk, replayed

LIT, BROKEN = Predicate("lit", 1), Predicate("broken", 1)
NIGHT, WIRED = Predicate("night", 0), Predicate("wired", 2)
SWITCH_ON = Predicate("switch-on", 1)
X, Y = Variable("x", ("lamp",)), Variable("y", ("lamp",))
ALL_LIT = Forall(X, LIT(X))

LAMPS = Domain(
    "lamps",
    (
        ActionSchema("switch-on", (X,), And((Not(LIT(X)), Not(BROKEN(X)))), adds=(LIT(X),)),
        ActionSchema("switch-off", (X,), LIT(X), deletes=(LIT(X),)),
        ActionSchema("smash", (X,), adds=(BROKEN(X),), deletes=(LIT(X),)),
        ActionSchema("rewire", (X, Y), Exists(X, LIT(X)), adds=(WIRED(X, Y),)),
        ActionSchema(
            "main-fuse",
            precondition=Forall(X, Or((LIT(X), BROKEN(X)))),
            conditional=(ConditionalEffect((X,), LIT(X), (), (LIT(X),)),),
        ),
    ),
    types=(TypeDeclaration("lamp", ("object",)),),
    reward=Reward(DecisionList((Rule(ALL_LIT, 5.0), Rule(Exists(X, BROKEN(X)), -1.0)), 0.0)),
    termination=DecisionList(
        (Rule(ALL_LIT, Status.SUCCESS), Rule(Forall(X, BROKEN(X)), Status.FAILURE)),
        Status.CONTINUE,
    ),
)


def lamps(*facts: Literal, count: int = 2, domain: Domain = LAMPS) -> Task:
    """Lamps a, b, ..., all dark but for `facts`, and a cat that is no lamp."""
    declared = [(Constant(name), ("lamp",)) for name in "abcdefgh"[:count]]
    objects = Objects.build([*declared, (Constant("cat"), ("object",))], domain.ancestors)
    return Task(domain, State(objects, frozenset(facts)))


def test_a_plan_that_ends_with_success_is_valid_and_paid() -> None:
    """The score is the sum of the rewards and the cost without prices is the length."""
    verdict = verify(lamps(), ["(switch-on a)", "(switch-on b)"])

    assert (verdict.valid, verdict.status, verdict.reason) == (True, Status.SUCCESS, "")
    assert (verdict.score, verdict.rewards, verdict.cost) == (5.0, (0.0, 5.0), 2.0)


def test_ground_actions_and_text_are_the_same_plan() -> None:
    """A plan may come from a planner or from a file, in any case of letters."""
    ground = [GroundAction("switch-on", (Constant(name),)) for name in "ab"]

    assert verify(lamps(), ground) == verify(lamps(), map(str, ground))
    assert verify(lamps(), ground) == verify(lamps(), ["(SWITCH-ON A)", " ( switch-on b ) "])


@pytest.mark.parametrize(
    ("plan", "reason"),
    [
        (["(switch-no a)"], "step 1: unknown action 'switch-no'; did you mean 'switch-on'?"),
        (["(switch-on)"], "step 1: switch-on takes 1 objects, got 0 in (switch-on)"),
        (["(switch-on a b)"], "step 1: switch-on takes 1 objects, got 2 in (switch-on a b)"),
        (["(switch-on z)"], "step 1: unknown object 'z'; there is a, b, cat"),
        (["(switch-on cat)"], "step 1: cat in (switch-on cat) is not of type lamp"),
        (
            ["(smash a)", "(switch-on a)"],
            "step 2: the precondition of (switch-on a) does not hold",
        ),
        (["(rewire a b)"], "step 1: the precondition of (rewire a b) does not hold"),
        (
            ["(switch-on a)", "(main-fuse)"],
            "step 2: the precondition of (main-fuse) does not hold",
        ),
        (
            ["(switch-on a)", "(switch-on b)", "(smash a)"],
            "step 3: the episode ended with success at step 2",
        ),
        (
            ["(smash a)", "(smash b)", "(smash b)"],
            "step 3: the episode ended with failure at step 2",
        ),
    ],
)
def test_a_plan_that_does_not_run_names_the_step_and_the_reason(
    plan: list[str], reason: str
) -> None:
    """No exception, no status: a verdict that says what is wrong where."""
    verdict = verify(lamps(), plan)

    assert (verdict.valid, verdict.status, verdict.reason) == (False, None, reason)


@pytest.mark.parametrize("text", ["", "switch-on a", "(switch-on a", "()", "(a) (b)", "(a (b))"])
def test_malformed_text_is_an_invalid_plan(text: str) -> None:
    """What is no action at all is said to be none, with how to write one."""
    verdict = verify(lamps(), [text])

    assert not verdict.valid
    assert verdict.reason.startswith(f"step 1: {text!r} is not an action")


def test_no_plan_at_all_is_not_valid() -> None:
    """A planner that found nothing gives None."""
    assert verify(lamps(), None).reason == "there is no plan"


def test_a_plan_that_stops_early_keeps_its_score() -> None:
    """It runs but does not succeed: not valid, and its rewards are still told."""
    verdict = verify(lamps(), ["(smash a)", "(switch-on b)"])

    assert (verdict.valid, verdict.status) == (False, Status.CONTINUE)
    assert (verdict.score, verdict.reason) == (-2.0, "the plan ends before success")


def test_a_plan_that_ends_with_failure_is_not_valid() -> None:
    """Failure ends the episode, as success does."""
    verdict = verify(lamps(), ["(smash a)", "(smash b)"])

    assert (verdict.valid, verdict.status) == (False, Status.FAILURE)
    assert verdict.reason == "step 2: the episode ended with failure"


def test_a_reward_is_for_a_transition_so_the_empty_plan_does_not_succeed() -> None:
    """Even when the condition holds at the start, something must be done to be paid."""
    verdict = verify(lamps(LIT(Constant("a")), LIT(Constant("b"))), [])

    assert (verdict.valid, verdict.status) == (False, Status.CONTINUE)


def test_more_actions_than_the_horizon_allows_are_invalid() -> None:
    """The horizon bounds the plan even when it would succeed."""
    plan = ["(switch-on a)", "(switch-on b)"]

    assert verify(replace(lamps(), horizon=2), plan).valid
    verdict = verify(replace(lamps(), horizon=1), plan)
    assert verdict.reason == "step 2: the horizon allows no more than 1 steps"


def test_where_nothing_can_succeed_a_plan_must_only_run_without_failure() -> None:
    """A task with a horizon only asks for score, not for success."""
    failure = DecisionList((Rule(Forall(X, BROKEN(X)), Status.FAILURE),), Status.CONTINUE)
    task = replace(lamps(domain=replace(LAMPS, termination=failure)), horizon=3)

    verdict = verify(task, ["(switch-on a)", "(switch-on b)", "(rewire a b)"])
    assert (verdict.valid, verdict.status, verdict.score) == (True, Status.CONTINUE, 10.0)
    assert verify(task, []).valid
    assert not verify(task, ["(smash a)", "(smash b)"]).valid


def test_without_termination_and_horizon_the_first_maximal_reward_is_success() -> None:
    """Then there is nothing else that could end the episode."""
    task = lamps(domain=replace(LAMPS, termination=None))

    assert verify(task, ["(switch-on a)", "(switch-on b)"]).valid


def test_before_and_did_are_read_from_the_transition() -> None:
    """Paid for switching on a lamp while no other was lit before."""
    first = Exists(X, And((SWITCH_ON(X).at(Moment.DID), Not(Exists(Y, _was_lit(Y))))))
    again = Exists(X, And((SWITCH_ON(X).at(Moment.DID), LIT(X), Exists(Y, _was_lit(Y)))))
    gone = Exists(X, And((_was_lit(X), Not(LIT(X)))))
    reward = Reward(DecisionList((Rule(first, 1.0), Rule(again, 2.0), Rule(gone, 4.0)), 0.0))
    task = lamps(count=3, domain=replace(LAMPS, reward=reward))

    plan = ["(switch-on a)", "(switch-on b)", "(switch-off a)", "(smash b)", "(smash b)"]
    assert verify(task, plan).rewards == (1.0, 2.0, 4.0, 4.0, 0.0)


def _was_lit(lamp: Variable) -> Literal:
    return LIT(lamp).at(Moment.BEFORE)


def test_universal_conditional_effects_happen_where_their_condition_held() -> None:
    """The main fuse darkens every lamp that is lit, and only works if all are lit or broken."""
    task = lamps(BROKEN(Constant("a")))

    verdict = verify(task, ["(switch-on b)", "(main-fuse)"])
    assert verdict.reason == "the plan ends before success"
    assert verify(task, ["(switch-on b)", "(main-fuse)", "(main-fuse)"]).status is None


def test_an_action_that_deletes_and_adds_a_literal_leaves_it_true() -> None:
    """Deletes first, adds after, and the literal counts as true before as well."""
    blink = ActionSchema("blink", (X,), adds=(LIT(X),), deletes=(LIT(X),))
    reward = Reward(DecisionList((Rule(Exists(X, And((LIT(X), _was_lit(X)))), 1.0),), 0.0))
    task = lamps(domain=replace(LAMPS, actions=(blink,), reward=reward))

    assert verify(task, ["(blink a)", "(blink a)"]).rewards == (0.0, 1.0)


def test_derived_literals_are_recomputed_for_every_state() -> None:
    """Preconditions, rewards and `before` see what follows from the facts."""
    bright = Predicate("bright", 0)
    read = ActionSchema("read", precondition=bright())
    darkened = And((bright().at(Moment.BEFORE), Not(bright())))
    domain = replace(
        LAMPS,
        actions=(*LAMPS.actions, read),
        derived=(DerivedRule(bright(), ALL_LIT),),
        reward=Reward(DecisionList((Rule(bright(), 1.0), Rule(darkened, -3.0)), 0.0)),
        termination=None,
    )
    task = replace(lamps(domain=domain), horizon=9)

    plan = ["(switch-on a)", "(switch-on b)", "(read)", "(switch-off a)", "(switch-on a)"]
    assert verify(task, plan).rewards == (0.0, 1.0, 1.0, -3.0, 1.0)
    assert verify(task, plan[:1] + plan[2:3]).status is None


def test_costs_are_summed_as_soon_as_one_action_has_one() -> None:
    """Prices come from the problem; an action without a price is then free."""
    on = replace(LAMPS.action("switch-on"), cost=(FunctionTerm("price", (X,)), 0.5))
    actions = (on, *LAMPS.actions[1:])
    prices = {FunctionTerm("price", (Constant("a"),)): 3.0}
    task = replace(lamps(domain=replace(LAMPS, actions=actions)), costs=prices)

    assert verify(task, ["(switch-on a)", "(switch-off a)", "(switch-on b)"]).cost == 4.0


def classical(goal: Formula, *facts: Literal) -> Task:
    """A plain PDDL task: a goal, no reward, no termination."""
    domain = replace(LAMPS, reward=None, termination=None)
    return replace(lamps(*facts, domain=domain), goal=goal)


def test_a_plain_pddl_plan_is_judged_by_its_last_state_alone() -> None:
    """Passing through the goal does not end it; what counts is the end."""
    through = ["(switch-on a)", "(switch-off a)", "(switch-on a)"]

    verdict = verify(classical(LIT(Constant("a"))), through)
    assert (verdict.valid, verdict.status, verdict.score) == (True, Status.SUCCESS, 1.0)
    assert verdict.rewards == (0.0, 0.0, 1.0)
    verdict = verify(classical(LIT(Constant("a"))), through[:2])
    assert (verdict.valid, verdict.score) == (False, 0.0)
    assert verdict.reason == "the goal does not hold at the end"


def test_the_empty_plan_solves_a_plain_pddl_task_whose_goal_holds() -> None:
    """PDDL asks for a state, not for a transition."""
    verdict = verify(classical(TRUE), [])

    assert (verdict.valid, verdict.score, verdict.rewards) == (True, 1.0, ())
    assert not verify(classical(LIT(Constant("a"))), []).valid


def test_a_goal_beside_a_termination_of_the_domain_is_no_plain_pddl() -> None:
    """The domain's failure still ends the episode; reaching the goal is the success."""
    failure = DecisionList((Rule(Exists(X, BROKEN(X)), Status.FAILURE),), Status.CONTINUE)
    domain = replace(LAMPS, reward=None, termination=failure)
    task = replace(lamps(domain=domain), goal=LIT(Constant("a")))

    assert verify(task, ["(switch-on a)"]).valid
    assert verify(task, ["(smash b)", "(switch-on a)"]).status is None


@pytest.mark.parametrize("first", [0, 50, 100])
def test_random_walks_are_judged_as_by_the_definition(first: int) -> None:
    """Rewards, status and score equal those of a replay that copies every state."""
    for seed in range(first, first + 50):
        task = random_task(seed)
        walk = random_walk(task, random.Random(seed), length=12)
        expected = replayed(task, walk)

        verdict = verify(task, walk)
        if not task.is_classical:
            assert verdict.rewards == tuple(step.reward for step in expected)
            assert verdict.status is _last_status(expected)


def _last_status(steps: list[Step]) -> Status:
    return steps[-1].status if steps else Status.CONTINUE


def test_solvable_is_what_has_a_valid_plan() -> None:
    """No random walk succeeds where the oracle says that nothing does."""
    for seed in range(100):
        task = random_task(seed)
        verdict = verify(task, random_walk(task, random.Random(seed), length=12))
        assert verdict.status is not Status.SUCCESS or oracle(task).solvable


def test_two_thousand_steps_in_a_world_of_two_thousand_facts_take_about_a_second() -> None:
    """A step costs what it changes: the judge must never be slower than the planner."""
    names = [Constant(f"l{i:04}") for i in range(2000)]
    objects = Objects.build([(name, ("lamp",)) for name in names], LAMPS.ancestors)
    task = Task(LAMPS, State(objects, frozenset(WIRED(name, name) for name in names)))

    begun = time.perf_counter()
    verdict = verify(task, [GroundAction("switch-on", (name,)) for name in names])

    assert verdict.valid
    assert time.perf_counter() - begun < 5


def test_what_is_no_action_is_a_wrong_step() -> None:
    """The verdict names it, as it names unknown actions."""
    verdict = verify(random_task(2), [3])
    assert not verdict.valid
    assert "3 is no action" in verdict.reason
