"""The paper's grid: score, nodes and time of the baselines: `python benchmarks/baselines.py`.

Prints a Markdown table per planner over growing distances: the mean normalised score, expanded
nodes and processor time of an episode.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import introplan as ip
from introplan.domains.catalogue import normalized_score

PLANNERS = (
    "greedy",
    "beam[2*d*d]",
    "beam[50]",
    "beam[200]",
    "random[100]",
    "random[1000]",
    "mcts[100]",
    "mcts[1000]",
    "mcts-u[100]",
    "mcts-u[1000]",
)

DISTANCES = (2, 3, 5, 8, 10, 12, 15, 20)


def episode(planner: str, distance: int, seed: int) -> tuple[float, int, float]:
    """Normalised score, expanded nodes and processor time of one episode."""
    task = ip.sample("grid", distance=distance, seed=seed)
    started = time.process_time()
    result = ip.plan(task, planner, seed=seed)
    spent = time.process_time() - started
    return normalized_score("grid", task, result.score), result.expanded, spent


def rows(planner: str, episodes: int) -> Iterator[str]:
    """The lines about one planner."""
    yield f"\n### {planner}\n\n| d | score | expanded | CPU ms |\n|---|---|---|---|"
    for distance in DISTANCES:
        runs = [episode(planner, distance, seed) for seed in range(episodes)]
        score, nodes, seconds = (sum(column) / episodes for column in zip(*runs, strict=True))
        yield f"| {distance} | {score:.2f} | {nodes:.0f} | {1000 * seconds:.1f} |"


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=100, help="for each distance")
    arguments = parser.parse_args()
    for planner in PLANNERS:
        for line in rows(planner, arguments.episodes):
            print(line, flush=True)


if __name__ == "__main__":
    main()
