"""What is in each figure: panels of series, made from measurements; `plotting` draws them.

Figures that are drawings of states are not here: they are no measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from introplan.experiments.chance_results import PolicyStudy, policy_studies
from introplan.experiments.claims.grid_claims import GRID, SCORES_END_DISTANCE, figure_2_planners
from introplan.experiments.claims.relational_claims import STUDIES
from introplan.experiments.series import Measure, Measurements, Series, Study, family

PAIR = ("introspector", "greedy")
SWEPT = ("beam", "mcts", "mcts-u")


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[Series, ...]
    log_y: bool = False
    log_x: bool = False

    @property
    def has_data(self) -> bool:
        """Is there anything to see?"""
        return any(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in rows; all share one legend, or each row has its own."""

    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...]
    columns: int
    legend_per_row: bool = False

    @property
    def has_data(self) -> bool:
        """Is there anything to see?"""
        return any(panel.has_data for panel in self.panels)


@dataclass(frozen=True, slots=True)
class _View:
    """Some planners in a study: what panels of a figure have in common."""

    data: Measurements
    study: Study
    planners: Sequence[str]

    def panel(
        self,
        measure: Measure,
        title: str,
        *,
        end: int | None = None,
        log: bool = False,
        log_x: bool = False,
    ) -> Panel:
        """One measure of all of them, up to the size `end`."""
        lines = [self.data.series(self.study, planner, measure) for planner in self.planners]
        if end is not None:
            lines = [line.up_to(end) for line in lines]
        shown = tuple(line for line in lines if line.points)
        return Panel(title, self.study.axis, measure.value, shown, log, log_x)


def all_figures(data: Measurements) -> list[Figure]:
    """The paper's figures of measurements for which there are any, then our own."""
    figures = [
        figure_2(data),
        figure_5(data),
        appendix_a(data),
        appendix_b(data),
        *(appendix_f(data, study) for study in STUDIES),
        growth_figure(data),
        *(overview(data, study) for study in data.studies() if study not in (GRID, *STUDIES)),
        *map(policy_figure, policy_studies(data.records)),
    ]
    return [_without_gaps(figure) for figure in figures if figure.has_data]


def _without_gaps(figure: Figure) -> Figure:
    """The figure without axes on which nothing would be."""
    return replace(figure, panels=tuple(panel for panel in figure.panels if panel.has_data))


def figure_2(data: Measurements) -> Figure:
    """Score, nodes and time of all planners on the grid."""
    view, end = _View(data, GRID, figure_2_planners(data)), _greedy_end(data, GRID)
    panels = (
        view.panel(Measure.SCORE, "(a) score", end=SCORES_END_DISTANCE),
        view.panel(Measure.NODES, "(b) nodes expanded", end=end),
        view.panel(Measure.TIME, "(c) time", end=end),
    )
    caption = "Planning in the grid search domain: all planners against the distance d."
    return Figure("figure-2", "Figure 2: grid", caption, panels, 3)


def figure_5(data: Measurements) -> Figure:
    """Relational domains, introspector against greedy."""
    blocks, *others = STUDIES
    view, end = _View(data, blocks, PAIR), _greedy_end(data, blocks)
    panels = [
        view.panel(Measure.TIME, "(a) blocks-world"),
        view.panel(Measure.TIME, "(b) blocks-world (log-y)", log=True),
        view.panel(Measure.TIME, "(c) blocks-world, zoomed in (log-y)", log=True, end=end),
        view.panel(Measure.NODES, "(d) blocks-world, nodes (log-y)", log=True),
    ]
    panels += [
        _View(data, study, PAIR).panel(Measure.TIME, f"({letter}) {study.title} (log-y)", log=True)
        for letter, study in zip("efgh", others, strict=True)
    ]
    caption = "Planning in relational domains: INTROSPECTOR against exhaustive GREEDY search."
    return Figure("figure-5", "Figure 5: relational domains", caption, tuple(panels), 2)


