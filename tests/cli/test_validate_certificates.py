"""`plan --certificate` writes proofs that there is no plan; `validate` checks them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan import api as proving
from introplan.cli import plan
from introplan.limits import Meter

Run = Callable[..., Any]

CIRCLE = """
ACTIONS = ["on", "back"]
START = {"at": 0}
def transition(state, action):
    if action == "back" and state["at"] == 0:
        raise ValueError("a wall")
    return {"at": (state["at"] + (1 if action == "on" else -1)) % SIZE}
def reward(state, action, after):
    return 0
def terminal(state, action, after):
    return "success" if after["at"] == GOAL else None
"""


@pytest.fixture
def proof(run: Run, switch: Path, unsolvable: Path, tmp_path: Path) -> Path:
    """The certificate of a task without a plan."""
    answer = run("plan", switch, unsolvable, "--certificate", tmp_path / "proof.txt", "--json")

    assert (answer.code, answer.record["verified"], answer.err) == (11, True, "")
    return tmp_path / "proof.txt"


def written(path: Path, text: str) -> Path:
    """The path, with the text in it."""
    path.write_text(text, encoding="utf-8")
    return path


def test_a_proof_is_written_and_validated(
    run: Run, proof: Path, switch: Path, unsolvable: Path
) -> None:
    """What is written is a proof, and `validate` sees that from its content."""
    answer = run("validate", switch, unsolvable, proof)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "valid: it proves that there is no plan (bounds, 2 facts)\n"


def test_validate_tells_a_proof_as_json(
    run: Run, proof: Path, switch: Path, unsolvable: Path
) -> None:
    """One object."""
    answer = run("validate", switch, unsolvable, proof, "--json")

    assert answer.record == {"valid": True, "reason": "", "certificate": "bounds", "size": 2}


def test_what_proves_nothing_is_32_with_the_reason(
    run: Run, proof: Path, switch: Path, unsolvable: Path
) -> None:
    """A fact is missing."""
    text = proof.read_text("utf-8").replace("(:becomes-true (on))\n", "")
    answer = run("validate", switch, unsolvable, written(proof, text))

    assert answer.code == 32
    assert answer.out == (
        "invalid: (on) is not listed as becoming true: (press) may become possible\n"
    )


def test_a_broken_certificate_is_31_with_its_place(
    run: Run, proof: Path, switch: Path, unsolvable: Path
) -> None:
    """An error in a file, like any other."""
    text = proof.read_text("utf-8").replace("(on)", "(onn)")
    answer = run("validate", switch, unsolvable, written(proof, text))

    assert answer.code == 31
    assert f"{proof}:4:17: unknown predicate 'onn'; did you mean 'on'?" in answer.err


def test_where_there_is_a_plan_no_certificate_is_written(run: Run, tmp_path: Path) -> None:
    """Nothing is written, an old file stays, and the user is told."""
    file = written(tmp_path / "proof.txt", "as it was")
    answer = run("plan", "blocks-world", "--blocks", 3, "--certificate", file, "--quiet")

    assert answer.code == 0
    assert answer.err == "introplan: no certificate: there is a plan\n"
    assert file.read_text("utf-8") == "as it was"


def test_where_nothing_is_proven_no_certificate_is_written(run: Run, tmp_path: Path) -> None:
    """The horizon is no proof."""
    file = tmp_path / "proof.txt"
    answer = run("plan", "blocks-world", "--blocks", 5, "--horizon", 1, "--certificate", file)

    assert answer.code == 12
    assert answer.err.startswith("introplan: no certificate: there is a plan: it takes ")
    assert not file.exists()


def test_too_many_states_leave_the_answer_as_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file, a word on why, and exit code 11."""

    def certify(task: ip.Task, *, meter: Any) -> ip.Certificate:
        return proving.certify(task, states=4, meter=meter)

    monkeypatch.setattr(plan, "certify", certify)
    world = CIRCLE.replace("SIZE", "5").replace("GOAL", "9")
    file = tmp_path / "proof.txt"
    answer = run("plan", written(tmp_path / "w.py", world), "--certificate", file, "--quiet")

    assert answer.code == 11
    assert "introplan: no certificate: more than 4 states can be reached\n" in answer.err
    assert not file.exists()


