"""Records that no planner made: what claims and figures are tested with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from introplan.experiments.records import Record
from introplan.experiments.series import Measurements, measured
from introplan.experiments.suite import RunSpec

DISTANCES = (2, 4, 6, 8, 10, 15, 20, 30, 50, 100)


def record(
    domain: str,
    size: dict[str, int],
    planner: str,
    *,
    seed: int = 0,
    status: str = "horizon",
    score: float | None = None,
    nodes: float = 1,
    seconds: float = 1.0,
    shared: bool = False,
) -> Record:
    """A record with these numbers."""
    result: dict[str, Any] = {
        "expanded": nodes,
        "normalized_score": score,
        "score": score or 0.0,
        "engine": "python",
    }
    return Record(
        RunSpec(domain, tuple(size.items()), planner, seed),
        status,
        "",
        result,
        {"valid": status == "success", "score": 0.0, "status": status, "reason": ""},
        {"seconds": seconds, "cpu_seconds": seconds, "shared_core": shared},
        {"python": "3", "introplan": "0", "engine": "python"},
        {"processor": "abacus", "cores": 1, "system": "none"},
    )


def on_grid(
    planner: str,
    *,
    score: float | dict[int, float] = 1.0,
    power: float = 1.0,
    distances: Iterable[int] = DISTANCES,
) -> list[Record]:
    """A planner on the grid whose nodes and time are d ** power."""
    return [
        record(
            "grid",
            {"distance": d},
            planner,
            seed=seed,
            score=score if isinstance(score, float) else score[d],
            nodes=d**power,
            seconds=d**power / 1000,
        )
        for d in distances
        for seed in range(2)
    ]


def data_of(*records: list[Record]) -> Measurements:
    """All of these, measured."""
    return measured(r for some in records for r in some)
