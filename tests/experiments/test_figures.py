"""Figures: what is drawn is what was recorded, and every figure of the paper is there."""

from __future__ import annotations

import pytest

from experiments.made_up import data_of, on_grid, record
from introplan.experiments.claims.relational_claims import STUDIES
from introplan.experiments.figures import Figure, all_figures, appendix_f, figure_2
from introplan.experiments.plotting import (
    matplotlib_figure,
)
from introplan.experiments.records import Record
from introplan.experiments.series import Measure, Measurements, paper_name
from introplan.experiments.statistics import mean_of

pytest.importorskip("matplotlib")


def everything() -> Measurements:
    """Records for each of the paper's figures."""
    planners = ["introspector", "greedy", "random[100]", "beam[100]", "mcts[100]", "mcts-u[100]"]
    swept = ["beam[10]", "beam[2*d*d]", "mcts[10]", "mcts-u[10]"]
    grid = [on_grid(p, score=1.0) for p in planners]
    more = [on_grid(p, score=0.5, distances=(2, 10, 20)) for p in swept]
    return data_of(*grid, *more, relational())


def relational() -> list[Record]:
    """Five studies, greedy in a part of the sizes only."""
    return [
        record(
            study.domain,
            {**dict(study.fixed), study.size: size},
            planner,
            seed=seed,
            status="success",
            nodes=size**2 + seed,
            seconds=size * (seed + 1) / 100,
        )
        for study in STUDIES
        for planner, end in (("introspector", 9), ("greedy", 5))
        for size in range(1, end)
        for seed in range(3)
    ]


def test_every_figure_of_the_paper_is_there() -> None:
    """With its panels: facts.md lists them."""
    panels = {figure.name: len(figure.panels) for figure in all_figures(everything())}

    assert panels == {
        "figure-2": 3,
        "figure-5": 8,
        "appendix-a": 8,
        "appendix-b": 6,
        "appendix-f-blocks-world": 6,
        "appendix-f-drawers-3": 6,
        "appendix-f-drawers-4": 6,
        "appendix-f-bins-2": 6,
        "appendix-f-bins-3": 6,
        "growth-grid": 2,
    }


def test_nothing_is_drawn_of_nothing() -> None:
    """No records, no figures; some records, some figures."""
    assert all_figures(data_of()) == []
    names = [figure.name for figure in all_figures(data_of(relational()))]
    assert names[0] == "figure-5"
    assert "figure-2" not in names


def test_the_lines_are_the_means_of_the_records() -> None:
    """What matplotlib was given, point by point, worked out from the records here."""
    records = relational()
    study = STUDIES[1]
    figure = appendix_f(data_of(records), study)
    canvas = matplotlib_figure(figure)
    time = canvas.axes[0]
    drawn = {line.get_label(): line for line in time.get_lines()}

    for planner in ("introspector", "greedy"):
        line = drawn[paper_name(planner)]
        expected = [
            mean_of(
                [
                    r.measured["cpu_seconds"]
                    for r in records
                    if r.spec.planner == planner
                    and r.spec.parameters == (("drawers", 3), ("items", size))
                ]
            ).value
            for size in line.get_xdata()
        ]
        assert list(line.get_ydata()) == pytest.approx(expected)
    assert list(drawn["INTROSPECTOR"].get_xdata()) == list(range(1, 9))
    assert time.get_ylabel() == Measure.TIME.value


def test_the_band_is_that_of_the_series() -> None:
    """Low and high of every size are among the corners of the band."""
    series = data_of(relational()).series(STUDIES[0], "introspector", Measure.TIME)
    canvas = matplotlib_figure(appendix_f(data_of(relational()), STUDIES[0]))
    corners = [
        tuple(corner)
        for band in canvas.axes[0].collections
        for corner in band.get_paths()[0].vertices.tolist()
    ]

    for point in series.points:
        assert (pytest.approx(point.size), pytest.approx(point.low)) in corners
        assert (pytest.approx(point.size), pytest.approx(point.high)) in corners


def test_axes_are_those_of_the_paper() -> None:
    """Linear, logarithmic, and zoomed in to what greedy reaches."""
    canvas = matplotlib_figure(appendix_f(everything(), STUDIES[0]))
    scales = [axes.get_yscale() for axes in canvas.axes]
    ends = [max(line.get_xdata().max() for line in axes.get_lines()) for axes in canvas.axes]

    assert scales == ["linear", "log", "log"] * 2
    assert ends == [8, 8, 4] * 2


def test_score_plots_end_at_20_and_use_one_k_per_family() -> None:
    """The formula K = 2d² belongs to appendix B."""
    score = figure_2(everything()).panels[0]

    assert [paper_name(line.planner) for line in score.lines] == [
        "INTROSPECTOR",
        "GREEDY",
        "RANDOM[100]",
        "BEAM[100]",
        "MCTS[100]",
        "MCTS-U[100]",
    ]
    assert max(point.size for line in score.lines for point in line.points) == 20


@pytest.mark.parametrize("figure", all_figures(everything()), ids=lambda f: f.name)
def test_no_legend_covers_data_and_nothing_is_cut_off(figure: Figure) -> None:
    """All legends are outside of all axes, and inside of the picture."""
    canvas = matplotlib_figure(figure)
    canvas.draw_without_rendering()
    legends = [*canvas.legends, *(a.get_legend() for a in canvas.axes if a.get_legend())]

    assert legends
    for legend in legends:
        box = legend.get_window_extent()
        assert not any(box.overlaps(axes.get_window_extent()) for axes in canvas.axes)
        assert box.x0 >= 0
        assert box.y0 >= 0
        assert box.x1 <= canvas.bbox.x1
        assert box.y1 <= canvas.bbox.y1
