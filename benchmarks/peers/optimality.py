"""Are optimal plans optimal? The same small instances for Fast Downward's blind A*.

`make bench-optimal`, or `python -m peers.optimality`: one line per instance where the two differ,
and how many were compared. Exit code 1 if any differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import introplan as ip
from peers.instances import Instance, bins, blocks_world, drawers
from peers.planners import Places, fast_downward
from peers.runs import Settings, prepare, run

BLIND = fast_downward("FD blind", "--search", "astar(blind())")

SMALL = (
    *blocks_world(2, 3, 4, 5, 6),
    *drawers((1, 2), (2, 2), (2, 3), (3, 2), (3, 3)),
    *bins("small bins", (1, 2), (2, 2), (2, 3), (3, 3), (3, 4)),
)
SEEDS = range(1, 8)


def instances(seeds: Sequence[int] = SEEDS) -> Iterator[Instance]:
    """Every small instance with every seed."""
    for seed in seeds:
        for instance in SMALL:
            yield replace(instance, seed=seed)


def compared(instance: Instance, settings: Settings) -> tuple[int, int | None]:
    """The length of our optimal plan, and of the peer's."""
    prepared = prepare(instance, settings.folder)
    # A reward is paid for a step: where everything is in order from the start, it takes one more.
    is_done = prepared.classical.starts_at_goal
    ours = ip.plan(prepared.classical if is_done else instance.task(), optimal=True)
    assert ours.proved_optimal, f"{instance} was not proven"
    assert ours.plan is not None
    return len(ours.plan), run(BLIND, prepared, settings).length


def main(arguments: Sequence[str] | None = None) -> None:
    """Compare all of them."""
    parser = argparse.ArgumentParser(prog="peers.optimality", description=__doc__)
    parser.add_argument("--environment", type=Path, default=Path(".venv-bench"))
    parser.add_argument("--out", type=Path, default=Path("build/bench/optimality"))
    chosen = parser.parse_args(arguments)
    places = Places(chosen.environment.absolute())
    missing = places.missing(BLIND)
    if missing is not None:
        sys.exit(f"Fast Downward: {missing}; `make bench-optimal` installs it")
    settings = Settings(places, chosen.out, seconds=60.0, megabytes=2048.0)
    count, different = 0, 0
    for instance in instances():
        ours, theirs = compared(instance, settings)
        count += 1
        if ours != theirs:
            different += 1
            print(f"{instance.name} seed {instance.seed}: ours {ours}, blind A* {theirs}")
    print(f"{count} instances compared, {different} differ")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
