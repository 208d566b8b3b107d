"""Figures drawn with matplotlib.

Planners keep their colour, marker and dashes from figure to figure; the colours are those of Okabe
and Ito, which colour-blind readers tell apart. Legends stand beside the axes, never inside. A band
is the 95 % confidence interval of the mean; a cross is a size at which a limit cut runs short, and
so a lower bound.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from introplan.errors import UsageError
from introplan.experiments.figures import Figure, Panel
from introplan.experiments.outputs import MAKER, signed_svg
from introplan.experiments.series import Measure, Point, Series, family, in_order, paper_name

PANEL_INCHES = (4.4, 3.1)
"""Width and height of one panel: two side by side are as wide as a page of text."""

MIN_BAND_FRACTION = 0.1
"""On a log axis a band goes down to this share of the mean at most: one that reaches 0 or less has
no place there, and one decade shows that it is wide."""

FONT: Any = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "legend.fontsize": 10,
    "svg.hashsalt": "introplan",
    "axes.grid": True,
    "grid.alpha": 0.25,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How a planner is drawn."""

    colour: str
    marker: str
    dashes: Any
    width: float = 1.6


STYLES = {
    "introspector": LineStyle("#0072B2", "o", "solid", 2.4),
    "greedy": LineStyle("#D55E00", "s", (0, (5, 2))),
    "random": LineStyle("#000000", "x", (0, (1, 1.2))),
    "beam": LineStyle("#009E73", "^", (0, (6, 2, 1, 2))),
    "mcts": LineStyle("#CC79A7", "D", (0, (3, 1.5))),
    "mcts-u": LineStyle("#E69F00", "v", (0, (2, 1, 1, 1))),
    "value-iteration": LineStyle("#56B4E9", "P", (0, (8, 2))),
}

POLICY_STYLES = {
    "policy": LineStyle("#0072B2", "o", "solid", 2.4),
    "uct": LineStyle("#CC79A7", "D", (0, (3, 1.5))),
    "greedy": STYLES["greedy"],
    "random": STYLES["random"],
    "bound": LineStyle("#777777", "_", (0, (4, 1, 1, 1))),
}
"""What stands beside each other where there is chance; plans are in other figures."""

SWEEP = (
    LineStyle("#56B4E9", "o", "solid"),
    LineStyle("#E69F00", "s", (0, (5, 2))),
    LineStyle("#009E73", "^", (0, (6, 2, 1, 2))),
    LineStyle("#CC79A7", "D", (0, (3, 1.5))),
    LineStyle("#D55E00", "v", (0, (2, 1, 1, 1))),
    LineStyle("#000000", "P", (0, (1, 1.2))),
    LineStyle("#0072B2", "*", "solid", 2.4),
)


def check_matplotlib() -> None:
    """Complain where figures cannot be drawn."""
    try:
        import matplotlib  # noqa: F401 - only who draws needs it
    except ImportError:
        hint = "pip install 'introplan[plot]'"
        raise UsageError(f"figures need matplotlib, which is not installed: {hint}") from None


def names_of(figure: Figure) -> tuple[str, str]:
    """The names of the files of a figure."""
    return (f"{figure.name}.png", f"{figure.name}.svg")


def figure_files(figure: Figure) -> dict[str, bytes]:
    """The figure as PNG and as SVG: names of files, and what is in them."""
    import matplotlib as mpl

    with mpl.rc_context(FONT):
        drawn = matplotlib_figure(figure)
        drawn.draw_without_rendering()
        drawn.set_layout_engine("none")  # it has done its work, and takes long
        picture, vectors = io.BytesIO(), io.StringIO()
        drawn.savefig(picture, dpi=150, metadata={"Software": MAKER}, format="png")
        drawn.savefig(vectors, dpi=150, metadata={"Date": None}, format="svg")
    contents = (picture.getvalue(), signed_svg(vectors.getvalue()))
    return dict(zip(names_of(figure), contents, strict=True))


