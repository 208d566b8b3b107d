"""From records to series: means over the seeds, against the size of the task.

A *study* is a domain with all parameters fixed but the one that makes its tasks larger. Times are
processor times of the planner, so that they mean the same when others use the machine.
"""

from __future__ import annotations

import enum
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from introplan.experiments.records import Record
from introplan.experiments.statistics import Growth, growth, mean_of

SIZES = {
    "grid": "distance",
    "blocks-world": "blocks",
    "drawers": "items",
    "bins": "items",
    "maze": "width",
}
"""The parameter that makes a task of a domain larger or smaller."""

AXES = {
    "distance": "distance d to the origin",
    "blocks": "number of blocks",
    "items": "number of items",
    "width": "width of the maze",
}

SYMBOLS = {"distance": "d"}

FAMILIES = (
    *("introspector", "policy", "uct", "greedy", "random"),
    *("beam", "mcts", "mcts-u", "value-iteration"),
)

POWERS = {"2": "²", "3": "³"}

MIN_SECONDS = 1e-6
"""Shorter times are below what a clock can tell; on a log axis there has to be something."""


class Measure(enum.Enum):
    """What is measured of a run, as it stands at an axis."""

    SCORE = "normalised score"
    NODES = "nodes expanded"
    TIME = "planning time [s]"


@dataclass(frozen=True, slots=True, order=True)
class Study:
    """A domain and what stays the same."""

    domain: str
    fixed: tuple[tuple[str, int], ...] = ()

    @property
    def size(self) -> str:
        """The parameter that grows."""
        return SIZES[self.domain]

    @property
    def symbol(self) -> str:
        """The short form of that parameter."""
        return SYMBOLS.get(self.size, self.size)

    @property
    def axis(self) -> str:
        """What to write at the axis of sizes."""
        return AXES[self.size]

    @property
    def title(self) -> str:
        """The study in words: `drawers, n = 3`."""
        if self.domain in ("drawers", "bins"):
            return f"{self.domain}, n = {dict(self.fixed).get(self.domain, '?')}"
        values = [f"{name} {value}" for name, value in self.fixed]
        return ", ".join([self.domain, *values])

    @property
    def name(self) -> str:
        """The study as part of a file name: `drawers-3`."""
        return "-".join([self.domain, *(str(value) for _, value in self.fixed)])


@dataclass(frozen=True, slots=True)
class Point:
    """The mean over the episodes of one size, and its band.

    If a limit or an accident cut one of them short, it is no mean but a lower bound.
    """

    size: int
    mean: float
    low: float
    high: float
    episodes: int
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """A planner's points, by size."""

    planner: str
    points: tuple[Point, ...]

    @property
    def whole(self) -> tuple[Point, ...]:
        """The points that are means."""
        return tuple(point for point in self.points if not point.is_cut)

    def up_to(self, size: float) -> Series:
        """The part with sizes up to this one."""
        return Series(self.planner, tuple(p for p in self.points if p.size <= size))

    def growth(self) -> Growth | None:
        """How the means grow."""
        return growth([p.size for p in self.whole], [p.mean for p in self.whole])


@dataclass(frozen=True, slots=True)
class Measurements:
    """Records in order: by study, by planner, by size."""

    cells: Mapping[tuple[Study, str], Mapping[int, list[Record]]]
    records: tuple[Record, ...] = field(repr=False)

    def studies(self) -> list[Study]:
        """What there are records of."""
        return sorted({study for study, _ in self.cells})

    def planners(self, study: Study) -> list[str]:
        """The planners of a study, in the paper's order."""
        return in_order([planner for found, planner in self.cells if found == study])

    def runs(self, study: Study, planner: str) -> Mapping[int, list[Record]]:
        """The records of a planner in a study, by size."""
        return self.cells.get((study, planner), {})

    def series(self, study: Study, planner: str, measure: Measure) -> Series:
        """The means of a planner in a study."""
        points = [_point(size, runs, measure) for size, runs in self.runs(study, planner).items()]
        return Series(planner, tuple(sorted((p for p in points if p), key=lambda p: p.size)))


def measured(records: Iterable[Record]) -> Measurements:
    """Sort records into studies; those without a size are left out, and those of policies."""
    kept = tuple(records)
    cells: dict[tuple[Study, str], dict[int, list[Record]]] = {}
    for record in kept:
        spec = record.spec
        size = dict(spec.parameters).get(SIZES.get(spec.domain, ""))
        if size is not None and not spec.files and not spec.episodes:
            fixed = tuple((n, v) for n, v in spec.parameters if n != SIZES[spec.domain])
            cell = cells.setdefault((Study(spec.domain, fixed), spec.planner), {})
            _keep(cell.setdefault(size, []), record)
    return Measurements(cells, kept)


def _keep(runs: list[Record], record: Record) -> None:
    """Of runs that differ in their limits only, the one with an answer counts."""
    same = next((n for n, r in enumerate(runs) if r.spec.seed == record.spec.seed), None)
    if same is None:
        runs.append(record)
    elif runs[same].was_cut_short:
        runs[same] = record


def value_of(record: Record, measure: Measure) -> float | None:
    """What a run contributes to a mean."""
    if record.result is None:
        return record.measured["seconds"] if measure is Measure.TIME else None
    match measure:
        case Measure.SCORE:
            scaled = record.result["normalized_score"]
            return None if scaled is None else float(scaled)
        case Measure.NODES:
            return float(record.result["expanded"])
        case Measure.TIME:
            return max(MIN_SECONDS, float(record.measured["cpu_seconds"]))


def _point(size: int, runs: list[Record], measure: Measure) -> Point | None:
    values = [value for run in runs if (value := value_of(run, measure)) is not None]
    if not values:
        return None
    mean = mean_of(values)
    lowest, highest = (0.0, 1.0) if measure is Measure.SCORE else (0.0, math.inf)
    low, high = max(lowest, mean.low), min(highest, mean.high)
    is_cut = any(run.was_cut_short for run in runs)
    return Point(size, mean.value, low, high, len(values), is_cut)


def paper_name(planner: str) -> str:
    """A planner as the paper spells it.

    >>> [paper_name(p) for p in ("introspector", "mcts-u[100]", "beam[2*d*d]", "beam[d**2 / 2]")]
    ['INTROSPECTOR', 'MCTS-U[100]', 'BEAM[2d²]', 'BEAM[d² / 2]']
    """
    name, bracket, count = planner.partition("[")
    if not bracket:
        return name.upper()
    return f"{name.upper()}[{_formula(count.removesuffix(']'))}]"


def family(planner: str) -> str:
    """The planner without its K."""
    return planner.partition("[")[0]


def fixed_budget(planner: str) -> int | None:
    """Its K, if that is a plain number."""
    found = re.fullmatch(r".*\[(\d+)\]", planner)
    return None if found is None else int(found[1])


def in_order(planners: list[str]) -> list[str]:
    """Planners in the order of the paper, small K first, formulas last."""
    return sorted(planners, key=_place)


def _place(planner: str) -> tuple[int, float, str]:
    name = family(planner)
    rank = FAMILIES.index(name) if name in FAMILIES else len(FAMILIES)
    count = fixed_budget(planner)
    return rank, float("inf") if count is None else count, planner


def _formula(text: str) -> str:
    """Arithmetic as people write it."""
    text = re.sub(r"d \* d|d\*d", "d²", text)
    text = re.sub(r"d(?:\*\*|\^)([23])", lambda found: f"d{POWERS[found[1]]}", text)
    return re.sub(r"(\d)\s*\*\s*d", r"\1d", text)
