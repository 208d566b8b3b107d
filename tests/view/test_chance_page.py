"""The page about a policy: one file, a strict policy that fits it, names that stay names."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import introplan as ip
from introplan.view.chance_page import chance_page
from view.test_page import HOSTILE, Reader

CHANCE = Path(__file__).parents[2] / "examples" / "chance"


def hash_of(content: str) -> str:
    """The hash of a script or a style, as a policy has it."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def test_the_page_says_what_is_to_be_expected() -> None:
    """Value, proof, rewards in words, the policy as a picture."""
    task = ip.read(CHANCE / "tireworld.pddl", CHANCE / "tireworld-1.pddl")
    page = chance_page(task, ip.policy(task))
    assert "<strong>value 1</strong> <span>proved optimal, verified</span>" in page
    assert "<li>1 when (vehicle-at l-1-3)</li>" in page
    assert 'data-key="state 1"' in page
    assert "{{" not in page


def test_nothing_but_its_own_script_and_style_may_run() -> None:
    """By their hashes; nothing is loaded."""
    task = ip.read_program(CHANCE / "windy.py")
    reader = Reader(chance_page(task, ip.policy(task)))
    data, script = reader.raw["script"]
    assert hash_of(script) in reader.policy
    assert hash_of(reader.raw["style"][0]) in reader.policy
    assert "default-src 'none'" in reader.policy
    assert json.loads(data)["kind"] == "whole"
    assert not any({"src", "href"} & attributes.keys() for _, attributes in reader.elements)


def test_names_stay_names() -> None:
    """An action that looks like markup is text."""

    def outcomes(s: int, a: str) -> list[tuple[float, int, float, bool]]:
        return [(0.5, s, 0, False), (0.5, 1, 1, True)]

    task = ip.program(actions=[HOSTILE], outcomes=outcomes, name=HOSTILE).task(0)
    page = chance_page(task, ip.policy(task))
    assert HOSTILE not in page
    assert len(Reader(page).raw["script"]) == 2
