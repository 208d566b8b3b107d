"""`introplan policy`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

EXAMPLES = Path(__file__).parents[2] / "examples" / "chance"


def test_the_triangle_is_always_crossed(run: Run) -> None:
    """Around it there is a spare tyre everywhere; straight on it works in half of the cases."""
    answer = run("policy", EXAMPLES / "tireworld.pddl", EXAMPLES / "tireworld-1.pddl", "--json")
    record = answer.record

    assert (record["value"], record["proved_optimal"], record["verified"]) == (1.0, True, True)
    assert record["start"] == [
        {"action": "(move-car l-1-1 l-2-1)", "value": 1.0},
        {"action": "(move-car l-1-1 l-1-2)", "value": 0.5},
    ]


def test_the_tower_is_rebuilt_in_three_of_five_cases(run: Run) -> None:
    """The table must survive the first block."""
    files = EXAMPLES / "exploding-blocks.pddl", EXAMPLES / "exploding-blocks-3.pddl"
    record = run("policy", *files, "--json").record

    assert record["value"] == pytest.approx(0.6)
    assert record["proved_optimal"]


def test_a_world_in_python_is_simulated_as_well(run: Run) -> None:
    """The value, what the actions of the start are worth, and the judge's interval."""
    answer = run("policy", EXAMPLES / "windy.py", "--runs", 200, "--seed", 1)

    assert "value -8.89, proved optimal, verified" in answer.out
    assert "-26.912  right" in answer.out
    assert "95 % confidence (200 episodes)" in answer.out


def test_a_horizon_and_a_discount_can_be_given(run: Run) -> None:
    """As in `plan`."""
    record = run("policy", EXAMPLES / "windy.py", "--horizon", 3, "--json").record
    assert (record["value"], record["method"]) == (-3.0, "backward-induction")
    record = run("policy", EXAMPLES / "windy.py", "--discount", 0.5, "--json").record
    assert record["value"] == pytest.approx(-2, abs=0.02)


def test_plan_points_to_policy(run: Run) -> None:
    """A plan is for worlds without chance."""
    answer = run("plan", EXAMPLES / "windy.py")

    assert answer.code == 33
    assert "introplan policy" in answer.err


def test_a_policy_is_drawn(run: Run, tmp_path: Path) -> None:
    """Arrows on the map of the world, in a file."""
    picture = tmp_path / "policy.svg"
    answer = run("policy", EXAMPLES / "windy.py", "--svg", picture)

    assert "value -8.89, proved optimal" in answer.out
    assert picture.read_text(encoding="utf-8").count('class="cell"') == 27


RDDL = EXAMPLES.parent / "rddl"


def test_rddl_is_read_by_its_ending(run: Run) -> None:
    """The example has three computers; horizon and discount may be others."""
    files = RDDL / "sysadmin.rddl", RDDL / "sysadmin-1.rddl"
    record = run("policy", *files, "--json").record
    short = run("policy", *files, "--horizon", 1, "--discount", 0.5, "--json").record

    assert (record["value"], record["proved_optimal"]) == (pytest.approx(95.184521), True)
    assert record["start"][0]["action"] == "noop"
    assert short["value"] == 3.0


def test_other_commands_say_what_rddl_is_for(run: Run, tmp_path: Path) -> None:
    """A plan refuses chance by name, `explain` reads it; wrong files are told."""
    files = RDDL / "sysadmin.rddl", RDDL / "sysadmin-1.rddl"
    plan = run("plan", *files)
    explained = run("explain", *files)
    mixed = run("policy", files[0], EXAMPLES / "tireworld-1.pddl")
    alone = run("policy", files[0])

    assert plan.code == mixed.code == alone.code == 33
    assert "has chance" in plan.err
    assert "introplan policy" in plan.err
    assert "r_max = 3" in explained.out
    assert "in two languages" in mixed.err
    assert "needs a problem file" in alone.err


def test_a_world_in_rddl_without_chance_is_planned_and_its_plan_judged(
    run: Run, tmp_path: Path
) -> None:
    """The plan goes through a file, as any other."""
    text = (RDDL / "sysadmin.rddl").read_text(encoding="utf-8")
    start = text.index("else if (running(?c)) then")
    certain = text[:start] + "else running(?c);\n    };\n" + text[text.index("\n    reward") :]
    domain, plan = tmp_path / "certain.rddl", tmp_path / "some.plan"
    domain.write_text(certain, encoding="utf-8")
    files = domain, RDDL / "sysadmin-1.rddl"
    record = run("plan", *files, "--plan-file", plan, "--optimal", "--horizon", 4, "--json").record

    assert (record["score"], record["proved_optimal"], record["verified"]) == (12.0, True, True)
    assert record["plan"] == ["noop"] * 4
    assert "valid" in run("validate", *files, plan, "--horizon", 4).out
