"""Tables from measurements: scores, slopes, reach, and everything; as CSV and as Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from introplan.experiments.chance_results import compared
from introplan.experiments.claims.grid_claims import GRID
from introplan.experiments.records import Record
from introplan.experiments.series import Measure, Measurements, Point, Study, paper_name
from introplan.experiments.statistics import Mean

BUDGET_SECONDS = (0.01, 0.1, 1.0, 10.0)
"""In which to get as far as possible: a decade apart, from what feels immediate to a pause."""


NAMES = ("scores", "slopes", "reach", "summary", "policies")
"""Of all tables."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a head; `name` is that of its files."""

    name: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def as_csv(self) -> str:
        """For spreadsheets and scripts."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([self.head, *self.rows])
        return text.getvalue()

    def as_markdown(self) -> str:
        """For people."""
        rule = "|".join("---" for _ in self.head)
        lines = [_markdown_row(self.head), f"|{rule}|", *map(_markdown_row, self.rows)]
        return "\n".join(lines) + "\n"


def all_tables(data: Measurements) -> list[Table]:
    """The tables that have something in them."""
    tables = [
        *(score_table(data), slope_table(data), reach_table(data), summary_table(data)),
        policy_table(data.records),
    ]
    return [table for table in tables if table.rows]


def score_table(data: Measurements) -> Table:
    """Normalised scores on the grid: 0 is the worst episode possible, 1 the best."""
    planners = data.planners(GRID)
    columns = [
        {p.size: p.mean for p in data.series(GRID, planner, Measure.SCORE).points}
        for planner in planners
    ]
    sizes = sorted({size for column in columns for size in column})
    rows = [(str(d), *(f"{c[d]:.3f}" if d in c else "" for c in columns)) for d in sizes]
    head = ("d", *map(paper_name, planners))
    return Table("scores", "Mean normalised scores on the grid", head, tuple(rows))


def slope_table(data: Measurements) -> Table:
    """Powers and factors fitted to the means."""
    head = (
        *("study", "planner", "measure", "sizes"),
        *("log-log slope", "slope at the end", "factor per +1", "better fit"),
    )
    rows = [
        row
        for study in data.studies()
        for planner in data.planners(study)
        for measure in (Measure.NODES, Measure.TIME)
        if (row := _slope_row(data, study, planner, measure)) is not None
    ]
    title = "Growth: fitted powers (log-log slopes) and factors for each further unit of size"
    return Table("slopes", title, head, tuple(rows))


def _slope_row(
    data: Measurements, study: Study, planner: str, measure: Measure
) -> tuple[str, ...] | None:
    found = data.series(study, planner, measure).growth()
    if found is None:
        return None
    tail = "" if found.tail_slope is None else f"{found.tail_slope:.2f}"
    return (
        study.title,
        paper_name(planner),
        measure.name.lower(),
        f"{found.sizes[0]:.0f} to {found.sizes[-1]:.0f}",
        f"{found.slope:.2f}",
        tail,
        f"{found.factor:.3f}",
        found.law if measure is Measure.NODES else "",
    )


def reach_table(data: Measurements) -> Table:
    """The largest size that takes no longer than so many seconds."""
    rows = [
        (study.title, paper_name(planner), *(reach(points, seconds) for seconds in BUDGET_SECONDS))
        for study in data.studies()
        for planner in data.planners(study)
        if (points := data.series(study, planner, Measure.TIME).points)
    ]
    head = ("study", "planner", *(f"in {seconds:g} s" for seconds in BUDGET_SECONDS))
    title = "Reach: the largest size measured with a mean planning time within a budget"
    return Table("reach", title, head, tuple(rows))


def reach(points: Sequence[Point], seconds: float) -> str:
    """The largest size within the time; "≥" if nothing larger was tried, "-" if there is none."""
    within = [p.size for p in points if not p.is_cut and p.mean <= seconds]
    if not within:
        return "-"
    largest = max(within)
    return f"≥ {largest}" if largest == max(p.size for p in points) else str(largest)


def summary_table(data: Measurements) -> Table:
    """Every mean with its band."""
    head = ("study", "planner", "size", "episodes", "cut short", "shared a core")
    measures = [f"{m.name.lower()} {what}" for m in Measure for what in ("mean", "low", "high")]
    rows = [
        row
        for study in data.studies()
        for planner in data.planners(study)
        for row in _summary_rows(data, study, planner)
    ]
    title = "Means with 95 % confidence intervals"
    return Table("summary", title, (*head, *measures), tuple(rows))


def _summary_rows(data: Measurements, study: Study, planner: str) -> list[tuple[str, ...]]:
    by_size = {m: {p.size: p for p in data.series(study, planner, m).points} for m in Measure}
    rows = []
    for size, runs in sorted(data.runs(study, planner).items()):
        cut = sum(run.was_cut_short for run in runs)
        shared = sum(bool(run.measured.get("shared_core")) for run in runs)
        numbers = (text for m in Measure for text in _band(by_size[m].get(size)))
        counts = map(str, (size, len(runs), cut, shared))
        rows.append((study.title, paper_name(planner), *counts, *numbers))
    return rows


def policy_table(records: Sequence[Record]) -> Table:
    """Policies in worlds with chance: mean scores, what was promised, and bounds."""
    rows = tuple(
        (
            *(found.world, found.planner, str(found.tasks), str(found.episodes)),
            *(f"{end:.6g}" for end in (found.mean.value, found.mean.low, found.mean.high)),
            *("" if number is None else f"{number:.6g}" for number in (found.value, found.bound)),
            "" if found.behind is None else _with_margin(found.behind),
            f"{1000 * found.seconds_per_move:.3g}",
            found.remark,
        )
        for found in compared(records)
    )
    head = (
        *("world", "policy", "tasks", "episodes", "mean score", "low", "high"),
        *("expected", "bound", "behind the best", "ms per move", "remark"),
    )
    title = "Policies: mean scores with 95 % confidence intervals, by common seeds"
    return Table("policies", title, head, rows)


def _with_margin(mean: Mean) -> str:
    return f"{mean.value:.4g} ± {mean.high - mean.value:.2g}"


def _band(point: Point | None) -> tuple[str, str, str]:
    if point is None:
        return ("", "", "")
    return (f"{point.mean:.6g}", f"{point.low:.6g}", f"{point.high:.6g}")


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
