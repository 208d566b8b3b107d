"""Are optimal plans optimal? The same small tasks for Fast Downward's blind A*.

`make bench-optimal`: one line per task where the two differ in what the cheapest plan costs, or in
whether there is one, and how many were compared. Exit code 1 if any differs.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import introplan as ip
from introplan.interop.classical.export import printed
from introplan.interop.classical.milestone import ClassicalTask
from peers.optimality_cases import Case, cases
from peers.planners import Places, fast_downward
from peers.runs import Settings, fresh, watched
from random_tasks import random_task
from reliability.records import keep

NUMBER = 6
BLIND = fast_downward("FD blind", "--search", "astar(blind())")
UNSOLVABLE_CODES = (10, 11, 12)


def our_cost(case: Case) -> float | None:
    """What the cheapest plan costs by our proof; None if there is none by our proof."""
    result = ip.plan(case.ours, optimal=True)
    if result.status == "unsolvable":
        return None
    assert result.proved_optimal, f"{case.name} was not proven"
    return result.cost


def their_cost(case: Case, settings: Settings) -> float | None:
    """The same by blind search; its plan is replayed."""
    files = _written(case.theirs, settings.folder / "instances" / case.name.replace(" ", "-"))
    folder = settings.folder / "runs" / case.name.replace(" ", "-")
    fresh(folder, files)
    measured = watched(settings.places.command(BLIND), folder, settings)
    plan = folder / BLIND.plan
    if not plan.exists():
        assert measured["code"] in UNSOLVABLE_CODES, f"{case.name}: {measured}"
        return None
    text = plan.read_text("utf-8")
    assert ip.verify(case.theirs, ip.parse_plan(text, case.theirs)).valid, case.name
    (cost,) = re.findall(r"; cost = (\d+)", text)
    return float(cost)


def _written(task: ip.Task, folder: Path) -> dict[str, Path]:
    """The files that the peer reads."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: (folder / name).resolve() for name in ("domain.pddl", "problem.pddl")}
    for file, text in zip(files.values(), printed(ClassicalTask(task), []), strict=True):
        file.write_text(text, "utf-8")
    return files


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare all of them."""
    parser = argparse.ArgumentParser(prog="peers.optimality", description=__doc__)
    parser.add_argument("--environment", type=Path, default=Path(sys.prefix))
    parser.add_argument("--out", type=Path, default=Path("build/bench/optimality"))
    chosen = parser.parse_args(arguments)
    places = Places(chosen.environment.absolute())
    missing = places.missing(BLIND)
    if missing is not None:
        sys.exit(f"Fast Downward: {missing}; `make bench-optimal` installs it")
    settings = Settings(places, chosen.out, seconds=60.0, megabytes=2048.0)
    started, counts = time.monotonic(), {"tasks": 0, "priced": 0, "unsolvable": 0}
    different = 0
    for case in cases(random_task):
        ours, theirs = our_cost(case), their_cost(case, settings)
        counts["tasks"] += 1
        counts["priced"] += any(action.cost for action in case.ours.domain.actions)
        counts["unsolvable"] += ours is None
        if ours != theirs:
            different += 1
            print(f"{case.name}: ours {ours}, blind A* {theirs}", flush=True)
    print(f"{counts['tasks']} tasks compared, {different} differ")
    seconds = time.monotonic() - started
    keep(NUMBER, {**counts, "differences": different}, failures=different, seconds=seconds)
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
