"""Appendix D, number by number: the bins example and its state space."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import introplan as ip
from introplan.cli import main
from paper.bins_example import PROBLEM, bins_example

DEAD_ENDS = (2, 3, 6, 7, 8, 14, 15, 21, 23, 26, 28, 30, 31, 32, 33, 34, 35, 36)
EMPTYING_D1 = {(4, 9), (8, 15), (10, 16), (11, 17), (18, 24), (19, 25), (21, 26), (28, 32)}
EMPTYING_D2 = {(5, 12), (7, 14), (10, 18), (13, 22), (16, 24), (20, 27), (23, 31), (30, 33)}
EMPTY_D1 = "(and (not (before (in-bin i1 d1))) (not (before (in-bin i2 d1))) (did (close-bin d1)))"
EMPTY_D2 = "(and (not (before (in-bin i1 d2))) (not (before (in-bin i2 d2))) (did (close-bin d2)))"


@pytest.fixture
def problem(tmp_path: Path) -> str:
    """The example as a problem file."""
    path = tmp_path / "two-bins.pddl"
    path.write_text(PROBLEM, encoding="utf-8")
    return str(path)


def test_bins_example_has_36_reachable_states_of_which_24_is_the_success() -> None:
    """Checks actions, effects, termination and the breadth-first numbering at once."""
    space = ip.reachable(bins_example())

    assert len(space.states) == 36
    assert space.states[0] == bins_example().start
    assert space.success == (24,)


def test_bins_example_has_18_dead_ends() -> None:
    """The paper's footnote lists the states that cannot reach success."""
    assert ip.reachable(bins_example()).dead_ends == DEAD_ENDS


def test_bins_example_has_16_rewarding_transitions() -> None:
    """Eight that empty and close bin d1, eight for d2; each pays 1."""
    rewarding = ip.reachable(bins_example()).rewarding

    assert {(e.source, e.target) for e in rewarding if "d1" in str(e.action)} == EMPTYING_D1
    assert {(e.source, e.target) for e in rewarding if "d2" in str(e.action)} == EMPTYING_D2
    assert {e.reward for e in rewarding} == {1.0}


def test_from_state_12_only_one_rewarding_transition_can_be_reached() -> None:
    """18 to 24, which ends the episode with success."""
    space = ip.reachable(bins_example())
    reached, waiting = {12}, [12]
    while waiting:
        here = waiting.pop()
        for target in {e.target for e in space.edges if e.source == here} - reached:
            reached.add(target)
            waiting.append(target)

    assert {(e.source, e.target) for e in space.rewarding if e.source in reached} == {(18, 24)}


def test_shortest_successful_plan_has_4_actions() -> None:
    """Value iteration and the introspector agree with the paper."""
    for planner in ("introspector", "value-iteration"):
        result = ip.plan(bins_example(), planner)
        assert (len(result.plan or ()), result.score, result.status) == (4, 2.0, "success")


def test_the_papers_own_plan_runs_through_states_1_5_12_18_24() -> None:
    """Pick(i2,d2), CloseBin(d2), Pick(i1,d1), CloseBin(d1)."""
    space = ip.reachable(bins_example())
    step = {(e.source, str(e.action)): e.target for e in space.edges}
    trajectory = [1]
    for action in ("(pick i2 d2)", "(close-bin d2)", "(pick i1 d1)", "(close-bin d1)"):
        trajectory.append(step[trajectory[-1], action])

    assert trajectory == [1, 5, 12, 18, 24]
    assert ip.verify(
        bins_example(), ["(pick i2 d2)", "(close-bin d2)", "(pick i1 d1)", "(close-bin d1)"]
    ).valid


def test_state_1_has_two_mutations() -> None:
    """Empty bin 1 and close it, or empty bin 2 and close it."""
    assert [str(m) for m in ip.mutations(bins_example())] == [EMPTY_D1, EMPTY_D2]


def test_state_12_has_one_mutation() -> None:
    """Bin d2 is closed, nothing opens it, so closing it again is out of reach."""
    state_12 = ip.reachable(bins_example()).states[11]

    assert [str(m) for m in ip.mutations(bins_example(), state_12)] == [EMPTY_D1]


def test_introspector_visits_two_milestones() -> None:
    """Two segments of two actions, one per mutation."""
    result = ip.plan(bins_example())

    assert [(m.step, m.reward) for m in result.milestones] == [(2, 1.0), (4, 1.0)]
    assert {str(m.mutation) for m in result.milestones} == {EMPTY_D1, EMPTY_D2}
    assert result.expanded == 4


def test_command_states_gives_the_same_numbers(
    problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`introplan states --json` on the example."""
    assert main(["states", "bins", problem, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["states"] == 36
    assert told["success"] == [24]
    assert tuple(told["dead_ends"]) == DEAD_ENDS
    assert {(e[0], e[2]) for e in told["rewarding"]} == EMPTYING_D1 | EMPTYING_D2
    assert told["edges"] == 84


def test_command_explain_gives_both_mutations(
    problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`introplan explain --json` on the example."""
    assert main(["explain", "bins", problem, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)

    assert told["r_max"] == 1
    assert [
        {k: m[k] for k in ("true", "false", "action", "distance")} for m in told["mutations"]
    ] == [
        {
            "true": [],
            "false": [f"(in-bin i1 {d})", f"(in-bin i2 {d})"],
            "action": f"(close-bin {d})",
            "distance": 2,
        }
        for d in ("d1", "d2")
    ]
    assert told["mutable"] == {
        "true": ["on-shelf", "in-bin"],
        "false": ["on-shelf", "in-bin", "open"],
    }
    assert told["truncated"] is False
