"""`python -m reliability.replaying`: what it costs that every plan is replayed by separate code.

Plans of all sizes are found and then replayed once more; both are counted in processor time. The
share is over all of it, so long plans count as much as they weigh.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import introplan as ip
from introplan.relational.domain import Task
from random_tasks import random_task
from reliability.records import keep

SIZES: tuple[tuple[str, dict[str, int]], ...] = (
    *(("blocks-world", {"blocks": n}) for n in (5, 20, 50, 100)),
    *(("drawers", {"drawers": 3, "items": n}) for n in (3, 10, 25)),
    *(("bins", {"bins": 3, "items": n}) for n in (3, 10, 25)),
)
RANDOM = 300


def tasks() -> Iterator[Task]:
    """Shipped ones of growing size, and random ones."""
    for name, size in SIZES:
        for seed in range(3):
            task = ip.sample(name, seed=seed, **size)
            assert isinstance(task, Task)
            yield task
    yield from map(random_task, range(RANDOM))


def main() -> int:
    """Plan and replay; fails if a plan was not checked, or checking costs more than planning."""
    started = time.monotonic()
    plans, unchecked, planning, replaying = 0, 0, 0.0, 0.0
    for task in tasks():
        result = ip.plan(task)
        if result.plan is not None:
            plans += 1
            unchecked += not result.verified
            begun = time.process_time()
            ip.verify(task, result.plan)
            replaying += time.process_time() - begun
            planning += result.cpu_seconds
    counts = {"plans": plans, "planning": round(planning, 3), "replaying": round(replaying, 3)}
    keep(4, counts, failures=unchecked, seconds=time.monotonic() - started)
    print(f"{plans} plans, {unchecked} unchecked, replay {replaying / planning:.0%} of planning")
    return 1 if unchecked or replaying > planning else 0


if __name__ == "__main__":
    sys.exit(main())