def appendix_a(data: Measurements) -> Figure:
    """The grid once more, linear and logarithmic; introspector against random alone."""
    planners, end = figure_2_planners(data), _greedy_end(data, GRID)
    rows = (
        (Measure.SCORE, "score", SCORES_END_DISTANCE),
        (Measure.NODES, "nodes expanded", end),
        (Measure.TIME, "time", end),
    )
    panels = [
        _View(data, GRID, planners).panel(measure, title + " (log-y)" * log, log=log, end=limit)
        for measure, title, limit in rows
        for log in (False, True)
    ]
    pair = [p for p in planners if family(p) in ("introspector", "random")]
    far = max((size for p in pair[1:] or pair for size in data.runs(GRID, p)), default=0)
    alone = _View(data, GRID, pair)
    panels += [
        alone.panel(Measure.TIME, "time (INTROSPECTOR and RANDOM)", end=far),
        alone.panel(Measure.NODES, "nodes (INTROSPECTOR and RANDOM)", end=far),
    ]
    caption = "Full results on the grid. A mean score of 0 has no place on a logarithmic axis."
    return Figure("appendix-a", "Appendix A: grid", caption, tuple(panels), 2)


def appendix_b(data: Measurements) -> Figure:
    """Growing budgets: score and time of beam, MCTS and MCTS-U."""
    panels = []
    for name in SWEPT:
        planners = [p for p in data.planners(GRID) if family(p) == name]
        end = max((d for p in _swept(data, planners) for d in data.runs(GRID, p)), default=0)
        view, title = _View(data, GRID, planners), f"{name.upper()}[K]"
        panels += [
            view.panel(Measure.SCORE, f"{title} score", end=end),
            view.panel(Measure.TIME, f"{title} time", end=end),
        ]
    caption = "Baselines with growing budgets K on the grid."
    title = "Appendix B: budgets K on the grid"
    return Figure("appendix-b", title, caption, tuple(panels), 2, legend_per_row=True)


def appendix_f(data: Measurements, study: Study) -> Figure:
    """A relational domain: time and nodes; linear, logarithmic, zoomed in."""
    end = _greedy_end(data, study)
    panels = [
        _View(data, study, PAIR).panel(measure, f"{title}{how}", log=log, end=limit)
        for measure, title in ((Measure.TIME, "time"), (Measure.NODES, "nodes expanded"))
        for how, log, limit in (
            (" (linear)", False, None),
            (" (log-y)", True, None),
            (", zoomed in (log-y)", True, end),
        )
    ]
    caption = f"Planning in {study.title}: planning time above, nodes expanded below."
    title = f"Appendix F: {study.title}"
    return Figure(f"appendix-f-{study.name}", title, caption, tuple(panels), 3)


def growth_figure(data: Measurements) -> Figure:
    """Log-log axes, where a slope is a power: not in the paper."""
    view = _View(data, GRID, figure_2_planners(data))
    panels = (
        view.panel(Measure.NODES, "nodes expanded", log=True, log_x=True),
        view.panel(Measure.TIME, "time", log=True, log_x=True),
    )
    caption = "The grid in log-log axes, as far as each planner was sent: a slope is a power of d."
    return Figure("growth-grid", "Growth on the grid (log-log)", caption, panels, 2)


def overview(data: Measurements, study: Study) -> Figure:
    """Nodes and time in a study of one's own."""
    view = _View(data, study, data.planners(study))
    panels = (
        view.panel(Measure.NODES, "nodes expanded (log-y)", log=True),
        view.panel(Measure.TIME, "time (log-y)", log=True),
    )
    caption = f"All planners in {study.title}."
    return Figure(f"overview-{study.name}", study.title, caption, panels, 2)


def policy_figure(found: PolicyStudy) -> Figure:
    """Mean scores of policies against the size of a world with chance, below what is possible."""
    panel = Panel("mean score", found.study.axis, "score of an episode", found.lines)
    caption = (
        f"Policies in {found.title}: means over all tasks and episodes, by common seeds. "
        "No policy exceeds the bound."
    )
    return Figure(f"policies-{found.name}", f"Policies: {found.title}", caption, (panel,), 1)


def _greedy_end(data: Measurements, study: Study) -> int | None:
    """The largest size that greedy was sent to; who zooms in looks no further."""
    return max(data.runs(study, "greedy"), default=None)


def _swept(data: Measurements, planners: list[str]) -> list[str]:
    """The planners that are there for the sake of their K, not for figure 2."""
    return [p for p in planners if p not in figure_2_planners(data)] or planners
