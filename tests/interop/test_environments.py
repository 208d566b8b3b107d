"""Every task is an environment that Gymnasium's own checks have nothing to say about."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import introplan as ip
from introplan.domains.catalogue import domain_path, generate
from introplan.errors import UsageError
from introplan.interop.gymnasium import ENVIRONMENTS, TaskEnv
from introplan.model.domain import Task
from random_tasks import random_task
from replay import after, applicable

pytestmark = pytest.mark.filterwarnings("error")

EXAMPLES = Path(__file__).parents[2] / "examples"

TWO_LAMPS = """
(define (domain lamps)
  (:predicates (lit ?l) (wired ?l))
  (:action turn-on :parameters (?l) :precondition (and (wired ?l) (not (lit ?l))) :effect (lit ?l))
  (:action turn-off :parameters (?l) :precondition (lit ?l) :effect (not (lit ?l))))
"""

LAMPS = "(define (problem p) (:domain lamps) (:objects b a c) (:init (wired a) (wired b)) {})"

MADE = [
    ("introplan/BlocksWorld-v0", {}),
    ("introplan/BlocksWorld-v0", {"blocks": 4, "seed": 3, "resample": True}),
    ("introplan/BlocksWorld-v0", {"problem": generate("blocks-world", blocks=3, seed=1)}),
    ("introplan/Drawers-v0", {"drawers": 2, "items": 3}),
    ("introplan/Drawers-v0", {"drawers": 2, "items": 3, "resample": True}),
    ("introplan/Bins-v0", {"bins": 2, "items": 2, "penalty": 5}),
    ("introplan/Bins-v0", {"resample": True}),
    ("introplan/Grid-v0", {"distance": 4}),
    ("introplan/Grid-v0", {"distance": 300}),
    ("introplan/Grid-v0", {"distance": 4, "resample": True}),
    ("introplan/Maze-v0", {"width": 11, "height": 9, "goals": 2}),
    ("introplan/Maze-v0", {"width": 11, "height": 9, "goals": 2, "resample": True}),
    ("introplan/Pddl-v0", {"domain": TWO_LAMPS, "problem": LAMPS.format("(:goal (lit a))")}),
    (
        "introplan/Pddl-v0",
        {"domain": EXAMPLES / "light.pddl", "problem": EXAMPLES / "light-3.pddl"},
    ),
    ("introplan/Python-v0", {"world": EXAMPLES / "coins.py"}),
    ("introplan/Python-v0", {"world": str(EXAMPLES / "crafting.py")}),
    ("introplan/Python-v0", {"world": EXAMPLES / "lights_out.py"}),
    ("introplan/Python-v0", {"world": EXAMPLES / "taxi.py"}),
    ("introplan/Python-v0", {"world": EXAMPLES / "sokoban.py"}),
    ("introplan/Task-v0", {"task": ip.sample("bins", bins=2, items=3, seed=1)}),
]


def lamps(rest: str, **options: Any) -> TaskEnv:
    """An environment with two lamps that can be lit, and one that cannot."""
    env = gymnasium.make(
        "introplan/Pddl-v0", domain=TWO_LAMPS, problem=LAMPS.format(rest), **options
    )
    assert isinstance(env.unwrapped, TaskEnv)
    return env.unwrapped


def number_of(env: TaskEnv, text: str) -> int:
    """The number of an action, by its text."""
    return [env.action_text(n) for n in range(len(env.actions))].index(text)


@pytest.mark.parametrize(("name", "options"), MADE)
def test_gymnasium_has_nothing_to_say_about_it(name: str, options: dict[str, Any]) -> None:
    """`check_env` finds no fault in any render mode, and every warning is an error here."""
    check_env(gymnasium.make(name, **options).unwrapped)


@pytest.mark.parametrize(("name", "options"), MADE)
def test_random_play_stays_within_the_spaces(name: str, options: dict[str, Any]) -> None:
    """Through all wrappers of `make`: masks, numbers and info are what they should be."""
    env = gymnasium.make(name, max_episode_steps=40, **options)
    env.action_space.seed(0)
    for seed in range(3):
        seen, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            assert seen in env.observation_space
            assert info["action_mask"].dtype == np.int8
            assert info["action_mask"].any()
            action = env.action_space.sample(info["action_mask"])
            seen, reward, terminated, truncated, info = env.step(action)
            assert info["is_valid"]
            assert isinstance(reward, float)
            assert info["is_success"] == (info["status"] == "success")
            is_over = terminated or truncated
        assert seen in env.observation_space


def test_the_names_that_users_know_are_registered() -> None:
    """One environment for each shipped domain, and three for what people bring along."""
    shipped = ["BlocksWorld", "Drawers", "Bins", "Grid", "Maze", "Pddl", "Python", "Task"]
    assert list(ENVIRONMENTS) == [f"introplan/{name}-v0" for name in shipped]
    assert set(ENVIRONMENTS) <= set(gymnasium.registry)


@pytest.mark.parametrize("seed", range(25))
def test_an_environment_is_the_task_step_by_step(seed: int) -> None:
    """On random tasks: mask, facts, reward and end are those of the plain model, at every step."""
    task, rng = random_task(seed), random.Random(seed)
    if not any(True for _ in applicable(task, task.start.facts)):
        return
    env = TaskEnv(task)
    for _ in range(4):
        seen, info = env.reset()
        facts, is_over = task.start.facts, False
        while not is_over and info["steps"] < 15:
            possible = set(applicable(task, facts))
            assert {env.actions[int(n)] for n in np.flatnonzero(info["action_mask"])} == possible
            assert info["state"].facts == facts
            assert [bool(bit) for bit in seen[: len(env.literals)]] == [
                literal in facts for literal in env.literals
            ]
            assert facts ^ task.start.facts <= set(env.literals)
            action = rng.choice(sorted(possible))
            foreseen = after(task, facts, action)
            seen, reward, terminated, truncated, info = env.step(env.actions.index(action))
            facts = foreseen.facts
            assert (reward, info["status"]) == (foreseen.reward, str(foreseen.status))
            is_stuck = not any(True for _ in applicable(task, facts))
            assert terminated == (foreseen.status is not ip.Status.CONTINUE or is_stuck)
            is_over = terminated or truncated


def test_the_order_of_numbers_is_that_of_the_domain_and_of_names() -> None:
    """Schemas and predicates as they stand in the file, objects by name; `c` is never lit."""
    env = lamps("(:goal (lit a))")
    assert [env.action_text(n) for n in range(4)] == [
        "(turn-on a)",
        "(turn-on b)",
        "(turn-off a)",
        "(turn-off b)",
    ]
    assert list(map(str, env.literals)) == ["(lit a)", "(lit b)"]
    seen, info = env.reset()
    assert (seen.tolist(), info["action_mask"].tolist()) == ([0, 0], [1, 1, 0, 0])
    seen, _, _, _, info = env.step(1)
    assert (seen.tolist(), info["action_mask"].tolist()) == ([0, 1], [1, 0, 0, 1])


def test_an_impossible_action_costs_a_penalty_and_a_move() -> None:
    """And nothing else happens."""
    env = lamps("(:goal (lit a)) (:horizon 2)", penalty=7)
    before, _ = env.reset()
    after_it, reward, terminated, truncated, info = env.step(number_of(env, "(turn-off a)"))
    assert (reward, terminated, truncated, info["is_valid"]) == (-7, False, False, False)
    assert (after_it == before).all()
    _, reward, terminated, truncated, info = env.step(number_of(env, "(turn-off a)"))
    assert (reward, terminated, truncated, info["steps"]) == (-7, False, True, 2)


def test_an_impossible_action_can_be_an_error_instead() -> None:
    """Which names the action, and leaves the episode as it was."""
    env = lamps("(:goal (lit a))", invalid="raise")
    env.reset()
    with pytest.raises(UsageError, match=r"\(turn-off a\) cannot be done"):
        env.step(number_of(env, "(turn-off a)"))
    _, reward, terminated, _, info = env.step(number_of(env, "(turn-on a)"))
    assert (reward, terminated, info["steps"]) == (1, True, 1)


@pytest.mark.parametrize("action", [-1, 4, 10**9, 0.5, None, "up"])
def test_a_number_that_is_no_action_is_always_an_error(action: Any) -> None:
    """A penalty is for actions that exist."""
    env = lamps("(:goal (lit a))")
    env.reset()
    with pytest.raises(UsageError, match="numbers 0 to 3"):
        env.step(action)


def test_an_episode_that_is_over_is_not_played_on() -> None:
    """Neither before the first reset nor after the end."""
    env = lamps("(:goal (lit a))")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    assert env.step(0)[2]
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_the_horizon_truncates_and_success_terminates() -> None:
    """Success on the last move is success."""
    env = lamps("(:goal (and (lit a) (lit b))) (:horizon 2)")
    env.reset()
    assert env.step(number_of(env, "(turn-on a)"))[2:4] == (False, False)
    assert env.step(number_of(env, "(turn-on b)"))[2:4] == (True, False)
    env.reset()
    env.step(number_of(env, "(turn-on a)"))
    assert env.step(number_of(env, "(turn-off a)"))[2:4] == (False, True)


def test_an_episode_ends_where_nothing_can_be_done() -> None:
    """All bins closed over their items: neither success nor a way on."""
    env = TaskEnv(ip.sample("bins", bins=1, items=1, seed=0))
    env.reset()
    _, reward, terminated, truncated, info = env.step(number_of(env, "(close-bin d1)"))
    assert (reward, terminated, truncated) == (0, True, False)
    assert (info["status"], info["is_success"], info["action_mask"].any()) == (
        "continue",
        False,
        False,
    )


def test_failure_terminates() -> None:
    """As a hole in the ice does."""
    env = gymnasium.make("introplan/Python-v0", world=EXAMPLES / "frozen_lake.py")
    env.reset()
    for action in [1, 1, 2, 2, 2]:
        _, _, terminated, _, info = env.step(action)
    assert (terminated, info["status"]) == (True, "failure")


@pytest.mark.parametrize("name", list(ENVIRONMENTS)[:5])
def test_a_reset_begins_the_same_task_again_unless_asked_otherwise(name: str) -> None:
    """`seed=` of `make` chooses the task; `reset(seed=)` only matters with `resample`."""
    env = gymnasium.make(name, seed=7)
    again, other = gymnasium.make(name, seed=7), gymnasium.make(name, seed=8)
    starts = [env.reset(seed=s)[1]["state"] for s in (1, 2, None)]
    assert starts[0] == starts[1] == starts[2] == again.reset()[1]["state"]
    assert str(starts[0]) != str(other.reset()[1]["state"])
    drawn = gymnasium.make(name, seed=7, resample=True)
    texts = [str(drawn.reset(seed=s)[1]["state"]) for s in (1, None, None, 1, None, None)]
    assert texts[:3] == texts[3:]
    assert len(set(texts)) > 1


def test_every_start_fits_into_the_spaces_of_a_resampled_environment() -> None:
    """Static literals, such as labels, differ from start to start: they are observed as well."""
    env = gymnasium.make("introplan/Drawers-v0", drawers=2, items=2, resample=True)
    unwrapped = env.unwrapped
    assert isinstance(unwrapped, TaskEnv)
    assert {literal.predicate.name for literal in unwrapped.literals} >= {"item-label", "open"}
    for seed in range(10):
        seen, info = env.reset(seed=seed)
        true = {x for x, bit in zip(unwrapped.literals, seen, strict=True) if bit}
        assert true == info["state"].facts


def test_a_resampled_maze_shows_its_map() -> None:
    """Otherwise there would be nothing to learn from."""
    env = gymnasium.make(
        "introplan/Maze-v0", width=9, height=7, goals=2, resample=True, render_mode="ansi"
    )
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        rows = seen.reshape(7, 9)
        text = "\n".join("".join(".#*@"[mark] for mark in row) for row in rows)
        assert text == str(env.render())


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(("name", "options"), MADE)
def test_a_copy_goes_on_where_the_original_is(
    name: str, options: dict[str, Any], copied: Any
) -> None:
    """In the middle of an episode, and without a tie between the two."""
    env = gymnasium.make(name, **options)
    env.action_space.seed(1)
    _, info = env.reset(seed=5)
    for _ in range(3):
        *_, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated:
            _, info = env.reset()
    twin = copied(env)
    action = env.action_space.sample(info["action_mask"])
    ours, theirs = env.step(action), twin.step(action)
    assert (ours[0] == theirs[0]).all()
    assert ours[1:4] == theirs[1:4]
    assert str(ours[4]["state"]) == str(theirs[4]["state"])
    assert ours[4]["steps"] == theirs[4]["steps"]
    env.reset()
    assert twin.unwrapped.state is not env.unwrapped.state  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", list(ENVIRONMENTS)[:5])
def test_several_can_be_played_at_once(name: str) -> None:
    """Gymnasium's vectors, resets included."""
    envs = gymnasium.make_vec(name, num_envs=3, vectorization_mode="sync", seed=2)
    count = int(envs.single_action_space.n)  # type: ignore[attr-defined]
    seen, info = envs.reset(seed=1)
    for _ in range(60):
        assert seen in envs.observation_space
        assert info["action_mask"].shape == (3, count)
        actions = [np.flatnonzero(mask)[0] if mask.any() else 0 for mask in info["action_mask"]]
        seen, rewards, *_, info = envs.step(np.array(actions))
        assert rewards.shape == (3,)
    envs.close()


