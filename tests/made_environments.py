"""Environments of every kind: what the tests of the bridge to Gymnasium play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import introplan as ip
from introplan.domains.catalogue import generate

EXAMPLES = Path(__file__).parents[1] / "examples"

TWO_LAMPS = """
(define (domain lamps)
  (:predicates (lit ?l) (wired ?l))
  (:action turn-on :parameters (?l) :precondition (and (wired ?l) (not (lit ?l))) :effect (lit ?l))
  (:action turn-off :parameters (?l) :precondition (lit ?l) :effect (not (lit ?l))))
"""

LAMPS = "(define (problem p) (:domain lamps) (:objects b a c) (:init (wired a) (wired b)) {})"

MADE: list[tuple[str, dict[str, Any]]] = [
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
