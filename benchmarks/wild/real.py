"""Real worlds of others, judged: `python -m wild.real FOLDER [NAME ...]` in benchmarks.

FOLDER has the sources (`--fetch` says how to get them); none of them is part of this project.
Prints a Markdown table: was the world understood, is the plan as good as exhaustive search,
processor seconds of `ip.plan`, of reading and of a plain breadth-first search. With `--kept FILE`
verdicts are kept, a line of JSON each, and a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Beside this file is one that has the name of a package (minigrid).
BESIDE = Path(__file__).resolve().parent
sys.path[:] = [str(ROOT / "benchmarks"), *(p for p in sys.path if Path(p).resolve() != BESIDE)]

from wild.adapters import (  # noqa: E402, F401
    assignments,
    courses,
    envs,
    gyms,
    homework,
    learning,
    packages,
    parlour,
    puzzles,
    riddles,
    simulators,
    stories,
)
from wild.adapters.registry import WORLDS  # noqa: E402
from wild.judging import Verdict, in_child, judged, limit_processor, told  # noqa: E402
from wild.sources import SOURCES, Source  # noqa: E402
from wild.table import heading, row, summary  # noqa: E402


def main() -> None:
    """Judges the worlds that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(WORLDS))
    parser.add_argument("--one", action="store_true", help="in this process, as JSON")
    parser.add_argument("--fetch", action="store_true", help="print how to get the sources")
    parser.add_argument("--jobs", type=int, default=1, help="worlds judged at once")
    parser.add_argument("--kept", type=Path, help="a file of verdicts, to take and to add to")
    chosen = parser.parse_args()
    os.environ["WILD_SOURCES"] = str(chosen.folder.resolve())
    os.environ.setdefault("INTROPLAN_CACHE", "")
    if chosen.fetch:
        print("\n".join(_to_get(source, chosen.folder) for source in SOURCES))
        return
    if chosen.one:
        limit_processor()
        print(told(judged(chosen.names[0], WORLDS[chosen.names[0]].make)))
        return
    print(heading())
    verdicts = []
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for verdict in pool.map(partial(_verdict, chosen.folder, chosen.kept), chosen.names):
            verdicts.append(verdict)
            print(row(verdict), flush=True)
    print(f"\n{summary(verdicts)}\n\n{_credits(chosen.names)}")


def _verdict(folder: Path, kept: Path | None, name: str) -> Verdict:
    """What was kept of a world, the last of it; else what a process finds out."""
    if kept is not None and kept.exists():
        for line in reversed(kept.read_text().splitlines()):
            verdict = Verdict(**json.loads(line))
            if verdict.name == name:
                return verdict
    verdict = in_child([__file__, "--one", str(folder), name], name)
    if kept is not None:
        with kept.open("a") as file:
            file.write(f"{told(verdict)}\n")
    return verdict


def _credits(names: list[str]) -> str:
    """Where the worlds come from, with licences."""
    used = {WORLDS[name].source for name in names}
    rows = [f"| {s.name} | {s.version} | {s.licence} |" for s in SOURCES if s.name in used]
    return "\n".join(["| source | version | licence |", "| --- | --- | --- |", *rows])


def _to_get(source: Source, folder: Path) -> str:
    """The command that brings a source into the folder."""
    if "/" not in source.name:
        return f"pip install --no-deps --target {folder}/site {source.name}=={source.version}"
    into = f"{folder}/{source.name.replace('/', '+')}"
    url = f"https://github.com/{source.name}"
    return f"git clone {url} {into} && git -C {into} checkout {source.version}"


if __name__ == "__main__":
    main()
