"""`introplan plan`: the record, the plan file, and the text for people."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from introplan.api import ENGINES
from introplan.cli import plan

Run = Callable[..., Any]

KEYS = {
    "bound",
    "method",
    "notes",
    "understood",
    "plan",
    "length",
    "cost",
    "score",
    "status",
    "expanded",
    "generated",
    "seconds",
    "milestones",
    "planner",
    "engine",
    "verified",
    "proved_optimal",
    "proved_shortest",
    "reason",
}


def test_the_record_has_exactly_the_promised_keys(run: Run, two_bins: Path) -> None:
    """Checks outside this repository read them."""
    record = run("plan", "bins", two_bins, "--json").record

    assert set(record) == KEYS
    assert record["length"] == record["cost"] == len(record["plan"]) == 4
    assert (record["score"], record["status"], record["verified"]) == (2, "success", True)
    assert (record["planner"], record["engine"]) == ("introspector", ENGINES[0])


def test_milestones_say_what_they_were_meant_to_meet(run: Run, two_bins: Path) -> None:
    """The paper's first milestone: nothing in a bin, then close it."""
    first = run("plan", "bins", two_bins, "--json").record["milestones"][0]

    assert (first["step"], first["reward"]) == (2, 1)
    assert set(first["mutation"]) == {"true", "false", "action", "when"}
    assert first["mutation"]["when"] == "before"
    assert first["mutation"]["action"].startswith("(close-bin d")
    assert len(first["mutation"]["false"]) == 2


def test_the_record_without_a_plan_has_the_same_keys(
    run: Run, switch: Path, unsolvable: Path
) -> None:
    """No plan is an empty list."""
    record = run("plan", switch, unsolvable, "--json").record

    assert set(record) == KEYS
    assert (record["plan"], record["status"]) == ([], "unsolvable")


def test_a_plan_file_is_written_and_valid(run: Run, two_bins: Path, tmp_path: Path) -> None:
    """What `plan` writes `validate` accepts; the format is the planning field's."""
    file = tmp_path / "plan.txt"

    assert run("plan", "bins", two_bins, "--plan-file", file).code == 0
    lines = file.read_text(encoding="utf-8").splitlines()

    assert lines[-1] == "; cost = 4 (unit cost)"
    assert run("validate", "bins", two_bins, file).code == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_a_plan_file_says_that_it_does_not_end_with_success(
    run: Run, two_bins: Path, tmp_path: Path
) -> None:
    """In a comment on top, which `validate` passes over; in any kind of world."""
    file = tmp_path / "plan.txt"
    for task, code in ((("bins", two_bins, "--horizon", 3), 32), (("grid", "--distance", 3), 0)):
        assert run("plan", *task, "--plan-file", file).code == 12
        first, second, *_ = file.read_text(encoding="utf-8").splitlines()

        assert first == "; does not end with success"
        assert second[0] != ";"
        assert run("validate", *task, file).code == code


def test_a_plan_that_lacks_its_proof_ends_with_success(run: Run, tmp_path: Path) -> None:
    """Its file has no such comment."""
    file = tmp_path / "plan.txt"
    words = ("blocks-world", "--blocks", 12, "--optimal", "--nodes", 1000)

    assert run("plan", *words, "--plan-file", file).code == 12
    assert file.read_text(encoding="utf-8").startswith("(")


def test_no_plan_leaves_the_plan_file_alone(
    run: Run, switch: Path, unsolvable: Path, tmp_path: Path
) -> None:
    """An old plan is not overwritten with nothing, and not taken for the answer either."""
    file = tmp_path / "plan.txt"

    answer = run("plan", switch, unsolvable, "--plan-file", file)
    assert (answer.code, file.exists()) == (11, False)
    assert answer.err == f"introplan: no plan: {file} was not written\n"

    file.write_text("(press)\n", encoding="utf-8")
    answer = run("plan", switch, unsolvable, "--plan-file", file)
    assert file.read_text(encoding="utf-8") == "(press)\n"
    assert answer.err.endswith("plan.txt was not written, and what it holds is older\n")


def test_quiet_prints_the_plan_and_nothing_else(run: Run) -> None:
    """For pipes: one action on each line."""
    answer = run("plan", "blocks-world", "--blocks", 5, "--quiet")

    assert answer.err == ""
    assert all(line[0] == "(" and line[-1] == ")" for line in answer.out.splitlines())


def test_quiet_without_a_plan_says_why_on_stderr(run: Run, switch: Path, unsolvable: Path) -> None:
    """Silence would leave one guessing."""
    answer = run("plan", switch, unsolvable, "--quiet")

    assert answer.out == ""
    assert "there is no plan" in answer.err


