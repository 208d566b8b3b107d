"""Worlds written at first try, judged: `python benchmarks/wild/first_try.py [NAME ...]`.

The worlds are in tests/worlds/first_try, written without knowing what the reader understands.
Prints a Markdown table: was the world read, is the plan as good as exhaustive search, processor
seconds of `ip.plan`, of reading and of a plain breadth-first search.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]

from wild.judging import in_child, judged, told  # noqa: E402
from wild.table import heading, row, summary  # noqa: E402

WORLDS = {path.stem: path for path in sorted((ROOT / "tests/worlds/first_try").glob("*.py"))}


def world(name: str) -> Any:
    """The module of a world."""
    spec = importlib.util.spec_from_file_location(f"first_try_{name}", WORLDS[name])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Judges the worlds that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(WORLDS))
    parser.add_argument("--one", action="store_true", help="in this process, as JSON")
    chosen = parser.parse_args()
    os.environ.setdefault("INTROPLAN_CACHE", "")
    if chosen.one:
        module = world(chosen.names[0])
        print(told(judged(chosen.names[0], module.make, getattr(module, "BEST", None))))
        return
    print(heading())
    verdicts = []
    for name in chosen.names:
        verdicts.append(in_child([__file__, "--one", name], name))
        print(row(verdicts[-1]), flush=True)
    print(f"\n{summary(verdicts)}")


if __name__ == "__main__":
    main()
