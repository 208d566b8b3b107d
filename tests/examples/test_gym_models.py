"""White-box models of foreign environments: they agree with the real ones, and solve them."""

from __future__ import annotations

import runpy
from collections import deque
from typing import Any

import pytest

import introplan as ip
from foreign_models import CLIFF, FOLDER, LAKE, ROOMS, TAXI, Pair, newest, pair, random_walk

pytestmark = pytest.mark.filterwarnings("error")

CROOKED = ["FSFFF", "FHHFH", "FFHFF", "HFFHG"]
"""A map that is not a square, with its start in the middle of a side."""

TOYS = [
    (newest("Taxi"), {}),
    (newest("CliffWalking"), {}),
    ("FrozenLake-v1", {"is_slippery": False}),
    ("FrozenLake-v1", {"is_slippery": False, "map_name": "8x8"}),
    ("FrozenLake-v1", {"is_slippery": False, "desc": CROOKED}),
]

ROOM_NAMES = [
    "MiniGrid-Empty-6x6-v0",
    "MiniGrid-Empty-Random-5x5-v0",
    "MiniGrid-FourRooms-v0",
    "MiniGrid-DoorKey-5x5-v0",
    "MiniGrid-DoorKey-6x6-v0",
    "MiniGrid-DoorKey-8x8-v0",
    "MiniGrid-MultiRoom-N2-S4-v0",
    "MiniGrid-MultiRoom-N6-v0",
]


def is_end(model: Any, before: Any, action: int, after: Any) -> bool:
    """Does the model say that the episode ends here?"""
    return model.terminal(before, action, after) not in (False, "continue")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "options"), TOYS)
def test_a_toy_model_foresees_every_step_of_a_random_walk(
    name: str, options: dict[str, Any], seed: int
) -> None:
    """Next state, reward and end are those of the real environment, on thousands of steps."""
    ends = 0
    for seen in random_walk(name, steps=2000, seed=seed, **options):
        model = seen.pair.model
        after = model.transition(seen.before, seen.action)
        assert after == seen.after
        assert model.reward(seen.before, seen.action, after) == seen.reward
        assert is_end(model, seen.before, seen.action, after) == seen.terminated
        ends += seen.terminated
    assert ends or name.startswith(("Taxi", "Cliff")), "the walk was too short to see an end"


@pytest.mark.parametrize(("name", "options"), TOYS)
def test_a_toy_model_is_the_table_of_the_real_environment(
    name: str, options: dict[str, Any]
) -> None:
    """Every state and every action, as the environment itself lists them."""
    here = pair(name, 0, **options)
    for number, actions in table(here).items():
        before = here.model.state_of(number)
        if name.startswith("FrozenLake") and here.model.rows[before.row][before.col] in "GH":
            continue  # no action is taken where an episode has ended
        for action, [(_, after, reward, terminated)] in actions.items():
            found = here.model.transition(before, action)
            assert found == here.model.state_of(int(after)), (before, action)
            assert here.model.reward(before, action, found) == reward
            assert is_end(here.model, before, action, found) == terminated


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ROOM_NAMES)
def test_the_model_of_rooms_foresees_every_step_of_a_random_walk(name: str, seed: int) -> None:
    """Next state and end agree; the real one pays (a share of 1) exactly where the model pays."""
    kinds: set[str] = set()
    for seen in random_walk(name, steps=1500, seed=seed):
        model, before = seen.pair.model, seen.before
        after = model.transition(before, seen.action)
        assert after == seen.after
        assert model.reward(before, seen.action, after) == (seen.reward > 0)
        assert model.terminal(before, seen.action, after) == seen.terminated
        kinds |= what_happened(before, after, seen.terminated)
    assert "moved" in kinds
    assert ("took a key" in kinds) == ("DoorKey" in name)
    assert ("dropped a key" in kinds) == ("DoorKey" in name)
    assert "used a door" in kinds or "DoorKey-5x5" not in name
    assert "arrived" in kinds or name not in ROOM_NAMES[:2]


