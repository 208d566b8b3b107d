"""Scores of worlds people know: `python benchmarks/known_worlds.py [--large] [NAME ...]`.

Prints a Markdown table of the worlds of tests/worlds, in Python and in PDDL: reachable states, the
best score by value iteration, the score of default mode and how far that is from the worst to the
best in percent, the bound of default mode, what the proof says, and the times of both in
milliseconds of processor time. The worst is the worst of 100 random episodes. `--large`: worlds
of benchmarks/large_worlds.py, where the best score is the one that is proven.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import introplan as ip
from introplan.mdp import Status
from large_worlds import LARGE
from worlds.known_worlds import PDDL, PYTHON, known, pddl_task, python_task

EPISODES = 100
LIMITS = ip.Limits(seconds=60)
MAX_STEPS = 200
"""Of a random episode in a world that has no horizon; in these worlds most end long before."""


def random_score(task: Any, rng: random.Random) -> float:
    """The score of an episode of random actions; failures and what raises are drawn again."""
    state, score, weight = task.start, 0.0, 1.0
    for _ in range(task.horizon if task.horizon is not None else MAX_STEPS):
        outcomes = [outcome for _, outcome in task.successors(state)]
        allowed = [outcome for outcome in outcomes if outcome.status is not Status.FAILURE]
        if not allowed:
            break
        outcome = rng.choice(allowed)
        score += weight * outcome.reward
        weight *= task.discount
        state = outcome.state
        if outcome.status is not Status.CONTINUE:
            break
    return score


def worst_score(task: Any) -> float:
    """The worst of many random episodes."""
    rng = random.Random(1)
    return min(random_score(task, rng) for _ in range(EPISODES))


def timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    """An answer, and the milliseconds of processor time that it took."""
    began = time.process_time()
    answer = ask()
    return answer, 1000 * (time.process_time() - began)


def row(
    name: str, kind: str, make: Callable[[], Any], best: float | None
) -> tuple[str, float, float]:
    """A line of the table; how far default mode came; its share of the time of the proof."""
    task, other = make(), make()  # each is read anew, so that both times include the reading
    quick, quick_time = timed(lambda: ip.plan(task))
    proof, proof_time = timed(lambda: ip.plan(other, optimal=True, limits=LIMITS))
    states = "" if best is None else str(len(known(name).graph.edges))
    best = proof.score if best is None else best
    worst = min(worst_score(task), best)
    reached = 100.0 if best == worst else 100 * (quick.score - worst) / (best - worst)
    bound = "-" if quick.bound is None else f"{quick.bound:g}"
    proven = f"{proof.score:g}" if proof.proved_optimal else f"{proof.score:g}, not proven"
    cells = [
        name,
        kind,
        states,
        f"{worst:g}",
        f"{best:g}",
        f"{quick.score:g}",
        f"{reached:.0f} %",
        bound,
        proven,
        f"{quick_time:.0f}",
        f"{proof_time:.0f}",
    ]
    return f"| {' | '.join(cells)} |", reached, quick_time / max(proof_time, 1e-9)


def small() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """The worlds of tests/worlds: name, kind and how to make the task."""
    for name in PYTHON:
        yield name, "Python", partial(python_task, name)
    for name in PDDL:
        yield name, "PDDL", partial(pddl_task, name)


def large() -> Iterator[tuple[str, str, Callable[[], Any]]]:
    """Larger ones of the same kinds."""
    for (name, kind), make in LARGE.items():
        yield name, kind, make


def main() -> None:
    """Print the table, and the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these worlds")
    parser.add_argument("--large", action="store_true", help="the worlds of large_worlds.py")
    asked = parser.parse_args()
    names = asked.names
    heads = ["world", "kind", "states", "worst", "best", "default", "reached", "bound", "proven"]
    print(f"| {' | '.join([*heads, 'default ms', 'proof ms'])} |")
    print("| --- | --- |" + " ---: |" * (len(heads)))
    reached, shares = [], []
    ip.plan(ip.sample("grid", distance=3))  # what is loaded once is not counted
    for name, kind, make in large() if asked.large else small():
        if names and name not in names:
            continue
        best = None if asked.large else float(known(name).truth.best)
        try:
            line, percent, share = row(name, kind, make, best)
        except Exception as error:  # a table of all worlds is wanted, also where one fails
            print(f"| {name} | {kind} | {type(error).__name__}: {str(error)[:80]} |", flush=True)
            continue
        print(line, flush=True)
        reached.append(percent)
        shares.append(share)
    if reached:
        print(f"\n{len(reached)} worlds: default mode reaches {statistics.mean(reached):.1f} % of")
        print(
            f"the way on average, in {statistics.median(shares):.0%} of the proof's time (median)"
        )


if __name__ == "__main__":
    main()
