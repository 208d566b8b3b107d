"""Tables in Markdown: ratios against the fastest peer that solves an instance.

Times are processor times with the planner's own start-up (the median of its runs on a trivial
task) taken off. What is left below FLOOR is noise and counts as FLOOR, on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from peers.instances import TRIVIAL
from peers.planners import OURS
from peers.records import SKIPPED, SOLVED, Record

FLOOR = 0.01
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Results:
    """The records of one benchmark."""

    records: tuple[Record, ...]

    def startup(self, planner: str) -> float:
        """Seconds that the planner needs for next to nothing."""
        return median([r.cpu for r in self.of(TRIVIAL.name, planner) if r.cpu is not None] or [0])

    def of(self, instance: str, planner: str) -> list[Record]:
        """The runs of a planner on an instance."""
        return [r for r in self.records if (r.instance, r.planner) == (instance, planner)]

    def one(self, instance: str, planner: str) -> Record | None:
        """The run of median time; one that did not end well if there is any."""
        runs = sorted(self.of(instance, planner), key=lambda r: (r.status == SOLVED, r.cpu or 0.0))
        if runs and runs[0].status == SOLVED:
            return runs[len(runs) // 2]
        return runs[0] if runs else None

    def net(self, record: Record) -> float:
        """Processor time without start-up."""
        return max(FLOOR, (record.cpu or 0.0) - self.startup(record.planner))

    @property
    def instances(self) -> list[str]:
        """Names in the order in which they were run, without the trivial one."""
        return [i for i in dict.fromkeys(r.instance for r in self.records) if i != TRIVIAL.name]

    @property
    def planners(self) -> list[str]:
        """Names in the order in which they were run."""
        return list(dict.fromkeys(r.planner for r in self.records))

    def solved(self, instance: str) -> list[Record]:
        """The peers' runs that solved the instance, fastest first."""
        runs = [self.one(instance, p) for p in self.planners if p != OURS.name]
        return sorted((r for r in runs if r and r.status == SOLVED), key=self.net)


def report(records: Sequence[Record]) -> str:
    """Both tables."""
    results = Results(tuple(records))
    return "\n".join([*summary(results), "", *details(results), "", *startups(results), ""])


def summary(results: Results) -> Iterator[str]:
    """One line per instance: how many times less, and how many times as long."""
    yield "| instance | fastest peer | its time ÷ introplan's | shortest plan of a peer |" + (
        " introplan's length ÷ that | peers that solve it |"
    )
    yield "|---|---|---|---|---|---|"
    for instance in results.instances:
        ours, peers = results.one(instance, OURS.name), results.solved(instance)
        yield row(instance, *_compared(results, ours, peers), str(len(peers)))


def _compared(results: Results, ours: Record | None, peers: list[Record]) -> Iterator[str]:
    """Fastest peer, time ratio, shortest plan, length ratio."""
    is_solved = ours is not None and ours.status == SOLVED
    if not peers or ours is None or not is_solved:
        yield from (peers[0].planner if peers else "none", _outcome(ours), NOTHING, NOTHING)
        return
    shortest = min(p.length or 0 for p in peers)
    yield peers[0].planner
    yield f"{ratio(results, peers[0], ours):.3g}"
    yield str(shortest)
    yield f"{(ours.length or 0) / shortest:.2f}" if shortest else NOTHING


def ratio(results: Results, peer: Record, ours: Record) -> float:
    """How many times as long the peer takes."""
    return results.net(peer) / results.net(ours)


def details(results: Results) -> Iterator[str]:
    """One line per run."""
    yield "| instance | planner | outcome | CPU s | CPU s ÷ introplan's | peak MB | steps |"
    yield "|---|---|---|---|---|---|---|"
    for instance in results.instances:
        ours = results.one(instance, OURS.name)
        for planner in results.planners:
            found = results.one(instance, planner)
            if found is not None:
                yield row(instance, *_detail(results, found, ours))


def _detail(results: Results, found: Record, ours: Record | None) -> Iterator[str]:
    """Planner, outcome, time, ratio, memory, length."""
    is_comparable = found.status == SOLVED and ours is not None and ours.status == SOLVED
    yield f"{found.planner} ({found.engine})" if found.engine else found.planner
    yield _outcome(found)
    yield NOTHING if found.cpu is None else f"{found.cpu:.2f}"
    yield f"{ratio(results, found, ours):.3g}" if is_comparable and ours is not None else NOTHING
    yield NOTHING if found.memory_mb is None else f"{found.memory_mb:.0f}"
    yield NOTHING if found.length is None else str(found.length)


def _outcome(found: Record | None) -> str:
    """The status, with its reason where that says more."""
    if found is None:
        return "not run"
    tells = found.status in (SKIPPED, "failed", "invalid") and found.reason
    return f"{found.status}: {found.reason}".replace("|", "/") if tells else found.status


def startups(results: Results) -> Iterator[str]:
    """What was taken off."""
    yield "| planner | start-up, CPU s |\n|---|---|"
    for planner in results.planners:
        yield row(planner, f"{results.startup(planner):.3f}")


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"