def what_happened(before: Any, after: Any, terminated: bool) -> set[str]:
    """The kinds of change in one step: what a walk must have seen to mean anything."""
    happened = {
        "moved": before[:2] != after[:2],
        "took a key": before.carried < after.carried,
        "dropped a key": before.carried > after.carried,
        "used a door": before.doors != after.doors,
        "arrived": terminated,
    }
    return {kind for kind, is_true in happened.items() if is_true}


@pytest.mark.parametrize(
    ("module", "slip", "walk"),
    [
        (TAXI, {"WALLS": frozenset()}, (newest("Taxi"), {})),
        (TAXI, {"STANDS": [(0, 0), (0, 4), (4, 0), (4, 4)]}, (newest("Taxi"), {})),
        (CLIFF, {"ROWS": 5}, (newest("CliffWalking"), {})),
        (LAKE, {"LEFT": 3, "UP": 0}, TOYS[2]),
        (ROOMS, {"HEADINGS": [(1, 0), (0, -1), (-1, 0), (0, 1)]}, (ROOM_NAMES[0], {})),
        (ROOMS, {"CLOSED": 2}, ("MiniGrid-MultiRoom-N2-S4-v0", {})),
        (ROOMS, {"LOCKED": 7}, ("MiniGrid-DoorKey-5x5-v0", {})),
    ],
)
def test_a_model_with_a_slip_is_found_out(
    module: Any, slip: dict[str, Any], walk: tuple[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The walks have teeth: walls, places, turns and locks that are wrong are noticed."""
    name, options = walk
    steps = list(random_walk(name, steps=1500, seed=0, **options))
    for constant, value in slip.items():
        monkeypatch.setattr(module, constant, value)
    model = [seen.pair.model for seen in steps]
    assert any(
        m.transition(seen.before, seen.action) != seen.after
        for m, seen in zip(model, steps, strict=True)
    )


def test_rooms_with_things_of_another_kind_are_refused() -> None:
    """A model that does not know lava says so instead of planning through it."""
    with pytest.raises(ValueError, match="knows nothing of lava"):
        pair("MiniGrid-LavaGapS5-v0", 1)


@pytest.mark.parametrize("seed", range(4))
def test_taxi_is_solved_as_well_as_it_can_be(seed: int) -> None:
    """The score in the real environment is the best there is, found out by sweeping its table."""
    here = pair(newest("Taxi"), seed)
    steps, score, agent = TAXI.play(seed)
    assert (agent.plans, agent.result.proved_optimal) == (1, True)
    assert score == best_scores(here)[int(real(here).s)]
    assert steps < 20


def test_cliff_walking_is_solved_as_well_as_it_can_be() -> None:
    """Thirteen steps along the edge."""
    here = pair(newest("CliffWalking"), 0)
    steps, score, agent = CLIFF.play(0)
    assert (steps, score, agent.plans) == (13, -13, 1)
    assert score == best_scores(here)[int(real(here).s)]


@pytest.mark.parametrize("options", [options for name, options in TOYS if "Lake" in name])
def test_frozen_lake_is_solved_by_the_shortest_way(options: dict[str, Any]) -> None:
    """On any map: the steps are those of a breadth-first search in the table."""
    here = pair("FrozenLake-v1", 0, **options)
    steps, paid, agent = LAKE.play(0, **options)
    assert (steps, paid, agent.plans) == (fewest_steps(here), 1, 1)


def test_a_random_map_without_a_way_is_no_plan_and_no_crash() -> None:
    """The agent does something all the same, and knows that it has no plan."""
    walled = ["SHF", "HHF", "FFG"]
    _, paid, agent = LAKE.play(0, desc=walled, is_slippery=False)
    assert paid == 0
    assert agent.result.status == "unsolvable"


def test_slippery_ice_makes_the_agent_plan_again() -> None:
    """A surprise is a state that the model did not foresee."""
    steps, _, agent = LAKE.play(1, map_name="8x8", is_slippery=True)
    assert 1 < agent.plans <= steps


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("MiniGrid-Empty-6x6-v0", 0),
        ("MiniGrid-FourRooms-v0", 0),
        ("MiniGrid-FourRooms-v0", 2),
        ("MiniGrid-DoorKey-5x5-v0", 1),
        ("MiniGrid-DoorKey-8x8-v0", 0),
        ("MiniGrid-DoorKey-8x8-v0", 3),
        ("MiniGrid-MultiRoom-N2-S4-v0", 0),
        ("MiniGrid-MultiRoom-N6-v0", 1),
    ],
)
def test_rooms_are_solved_by_the_shortest_way(name: str, seed: int) -> None:
    """One plan, proven to be the shortest, reaches the real goal in as many steps."""
    steps, paid, agent = ROOMS.play(name, seed)
    here = pair(name, seed)
    limit = real(here).max_steps
    assert (agent.plans, agent.result.proved_optimal) == (1, True)
    assert paid == pytest.approx(1 - 0.9 * steps / limit)
    assert steps == fewest_in_rooms(here)


@pytest.mark.parametrize("name", ["taxi", "cliff_walking", "frozen_lake", "minigrid_rooms"])
def test_introspection_says_what_pays_in_a_foreign_world(name: str) -> None:
    """The models are read, not only run: the largest reward is known, and nothing was refused."""
    task = ip.read_program(FOLDER / f"{name}.py")
    found = ip.introspect(task, budget=10)
    assert (found.r_max.value, found.r_max.status) == (
        {"taxi": 20, "cliff_walking": -1}.get(name, 1),
        "exact",
    )
    assert not list(found.diagnostics)
    if name == "minigrid_rooms":
        assert [str(m) for m in found.milestones()] == ["x == 6 and y == 6"]
        assert found.heuristic(task.start) > 0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("taxi", "plans made: 1"),
        ("cliff_walking", "13 steps, plans made: 1, -13 points"),
        ("frozen_lake", "plain ice: 14 steps, plans made: 1, paid 1"),
    ],
)
def test_an_example_can_be_run(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As a script, it plays the real environment and says how it went."""
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    assert said in capsys.readouterr().out


def real(here: Pair) -> Any:
    """The environment under all wrappers."""
    return here.env.unwrapped


def table(here: Pair) -> dict[int, dict[int, Any]]:
    """The transitions of a toy environment, as it lists them."""
    return real(here).P  # type: ignore[no-any-return]


def best_scores(here: Pair) -> dict[int, float]:
    """The best score from each state of a toy environment, by sweeping until nothing changes."""
    values = dict.fromkeys(table(here), -1e9)
    is_new = True
    while is_new:
        is_new = False
        for state, actions in table(here).items():
            best = max(r + (0 if end else values[int(t)]) for [(_, t, r, end)] in actions.values())
            is_new |= best > values[state]
            values[state] = max(best, values[state])
    return values


def fewest_steps(here: Pair) -> int:
    """The length of the shortest way to a reward in a toy environment."""
    waiting, seen = deque([(int(real(here).s), 0)]), set()
    while waiting:
        state, steps = waiting.popleft()
        for [(_, after, reward, end)] in table(here)[state].values():
            if reward > 0:
                return steps + 1
            if not end and after not in seen:
                seen.add(after)
                waiting.append((int(after), steps + 1))
    raise AssertionError("no way")


def fewest_in_rooms(here: Pair) -> int:
    """The length of the shortest way to the goal, by trying everything in the plain functions."""
    start = here.state()
    waiting, seen = deque([(start, 0)]), {start}
    while waiting:
        state, steps = waiting.popleft()
        for action in ROOMS.ACTIONS:
            after = here.model.transition(state, action)
            if here.model.terminal(state, action, after):
                return steps + 1
            if after not in seen:
                seen.add(after)
                waiting.append((after, steps + 1))
    raise AssertionError("no way")
