"""How environments are made, begun anew, copied, drawn and lined up."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import introplan as ip
from introplan.domains.catalogue import domain_path, generate
from introplan.errors import UsageError
from introplan.interop.gymnasium import ENVIRONMENTS, TaskEnv
from made_environments import MADE

pytestmark = pytest.mark.filterwarnings("error")


def test_the_names_that_users_know_are_registered() -> None:
    """One environment for each shipped domain, and three for what people bring along."""
    shipped = ["BlocksWorld", "Drawers", "Bins", "Grid", "Maze", "Pddl", "Python", "Task"]
    assert list(ENVIRONMENTS) == [f"introplan/{name}-v0" for name in shipped]
    assert set(ENVIRONMENTS) <= set(gymnasium.registry)


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
        gymnasium.make("introplan/Drawers-v0", domain=domain, problem=text),
        gymnasium.make("introplan/Bins-v0", bins=2, items=2, seed=3),
        gymnasium.make("introplan/Bins-v0", bins=np.int64(2), items=np.int8(2), seed=np.uint8(3)),
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
        ({"domain": "(define (domain d))"}, "give problem as well"),
        ({"blocks": [3]}, "blocks must be a whole number"),
        ({"blocks": 2.0}, "blocks must be a whole number"),
        ({"penalty": -1}, "the penalty is what a move costs"),
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