@pytest.mark.parametrize("name", list(ENVIRONMENTS)[:5])
def test_pictures_come_in_three_kinds(name: str) -> None:
    """Text, SVG, and frames of one size that change with the state."""
    text = gymnasium.make(name, render_mode="ansi")
    drawing = gymnasium.make(name, render_mode="svg")
    dots = gymnasium.make(name, render_mode="rgb_array")
    frames: list[Any] = []
    for env in (text, drawing, dots):
        _, info = env.reset()
        env.action_space.seed(4)
        for _ in range(3):
            frames += [env.render()] if env is dots else []
            *_, info = env.step(env.action_space.sample(info["action_mask"]))
    assert str(text.render()).strip()
    assert str(drawing.render()).startswith("<svg")
    assert {(frame.shape, frame.dtype.name) for frame in frames} == {((480, 640, 3), "uint8")}
    assert len({frame.tobytes() for frame in frames}) > 1


def test_a_goal_that_holds_already_is_still_to_be_ended() -> None:
    """Any action after which the goal holds pays 1 and ends the episode."""
    env = lamps("(:goal (not (lit a)))")
    env.reset()
    _, reward, terminated, _, info = env.step(number_of(env, "(turn-on b)"))
    assert (reward, terminated, info["status"]) == (1, True, "success")