def test_people_see_the_task_the_steps_the_milestones_and_the_cost(
    run: Run, two_bins: Path
) -> None:
    """Everything on one screen, without a single escape code in a pipe."""
    out = run("plan", "bins", two_bins).out

    assert "task two-bins of bins: 4 objects, 4 facts" in out
    assert "r_max = 1: there is a bin ?b with" in out
    assert out.count("* milestone, pays 1: make (in-bin") == 2
    assert "success: length 4, cost 4, score 2, which no plan exceeds;" in out
    assert "verified" in out
    assert "\x1b" not in out


def test_a_pipe_gets_every_step_of_a_long_plan(run: Run) -> None:
    """Only a terminal shows head and tail."""
    answer = run("plan", "blocks-world", "--blocks", 60)
    length = run("plan", "blocks-world", "--blocks", 60, "--json").record["length"]

    assert length > 40
    assert f"{length}. (" in answer.out
    assert "more" not in answer.out.split("* milestone")[0]


def test_a_goal_that_holds_already_needs_no_steps(run: Run, switch: Path, tmp_path: Path) -> None:
    """The empty plan succeeds."""
    problem = tmp_path / "done.pddl"
    text = "(define (problem done) (:domain switch) (:init (off)) (:goal (off)))"
    problem.write_text(text, encoding="utf-8")

    answer = run("plan", switch, problem)

    assert answer.code == 0
    assert "nothing has to be done" in answer.out


@pytest.mark.parametrize("planner", ["introspector", "greedy", "value-iteration"])
def test_every_planner_can_be_asked_for(run: Run, two_bins: Path, planner: str) -> None:
    """By the names of the catalogue."""
    record = run("plan", "bins", two_bins, "--planner", planner, "--json").record

    assert (record["planner"], record["score"]) == (planner, 2)


def test_a_plan_survives_a_file_that_cannot_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A disk that fills up costs the file, not the plan on the screen."""
    monkeypatch.setattr(plan, "check_outputs", lambda *_: None)

    answer = run("plan", "bins", "--quiet", "--plan-file", tmp_path / "gone" / "plan")

    assert answer.code == 33
    assert answer.out.startswith("(")
    assert "cannot write" in answer.err


def test_optimal_plans_say_that_they_are_proven(run: Run, two_bins: Path) -> None:
    """For scripts and for people."""
    record = run("plan", "bins", two_bins, "--optimal", "--json").record

    assert (record["length"], record["proved_optimal"]) == (4, True)
    assert "proved optimal" in run("plan", "bins", two_bins, "--optimal").out


@pytest.mark.parametrize(
    ("mode", "unproven"),
    [
        ("--optimal", "plan was found with score 1[^;]*; whether it is optimal"),
        ("--shortest", "plan of cost 18 was found; whether it is the shortest"),
    ],
)
def test_a_plan_without_its_proof_is_called_a_plan(
    run: Run, tmp_path: Path, mode: str, unproven: str
) -> None:
    """What a limit came before is the proof, not the plan; the words are those of the mode."""
    words = ("blocks-world", "--blocks", 12, mode, "--nodes", 1000)
    pattern = f"{unproven} is not proven: "

    answer = run("plan", *words, "--certificate", tmp_path / "proof")
    assert answer.code == 12
    assert "introplan: no certificate: there is a plan\n" in answer.err
    limit = "stopped by the limit on nodes; this is the best so far"
    assert re.search(f"\na {pattern}{limit}\n", answer.out)
    assert "not known" not in answer.out
    assert run("plan", *words, "--json").record["status"] == "out-of-nodes"

    shown = run("view", *words, "--out", tmp_path / "page.html").out
    assert re.match(f"A {pattern}all nodes were spent.\n", shown)


def test_improving_gives_a_plan_in_its_time(run: Run, two_bins: Path) -> None:
    """Here there is soon nothing left to improve."""
    record = run("plan", "bins", two_bins, "--improve", "20", "--json").record

    assert (record["length"], record["proved_optimal"]) == (4, True)
    assert record["seconds"] < 10


@pytest.mark.parametrize(
    "words",
    [
        ("--optimal", "--improve", "1"),
        ("--optimal", "--planner", "greedy"),
        ("--improve", "-1"),
        ("--improve", "soon"),
    ],
)
def test_modes_that_do_not_fit_are_bad_usage(run: Run, two_bins: Path, words: list[str]) -> None:
    """With a message, and before anything takes time."""
    result = run("plan", "bins", two_bins, *words)

    assert result.code == 33
    assert result.err.startswith("introplan: ")