def matplotlib_figure(figure: Figure) -> Any:
    """The figure as matplotlib has it."""
    from matplotlib.figure import Figure as Canvas

    rows = -(-len(figure.panels) // figure.columns)
    width, height = PANEL_INCHES
    margin = 1.3 if figure.legend_per_row else 0.0
    canvas = Canvas(
        figsize=(width * figure.columns + margin, height * rows + 0.8), layout="constrained"
    )
    canvas.suptitle(figure.title, fontsize=13)
    styles = styles_for(figure)
    grid = canvas.subplots(rows, figure.columns, squeeze=False)
    for axes, panel in zip(grid.flat, figure.panels, strict=False):
        draw_panel(axes, panel, styles)
    for axes in list(grid.flat)[len(figure.panels) :]:
        axes.set_visible(False)
    canvas.align_ylabels()
    if figure.legend_per_row:
        _row_legends(grid)
    else:
        _common_legend(canvas, grid)
    return canvas


def styles_for(figure: Figure) -> dict[str, LineStyle]:
    """A line style for each planner: by its family, or by its K where one family has several."""
    planners = in_order(list({line.planner for p in figure.panels for line in p.lines}))
    styles: dict[str, LineStyle] = {}
    for planner in planners:
        kin = [p for p in planners if family(p) == family(planner)]
        usual = (STYLES | POLICY_STYLES).get(family(planner), SWEEP[-2])
        styles[planner] = usual if len(kin) == 1 else SWEEP[kin.index(planner) % len(SWEEP)]
        if len(kin) > 1 and "d" in planner.partition("[")[2]:
            styles[planner] = SWEEP[-1]
    return styles


def draw_panel(axes: Any, panel: Panel, styles: dict[str, LineStyle]) -> None:
    """One pair of axes with its lines, bands and labels."""
    axes.set_title(panel.title)
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    if panel.log_y:
        axes.set_yscale("log", nonpositive="mask")
    if panel.log_x:
        axes.set_xscale("log")
    # Introspector last: what is above the others is seen where they meet.
    for line in reversed(panel.lines):
        draw_line(axes, line, styles[line.planner], is_log=panel.log_y)
    if not panel.log_y:
        axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
    if panel.y_label == Measure.SCORE.value and not panel.log_y:
        axes.set_ylim(-0.04, 1.06)
    if not panel.log_x:
        axes.xaxis.get_major_locator().set_params(integer=True)


def draw_line(axes: Any, line: Series, style: LineStyle, *, is_log: bool) -> None:
    """A planner's means, their band, and crosses where runs were cut short."""
    sizes = [p.size for p in line.whole]
    drawn = [_drawn(p, is_log=is_log) for p in line.whole]
    lows, means, highs = ([values[i] for values in drawn] for i in range(3))
    axes.fill_between(sizes, lows, highs, color=style.colour, alpha=0.18, lw=0)
    axes.plot(
        sizes,
        means,
        color=style.colour,
        linestyle=style.dashes,
        linewidth=style.width,
        marker=style.marker,
        markersize=4.5,
        label=paper_name(line.planner),
        zorder=3 if family(line.planner) == "introspector" else 2,
    )
    cut = [p for p in line.points if p.is_cut and (p.mean > 0 or not is_log)]
    if cut:
        ends = ([p.size for p in cut], [p.mean for p in cut])
        axes.scatter(*ends, color=style.colour, marker="x", s=60, linewidths=2.2)


def _drawn(point: Point, *, is_log: bool) -> tuple[float, float, float]:
    """The band and the mean on these axes; a log axis has no place for 0, where a line breaks."""
    if not is_log:
        return point.low, point.mean, point.high
    if point.mean <= 0:
        return math.nan, math.nan, math.nan
    return max(point.low, MIN_BAND_FRACTION * point.mean), point.mean, point.high


def _common_legend(canvas: Any, grid: Any) -> None:
    """One legend for all panels, below them."""
    entries = _entries(list(grid.flat))
    canvas.legend(
        entries.values(),
        entries.keys(),
        loc="outside lower center",
        ncols=6 if grid.shape[1] > 2 else 3,
        frameon=False,
        handlelength=3.2,
    )


def _row_legends(grid: Any) -> None:
    """A legend at the end of each row."""
    for row in grid:
        entries = _entries(list(row))
        row[-1].legend(
            entries.values(),
            entries.keys(),
            loc="center left",
            bbox_to_anchor=(1.02, 0.5),
            frameon=False,
            handlelength=3.2,
        )


def _entries(panels: Sequence[Any]) -> dict[str, Any]:
    """What to explain, in the paper's order."""
    found: dict[str, Any] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        found.update(zip(labels, handles, strict=True))
    order = in_order([label.lower() for label in found])
    return {label: found[label] for label in sorted(found, key=lambda x: order.index(x.lower()))}
