"""Do 95 % intervals of simulated values contain the exact value in 95 of 100 worlds?

`make intervals` takes a thousand random worlds in which episodes differ in what they are paid,
lets the judge simulate the best policy of each, and writes the record for the page.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from fractions import Fraction

import introplan as ip
from introplan.errors import UsageError
from introplan.planners.chance.result import PolicyResult
from random_chance import RandomWorld, random_world
from reliability.records import keep

WORLDS, RUNS = 1_000, 200
"""Worlds whose policies are simulated, and the episodes of each."""

FIRST_SEED = 1_000_000


def policy_of(world: RandomWorld) -> PolicyResult | None:
    """What is found; None where it was refused because gains and losses are even."""
    try:
        return ip.policy(world.task())
    except UsageError:
        assert world.horizon is None
        assert world.discount == 1
        # Some policy gains and loses without end, and what it has can be any number.
        assert {None, math.inf} & {world.value_of(policy) for policy in world.policies()}
        return None


def truth(world: RandomWorld) -> Fraction | float:
    """The most that any policy can expect."""
    if world.horizon is not None:
        return world.best_within()
    found = [world.value_of(policy) for policy in world.policies()]
    return max(value for value in found if value is not None)


def same(value: float, other: Fraction | float) -> bool:
    """Are two numbers equal, but for rounding?"""
    return value == other or abs(value - float(other)) <= 1e-9 * max(1.0, abs(value))


def simulated(seed: int, count: int) -> Iterator[tuple[bool, int]]:
    """For so many worlds, whether the interval has the exact value; and the seed."""
    while count:
        seed += 1
        world = random_world(seed)
        if world.horizon is None and world.discount == 1:
            continue  # episodes that go on for nothing would all be cut
        result = policy_of(world)
        assert result is not None
        drawn = ip.evaluate(world.task(), result, runs=RUNS, seed=seed)
        low, high = drawn.interval
        if low == high:
            continue  # no two episodes differ
        count -= 1
        yield low <= float(truth(world)) <= high, seed


def main() -> int:
    """Count, write it down, and fail where too few or too many intervals are right."""
    parser = argparse.ArgumentParser(prog="python -m reliability.intervals", description=__doc__)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    chosen = parser.parse_args()
    began, right = time.monotonic(), 0
    for number, (hit, seed) in enumerate(simulated(FIRST_SEED, chosen.worlds), 1):
        right += hit
        if number % 100 == 0:
            print(f"{number:,} worlds, seed {seed:,}: {right / number:.1%}", flush=True)
    if chosen.worlds >= WORLDS:
        counts = {"simulated": chosen.worlds, "right": right}
        keep(22, counts, failures=0, seconds=time.monotonic() - began)
    return 0 if 0.93 <= right / chosen.worlds <= 0.97 else 1


if __name__ == "__main__":
    sys.exit(main())
