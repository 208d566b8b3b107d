"""The kinds of hostile input: where each is put down, and the command that is given it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from reliability.corpus import Case

VALID = Path(__file__).parent.parent / "models" / "valid"
DOMAIN, PROBLEM = str(VALID / "blocks.domain.pddl"), str(VALID / "blocks.problem.pddl")

REST = {
    "START": "START = 0",
    "ACTIONS": "ACTIONS = [1, -1]",
    "transition": "def transition(s, a):\n    return max(0, min(9, s + a))",
    "reward": "def reward(s, a, t):\n    return float(t == 9)",
}
"""A world of ten places in a row; a case replaces some of it, unless it stands `alone`."""


def model(case: Case, folder: Path) -> list[str]:
    """A world in Python, to be planned in."""
    file = folder / "world.py"
    file.write_bytes(case.content if "alone" in case.words else _completed(case.content))
    return ["plan", str(file), *(word for word in case.words if word != "alone")]


def _completed(own: bytes) -> bytes:
    text = own.decode()
    missing = [t for name, t in REST.items() if not re.search(_definition(name), text, re.M)]
    return "\n".join([text.rstrip("\n"), *missing, ""]).encode()


def _definition(name: str) -> str:
    return rf"^(async )?(def |class )?{name}\b"


def plan_file(case: Case, folder: Path) -> list[str]:
    """A plan of a small task, to be validated."""
    file = folder / "x.plan"
    file.write_bytes(case.content)
    return ["validate", DOMAIN, PROBLEM, str(file), *case.words]


def domain_file(case: Case, folder: Path) -> list[str]:
    """A domain in PDDL, with a problem that has nothing in it."""
    file, problem = folder / "d.pddl", folder / "empty.pddl"
    file.write_bytes(case.content)
    problem.write_text("(define (problem p) (:domain d) (:init))", encoding="utf-8")
    return ["plan", str(file), str(problem), *case.words]


def problem_file(case: Case, folder: Path) -> list[str]:
    """A problem in PDDL, of a domain that is right."""
    file = folder / "p.pddl"
    file.write_bytes(case.content)
    return ["plan", DOMAIN, str(file), *case.words]


def command_line(case: Case, folder: Path) -> list[str]:
    """The words of a command; files are in a folder of their own."""
    (folder / "domain.pddl").write_bytes(Path(DOMAIN).read_bytes())
    (folder / "problem.pddl").write_bytes(Path(PROBLEM).read_bytes())
    (folder / "world.py").write_text("\n".join(REST.values()), encoding="utf-8")
    (folder / "x.plan").write_text("(move a b floor)\n", encoding="utf-8")
    return [word.replace("DIR/", f"{folder}/") for word in case.words]


def records(case: Case, folder: Path) -> list[str]:
    """The records of an experiment, of which tables are to be made.

    A case of the form `record`, then lines such as `spec.seed = "x"`, is a record that is right
    but for these values; any other is the file itself.
    """
    head, *changes = case.content.splitlines()[:1], *case.content.splitlines()[1:]
    content = _changed(changes) if head == [b"record"] else case.content
    (folder / "records.jsonl").write_bytes(content)
    return ["figures", str(folder), *case.words]


def _changed(changes: list[bytes]) -> bytes:
    """The record with other values at the places named, or without them where none is given."""
    record = json.loads(json.dumps(RECORD))
    for change in filter(None, changes):
        place, _, value = change.decode().partition(" = ")
        *path, last = place.split(".")
        table = record
        for name in path:
            table = table[name]
        table.pop(last, None)
        if value:
            table[last] = json.loads(value)
    return json.dumps(record).encode() + b"\n"


def suite(case: Case, folder: Path) -> list[str]:
    """A suite of experiments, to be run."""
    suffix = "json" if "json" in case.words else "toml"
    file = folder / f"s.{suffix}"
    file.write_bytes(case.content)
    return ["experiment", str(file), "--out", str(folder / "out")]


RECORD = {
    "key": "bins bins=2 items=2; introspector; seed 1; 5 s",
    "spec": {
        "domain": "bins",
        "parameters": {"bins": 2, "items": 2},
        "planner": "introspector",
        "seed": 1,
        "limits": {"seconds": 5.0, "nodes": None, "memory_mb": None},
        "files": [],
    },
    "status": "success",
    "reason": "",
    "result": {
        "length": 4,
        "digest": "22a61ad1c7bffc51",
        "cost": 4.0,
        "score": 2.0,
        "normalized_score": None,
        "expanded": 4,
        "generated": 4,
        "milestones": 2,
        "engine": "native",
        "verified": True,
    },
    "verdict": {"valid": True, "score": 2.0, "status": "success", "reason": ""},
    "measured": {"seconds": 0.01, "cpu_seconds": 0.01, "shared_core": False, "memory_mb": 25.8},
    "versions": {"introplan": "0.1.0", "python": "3.11.7", "engine": "native"},
    "machine": {"host": "vm", "system": "Linux", "processor": "p", "cores": 2, "memory_mb": 1},
}
"""What a run leaves behind."""

KINDS: Mapping[str, Callable[[Case, Path], list[str]]] = {
    "models": model,
    "plans": plan_file,
    "domains": domain_file,
    "problems": problem_file,
    "commands": command_line,
    "records": records,
    "suites": suite,
}
