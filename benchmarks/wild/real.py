"""Real worlds of others, judged: `python -m wild.real FOLDER [NAME ...]` in benchmarks.

FOLDER has the sources (`--fetch` says how to get them); none of them is part of this project.
Prints a Markdown table: was the world understood, is the plan as good as exhaustive search,
processor seconds of `ip.plan`, of reading and of a plain breadth-first search.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "benchmarks")]

from wild.adapters import courses, gyms  # noqa: E402, F401
from wild.adapters.registry import WORLDS  # noqa: E402
from wild.judging import in_child, judged, told  # noqa: E402
from wild.sources import SOURCES, Source  # noqa: E402
from wild.table import heading, row, summary  # noqa: E402


def main() -> None:
    """Judges the worlds that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=list(WORLDS))
    parser.add_argument("--one", action="store_true", help="in this process, as JSON")
    parser.add_argument("--fetch", action="store_true", help="print how to get the sources")
    chosen = parser.parse_args()
    os.environ["WILD_SOURCES"] = str(chosen.folder.resolve())
    os.environ.setdefault("INTROPLAN_CACHE", "")
    if chosen.fetch:
        print("\n".join(_to_get(source, chosen.folder) for source in SOURCES))
        return
    if chosen.one:
        print(told(judged(chosen.names[0], WORLDS[chosen.names[0]].make)))
        return
    print(heading())
    verdicts = []
    for name in chosen.names:
        command = [__file__, "--one", str(chosen.folder), name]
        verdicts.append(in_child(command, name))
        print(row(verdicts[-1]), flush=True)
    print(f"\n{summary(verdicts)}")


def _to_get(source: Source, folder: Path) -> str:
    """The command that brings a source into the folder."""
    if "/" not in source.name:
        return f"pip install --no-deps --target {folder}/site {source.name}=={source.version}"
    into = f"{folder}/{source.name.replace('/', '+')}"
    url = f"https://github.com/{source.name}"
    return f"git clone {url} {into} && git -C {into} checkout {source.version}"


if __name__ == "__main__":
    main()
