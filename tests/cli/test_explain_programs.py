"""`introplan explain` for worlds in Python: the record, the words, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

WORLD = """
ACTIONS = ["left", "right", "ring"]
START = (2, 7, "hall")

def transition(s, a):
    x, limit, place = s
    if a == "ring":
        return s
    return (max(0, x - 1) if a == "left" else min(9, x + 1)), limit, place

def reward(s, a, s2):
    x, limit, place = s2
    if a == "ring" and x == 9:
        return 5
    return 5 if x == 0 else -1
"""

STRANGE = WORLD.replace("x, limit, place = s2", "open(FILE).close(); x = s2[0]")


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A file with a small world."""
    return written(tmp_path / "corridor.py", WORLD)


def written(path: Path, text: str) -> Path:
    """The path, with the text in it."""
    path.write_text(text, encoding="utf-8")
    return path


def test_a_shipped_world_is_explained_as_a_record(run: Run) -> None:
    """The keys of relational tasks, and those of a reading of Python."""
    record = run("explain", "grid", "--distance", 5, "--seed", 3, "--json").record

    assert (record["r_max"], record["status"], record["truncated"]) == (1, "exact", False)
    assert record["condition"] == "x == 0 and y == 0"
    assert (record["mutable"], record["immutable"]) == (["x", "y"], [])
    assert record["heuristic"] == {"text": "|x| + |y|", "start": 5, "admissible": True}
    assert record["diagnostics"] == []
    assert record["mutations"] == [
        {
            "true": ["x == 0 and y == 0"],
            "false": [],
            "action": None,
            "condition": "x == 0 and y == 0",
            "when": "after",
            "distance": 5,
        }
    ]


def test_actions_that_are_paid_stand_in_the_record(run: Run, world: Path) -> None:
    """Each way to be paid is a mutation; what never changes is told apart."""
    record = run("explain", world, "--json").record

    assert record["r_max"] == 5
    assert {m["action"] for m in record["mutations"]} == {"left", "ring"}
    assert "x == 9" in [m["condition"] for m in record["mutations"] if m["action"] == "ring"]
    assert record["mutable"] == ["x"]
    assert record["immutable"] == ["limit", "place"]
    assert 0 < record["heuristic"]["start"] <= 2


def test_a_limit_truncates_and_says_so(run: Run) -> None:
    """In the record and in words."""
    words = ("explain", "maze", "--goals", 3, "--seed", 1, "--limit", 1)
    record, text = run(*words, "--json").record, run(*words).out

    assert (len(record["mutations"]), record["truncated"]) == (1, True)
    assert "... and in other ways" in text


def test_the_words_tell_all_of_it(run: Run, world: Path) -> None:
    """Headings, the distance of the start, what changes, and the lines of the reward."""
    answer = run("explain", world)

    assert answer.code == 0
    aim = "a plan is for: to be paid the largest reward once, at the least cost"
    assert answer.out.startswith(f"task corridor, a world in Python\n{aim}\n\n")
    for words in (
        "The most that one step can pay is 5.\n",
        "It is paid\n",
        "  for doing 'ring' when x == 9\n",
        "  from the start: at least ",
        "What can change:\n  x  0..9\n",
        "What the reward says, with x before the step and x' after it:\n",
        "  5 for 'ring' if x' == 9 (line 14)\n",
        "No action ever changes limit, place.",
    ):
        assert words in answer.out


def test_what_was_not_understood_is_told(run: Run, tmp_path: Path) -> None:
    """With the place and the hint; the search would still work, so this is no error."""
    source = STRANGE.replace("FILE", "__file__").replace("min(9", "min(9999")
    file = written(tmp_path / "strange.py", source)
    answer, record = run("explain", file), run("explain", file, "--json").record

    assert answer.code == 0
    assert "Nothing was found out about when it is paid" in answer.out
    assert "strange.py:12" in answer.out
    assert (record["status"], record["condition"]) == ("exact", "unknown")
    assert record["r_max"] == 5  # its return statements say so
    (told,) = record["diagnostics"]
    assert (told["code"], told["line"]) == ("PY-CALL", 12)
    assert all(told[key] for key in ("file", "construct", "consequence", "hint"))


def test_only_the_largest_reward_can_be_explained(run: Run, world: Path) -> None:
    """`--value` chooses a row of a relational reward; Python has no rows."""
    refused = run("explain", world, "--value", -1)

    assert refused.code == 33
    assert "r_max, which is 5; leave --value out" in refused.err
    assert run("explain", world, "--value", 5).code == 0


def test_a_world_that_does_not_run_is_bad_input(run: Run, world: Path) -> None:
    """As for `plan`: exit code 31 and the place."""
    written(world, WORLD.replace("if x == 0 else", "if y == 0 else"))
    answer = run("explain", world)

    assert answer.code == 31
    assert "corridor.py:15" in answer.err
    assert "Traceback" not in answer.err


ENDS = """
ACTIONS = ["left", "right"]
START = 0
HORIZON = 9

def transition(s, a):
    return s - 1 if a == "left" else s + 1

def reward(s, a, s2):
    if s2 == -1:
        return -50
    return 10 if s2 == 6 else 0

def terminal(s, a, s2):
    return s2 == -1 or s2 == 6
"""


def test_what_pays_and_what_ends_is_told(run: Run, tmp_path: Path) -> None:
    """Each end with what it pays: only so the hole is told apart from the goal."""
    file = written(tmp_path / "ends.py", ENDS)
    answer, record = run("explain", file), run("explain", file, "--json").record

    for words in (
        "a plan is for: the largest score until the episode ends, then the least cost\n",
        "What a step pays is a sum:\n",
        "An episode ends:\n",
        "  over, paying -50 if s' == -1\n",
        "  over, paying 10 if s' == 6\n",
    ):
        assert words in answer.out
    assert {(end["status"], end["pays"]) for end in record["ends"]} == {
        ("over", "-50"),
        ("over", "10"),
    }
    weights = {(wish["weight"], wish["wanted"]) for wish in record["wishes"]}
    assert weights == {(50, False), (10, True)}
    assert record["bound"] >= 10
    bound = record["bound"]
    assert f"A whole episode pays at most {bound}.\n" in answer.out