def test_files_and_their_text_are_the_same_environment(tmp_path: Path) -> None:
    """A path, a string with a path, or what stands in the file."""
    text = generate("bins", bins=2, items=2, seed=3)
    file = tmp_path / "bins-2.pddl"
    file.write_text(text, encoding="utf-8")
    domain = domain_path("bins")
    ways = [
        gymnasium.make("introplan/Pddl-v0", domain=domain, problem=file),
        gymnasium.make("introplan/Pddl-v0", domain=str(domain), problem=str(file)),
        gymnasium.make("introplan/Pddl-v0", domain=domain.read_text("utf-8"), problem=text),
        gymnasium.make("introplan/Bins-v0", problem=text),
        gymnasium.make("introplan/Bins-v0", bins=2, items=2, seed=3),
    ]
    assert len({str(env.reset()[1]["state"]) for env in ways}) == 1
    assert len({env.action_space.n for env in ways}) == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"blocks": 0}, "blocks must be at least 1"),
        ({"block": 3}, "no parameter 'block'; did you mean 'blocks'"),
        ({"invalid": "ignore"}, "unknown invalid 'ignore'"),
        ({"problem": "nothing.pddl"}, "nothing.pddl: cannot be read"),
        ({"problem": "(define (problem p))", "blocks": 3}, "goes with no other parameter"),
    ],
)
def test_a_mistake_is_told_as_such(options: dict[str, Any], message: str) -> None:
    """What is wrong, and what would be right."""
    with pytest.raises(ip.IntroplanError, match=message):
        gymnasium.make("introplan/BlocksWorld-v0", **options)


