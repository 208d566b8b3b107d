"""Figures in matplotlib: lines, gaps, crosses and styles."""

from __future__ import annotations

import pytest

from experiments.made_up import DISTANCES, data_of, on_grid, record
from experiments.test_figures import everything
from introplan.experiments.claims.relational_claims import STUDIES
from introplan.experiments.figures import all_figures, appendix_f, figure_2
from introplan.experiments.plotting import (
    POLICY_STYLES,
    STYLES,
    SWEEP,
    figure_files,
    matplotlib_figure,
    styles_for,
)

pytest.importorskip("matplotlib")


def test_a_mean_of_0_breaks_a_line_on_a_log_axis() -> None:
    """Otherwise the line would lead over the gap as if there were something."""
    scores = {d: 0.0 if d == 8 else 1.0 for d in DISTANCES}
    data = data_of(on_grid("random[5]", score=scores))
    appendix = next(f for f in all_figures(data) if f.name == "appendix-a")
    line = matplotlib_figure(appendix).axes[1].get_lines()[0]
    at_8 = list(line.get_xdata()).index(8)

    assert line.get_ydata()[at_8] != line.get_ydata()[at_8]  # not a number


def test_sizes_that_were_cut_short_are_crosses() -> None:
    """A lower bound is no point of the line."""
    records = [
        record("blocks-world", {"blocks": n}, "greedy", status=status, nodes=n)
        for n, status in ((2, "success"), (3, "success"), (4, "out-of-nodes"))
    ]
    axes = matplotlib_figure(appendix_f(data_of(records), STUDIES[0])).axes[3]
    crosses = axes.collections[-1].get_offsets().tolist()

    assert list(axes.get_lines()[0].get_xdata()) == [2, 3]
    assert crosses == [[4, 4]]


def test_planners_differ_in_more_than_colour() -> None:
    """Marker and dashes tell them apart in print and for colour-blind readers."""
    for styles in (list(STYLES.values()), list(POLICY_STYLES.values()), list(SWEEP)):
        assert len({style.colour for style in styles}) == len(styles)
        assert len({style.marker for style in styles}) == len(styles)
    for figure in all_figures(everything()):
        held = styles_for(figure)
        for panel in figure.panels:
            shown = [held[line.planner] for line in panel.lines]
            assert len(set(map(repr, shown))) == len(shown)


def test_files_are_the_same_every_time() -> None:
    """PNG and SVG, without a date."""
    figure = figure_2(data_of(on_grid("introspector", score=1.0)))
    first, second = figure_files(figure), figure_files(figure)

    assert sorted(first) == ["figure-2.png", "figure-2.svg"]
    assert first == second
    assert first["figure-2.png"].startswith(b"\x89PNG")
