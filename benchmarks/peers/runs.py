"""From an instance to files, from files and a planner to a record."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import introplan as ip
from peers.classical import classical_task
from peers.handout import handout
from peers.instances import Instance
from peers.planners import Places, Planner
from peers.records import SKIPPED, SOLVED, Record

WATCH = Path(__file__).resolve().parent / "watch.py"
GRACE = 30.0


@dataclass(frozen=True, slots=True)
class Prepared:
    """An instance written twice: with its reward, and with the goal handed over.

    `classical` judges the plans.
    """

    instance: Instance
    classical: ip.Task
    folder: Path

    def pair(self, planner: Planner) -> dict[str, Path]:
        """The files that this planner reads."""
        kind = "reward" if planner.takes_reward else "goal"
        return {name: self.folder / f"{kind}-{name}" for name in ("domain.pddl", "problem.pddl")}


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the programs are, where the runs go, and what a run may use."""

    places: Places
    folder: Path
    seconds: float
    megabytes: float


def prepare(instance: Instance, folder: Path) -> Prepared:
    """Write the files of an instance."""
    own = folder / "instances" / instance.name
    own.mkdir(parents=True, exist_ok=True)
    task = instance.task()
    for kind, version in (("reward", task), ("goal", handout(task))):
        (own / f"{kind}-domain.pddl").write_text(ip.print_domain(version.domain), "utf-8")
        (own / f"{kind}-problem.pddl").write_text(ip.print_problem(version), "utf-8")
    return Prepared(instance, classical_task(task), own.resolve())


def run(planner: Planner, prepared: Prepared, settings: Settings, repeat: int = 0) -> Record:
    """One run: solved, not solved, or not even tried."""
    reason = settings.places.missing(planner)
    if reason is not None:
        return record(planner, prepared, settings, repeat, status=SKIPPED, reason=reason)
    folder = settings.folder / "runs" / planner.name.replace(" ", "-") / prepared.instance.name
    fresh(folder, prepared.pair(planner))
    measured = watched(settings.places.command(planner), folder, settings)
    outcome = judged(planner, prepared, folder, measured)
    costs = {name: measured[name] for name in ("cpu", "wall", "memory_mb")}
    return record(planner, prepared, settings, repeat, **outcome, **costs)


def record(
    planner: Planner, prepared: Prepared, settings: Settings, repeat: int, **found: Any
) -> Record:
    """The record of a run with what was found."""
    at = prepared.instance
    return Record(
        planner=planner.name,
        instance=at.name,
        series=at.series,
        size=at.size,
        limit=settings.seconds,
        repeat=repeat,
        **found,
    )


def fresh(folder: Path, files: dict[str, Path]) -> None:
    """An empty directory with links to the files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, file in files.items():
        (folder / name).symlink_to(file)


def watched(command: list[str], folder: Path, settings: Settings) -> dict[str, Any]:
    """What the command cost and how it ended; its output is kept in the folder."""
    report = folder / "measured.json"
    limits = (str(settings.seconds), str(settings.megabytes))
    watcher = [sys.executable, "-I", str(WATCH), *limits, report.name, *command]
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as err:
        subprocess.run(
            watcher,
            cwd=folder,
            stdout=out,
            stderr=err,
            check=True,
            timeout=settings.seconds + GRACE,
        )
    measured: dict[str, Any] = json.loads(report.read_text("utf-8"))
    return measured


def judged(
    planner: Planner, prepared: Prepared, folder: Path, measured: dict[str, Any]
) -> dict[str, Any]:
    """Status, reason, length and engine of a run that has ended."""
    if measured["broken"]:
        return {"status": measured["broken"]}
    plan = folder / planner.plan
    if not plan.exists():
        return without_plan(planner, folder, measured["code"])
    engine = engine_of(folder) if planner.takes_reward else None
    return {**checked(plan.read_text("utf-8"), prepared.classical), "engine": engine}


def without_plan(planner: Planner, folder: Path, code: int) -> dict[str, Any]:
    """Why there is no plan."""
    if code in planner.codes:
        return {"status": planner.codes[code], "reason": f"exit code {code}"}
    return {"status": "failed", "reason": f"exit code {code}: {last_words(folder)}"}


def checked(text: str, task: ip.Task) -> dict[str, Any]:
    """Does the plan reach the goal when it is replayed?"""
    try:
        plan = ip.parse_plan(text, task)
    except ip.IntroplanError as error:
        return {"status": "invalid", "reason": str(error).splitlines()[0]}
    verdict = ip.verify(task, plan)
    status = SOLVED if verdict.valid else "invalid"
    return {"status": status, "reason": verdict.reason, "length": len(plan)}


def engine_of(folder: Path) -> str:
    """The engine that introplan says it used."""
    return str(json.loads((folder / "stdout").read_text("utf-8"))["engine"])


def last_words(folder: Path) -> str:
    """The last line that the program printed, complaints first."""
    for name in ("stderr", "stdout"):
        lines = (folder / name).read_text("utf-8", "replace").split("\n")
        told = [line.strip() for line in lines if line.strip()]
        if told:
            return told[-1][:200]
    return "it said nothing"