def test_when_time_is_up_there_is_no_certificate(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit of the command holds for the proof as well."""

    def certify(task: ip.Task, *, meter: Meter) -> ip.Certificate:
        assert meter.limits.seconds is not None
        assert 90 < meter.limits.seconds <= 100
        assert meter.seconds < 100
        meter.started -= 1000
        return proving.certify(task, meter=meter)

    monkeypatch.setattr(plan, "certify", certify)
    world = written(tmp_path / "w.py", CIRCLE.replace("SIZE", "5").replace("GOAL", "9"))
    file = tmp_path / "proof.txt"
    answer = run("plan", world, "--certificate", file, "--time", 100, "--quiet")

    assert answer.code == 11
    assert "introplan: no certificate: stopped by the limit on time" in answer.err
    assert not file.exists()


def test_a_folder_that_is_not_there_is_told_before_planning(
    run: Run, switch: Path, unsolvable: Path, tmp_path: Path
) -> None:
    """As for plan files."""
    file = tmp_path / "nowhere" / "proof.txt"
    answer = run("plan", switch, unsolvable, "--certificate", file)

    assert (answer.code, answer.out) == (33, "")
    assert "there is no folder" in answer.err


def test_a_world_in_python_has_certificates_too(run: Run, tmp_path: Path) -> None:
    """Its states are texts, and the check walks through the world once more."""
    world = written(tmp_path / "w.py", CIRCLE.replace("SIZE", "5").replace("GOAL", "9"))
    file = tmp_path / "proof.txt"

    assert run("plan", world, "--certificate", file).code == 11
    assert run("validate", world, file).code == 0
    written(file, file.read_text("utf-8").replace("(:state {'at': 3})\n", ""))
    answer = run("validate", world, file)
    assert answer.code == 32
    assert answer.out == "invalid: on in {'at': 2} leads out of the set, to {'at': 3}\n"
    solvable = written(tmp_path / "s.py", CIRCLE.replace("SIZE", "5").replace("GOAL", "2"))
    answer = run("validate", solvable, file)
    assert answer.out == "invalid: on in {'at': 1} ends with success\n"


def test_what_a_world_prints_does_not_spoil_the_record(run: Run, tmp_path: Path) -> None:
    """While its proof is made, and while it is checked."""
    world = tmp_path / "loud.py"
    loud = CIRCLE.replace("    if action", '    print("HELLO")\n    if action', 1)
    world.write_text(f"SIZE, GOAL = 3, 7\n{loud}")
    made = run("plan", world, "--json", "--certificate", tmp_path / "proof.txt")
    judged = run("validate", world, tmp_path / "proof.txt", "--json")

    assert (made.code, made.record["status"], made.record["verified"]) == (11, "unsolvable", True)
    assert (judged.code, judged.record["valid"]) == (0, True)
    assert "HELLO" in made.err


def test_a_horizon_that_does_not_matter_is_no_obstacle(run: Run, tmp_path: Path) -> None:
    """One step shows nothing, but no number of steps would do."""
    domain, problem = tmp_path / "d.pddl", tmp_path / "p.pddl"
    domain.write_text(
        "(define (domain d) (:predicates (a) (b) (c)) (:action x :effect (b))"
        " (:action y :precondition (b) :effect (and (c) (not (a)))))"
    )
    problem.write_text(
        "(define (problem p) (:domain d) (:init (a)) (:goal (and (c) (a))) (:horizon 1))"
    )
    assert run("plan", domain, problem).code == 12
    answer = run("plan", domain, problem, "--certificate", tmp_path / "proof.txt", "--json")

    assert (answer.code, answer.record["status"], answer.record["verified"]) == (
        11,
        "unsolvable",
        True,
    )
    assert run("validate", domain, problem, tmp_path / "proof.txt").code == 0
