"""Plots with log axes: what a run costs against the size, one panel per series of instances.

A line joins what a planner solved; a cross at the end of it says that it ran out of time or
memory there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from peers.instances import TRIVIAL
from peers.records import LIMITS, SOLVED, Record

COLOURS = (
    "#000000",
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#7F7F7F",
    "#882255",
)
"""Okabe and Ito's colours, told apart by colour-blind readers; for their yellow, too pale for
lines, a grey and a wine red. Markers differ as well."""

MARKERS = ("o", "s", "^", "D", "v", "P", "<", "*", ">")
COLUMNS = 2
APART = 1.02
"""Planners that meet the limit at one size have their crosses side by side."""

MEASURES = {"cpu": "CPU time [s], start-up included", "memory_mb": "peak memory [MB]"}


def draw_all(records: Sequence[Record], stem: Path) -> list[Path]:
    """One PNG per measure; their names begin with `stem`."""
    return [draw(records, m, stem.with_name(f"{stem.name}-{m}.png")) for m in MEASURES]


def draw(records: Sequence[Record], measure: str, file: Path) -> Path:
    """All series as panels of one picture, with one legend beside them."""
    # Only who draws needs matplotlib.
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = [r for r in records if r.instance != TRIVIAL.name and r.repeat == 0]
    series = list(dict.fromkeys(r.series for r in shown))
    styles = styles_of(shown)
    rows = -(-len(series) // COLUMNS)
    figure, grid = pyplot.subplots(
        rows, COLUMNS, figsize=(10, 3.6 * rows), squeeze=False, layout="constrained"
    )
    panels = list(grid.flat)
    for panel, name in zip(panels, series, strict=False):
        draw_panel(panel, [r for r in shown if r.series == name], measure, styles)
    for panel in panels[len(series) :]:
        panel.set_visible(False)
    figure.legend(handles=legend(styles), loc="outside right center", frameon=False)
    figure.savefig(file, dpi=150)
    pyplot.close(figure)
    return file


def styles_of(records: Sequence[Record]) -> dict[str, tuple[str, str]]:
    """A colour and a marker for each planner that was run, in every panel the same."""
    names = dict.fromkeys(r.planner for r in records if r.status in (SOLVED, *LIMITS))
    return dict(zip(names, zip(cycle(COLOURS), cycle(MARKERS), strict=False), strict=False))


def draw_panel(
    panel: Any, records: Sequence[Record], measure: str, styles: dict[str, tuple[str, str]]
) -> None:
    """One line per planner."""
    for rank, (planner, (colour, marker)) in enumerate(styles.items()):
        own = [r for r in records if r.planner == planner]
        line = points(own, measure, (SOLVED,))
        panel.plot(*line, color=colour, marker=marker, markersize=5, linewidth=1.4)
        xs, ys = points(own, measure, LIMITS)
        beside = [x * APART ** (rank - len(styles) / 2) for x in xs]
        panel.plot(beside, ys, color=colour, marker="x", linestyle="")
    sizes = sorted({r.size for r in records})
    panel.set(xscale="log", yscale="log", title=records[0].series, ylabel=MEASURES[measure])
    panel.set_xlabel("blocks" if records[0].series == "blocks-world" else "items")
    panel.set_xticks(sizes, labels=[str(size) for size in sizes])
    panel.set_xlim(sizes[0] / 1.5, sizes[-1] * 1.5)
    panel.set_xticks([], minor=True)
    panel.grid(visible=True, which="major", color="#DDDDDD", linewidth=0.6)


def points(
    records: Sequence[Record], measure: str, statuses: Sequence[str]
) -> tuple[list[int], list[float]]:
    """Sizes and values of the runs with one of these outcomes."""
    found = sorted(
        (r.size, float(value))
        for r in records
        if r.status in statuses and (value := getattr(r, measure)) is not None
    )
    return [size for size, _ in found], [value for _, value in found]


def legend(styles: dict[str, tuple[str, str]]) -> list[Any]:
    """A line for each planner, and what a cross means."""
    from matplotlib.lines import Line2D

    lines = [
        Line2D([], [], color=colour, marker=marker, markersize=5, label=planner)
        for planner, (colour, marker) in styles.items()
    ]
    cross = Line2D(
        [], [], color="#000000", marker="x", linestyle="", label="out of time or memory"
    )
    return [*lines, cross]