def test_tasks_that_cannot_be_played_are_refused() -> None:
    """No action, no task, or nothing to draw new tasks from."""
    idle = "(define (domain idle) (:predicates (p)) (:reward (if (p) 1)))"
    with pytest.raises(UsageError, match="nothing can ever be done"):
        gymnasium.make("introplan/Pddl-v0", domain=idle, problem="(define (problem x))")
    with pytest.raises(UsageError, match="takes a task, got int"):
        TaskEnv(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="resample needs a function"):
        TaskEnv(ip.sample("bins"), resample=True)
    with pytest.raises(UsageError, match="belong together"):
        TaskEnv(ip.sample("grid"), observe=lambda state, task: np.zeros(1))


def test_a_task_of_ones_own_is_played_through_the_constructor() -> None:
    """A program that nobody wrote to a file, and a function that gives a new task each time."""

    def counting(number: int) -> ip.ProgramTask:
        world = ip.program(
            actions=[1, 2],
            transition=lambda s, a: s + a,
            reward=lambda s, a, t: float(t == 10 + number % 2),
            terminal=lambda s, a, t: t >= 10,
        )
        return world.task(0)

    env = TaskEnv(counting(0))
    env.reset()
    steps = [env.step(1)[:3] for _ in range(5)]
    assert [(seen.tolist(), reward, end) for seen, reward, end in steps] == [
        *(([2 * n], 0, False) for n in range(1, 5)),
        ([10], 1, True),
    ]
    drawn = TaskEnv(counting, resample=True)
    tasks = {id(drawn.task)}
    for seed in range(3):
        drawn.reset(seed=seed)
        tasks.add(id(drawn.task))
    assert len(tasks) > 1


def test_a_horizon_of_a_program_truncates() -> None:
    """The grid has a horizon and nothing else that ends an episode."""
    task = replace(ip.sample("grid", distance=5, seed=1), horizon=3)
    env = TaskEnv(task)
    env.reset()
    assert [env.step(0)[2:4] for _ in range(3)] == [(False, False)] * 2 + [(False, True)]


def test_a_long_episode_keeps_no_trail() -> None:
    """Thousands of steps back and forth, and the world is as small as at the start."""
    env = TaskEnv(ip.sample("blocks-world", blocks=3, seed=1))
    rng = random.Random(0)
    _, info = env.reset()
    for _ in range(3000):
        *_, terminated, _, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if terminated:
            _, info = env.reset()
    walk: Any = env._game
    assert walk.walk.world.here.parent is None
    assert isinstance(env.task, Task)
