"""The claims about the grid: figure 2, appendices A and B."""

from __future__ import annotations

import math

from introplan.experiments.claims.claim import Claim, decided
from introplan.experiments.series import (
    Measure,
    Measurements,
    Point,
    Series,
    Study,
    family,
    fixed_budget,
    paper_name,
)

GRID = Study("grid")
SCORE_ROUNDING = 1e-9
"""Scores closer than this are equal: means of floats are rounded."""

MIN_DISTANCES = 3
MIN_LARGEST_DISTANCE = 10
"""A claim about every distance takes some of them, one of them as far as this."""

FAR_DISTANCE = 100
"""Where it shows what grows, and what was only slow to begin with."""

MAX_SCORE_NEAR_ZERO = 0.1
"""A mean score up to here is close to 0."""

MAX_SCORE_HALVED = 0.5
"""A mean score up to here has lost at least half of what there is to win."""

MIN_SAME_TIME_RATIO = 0.9
"""A share of the time that is as good as the same."""

MAX_LINEAR_SLOPE = 1.2
"""A power up to here is linear growth, as far as times can tell."""

MIN_QUADRATIC_SLOPE = 1.8
"""A power from here on is quadratic growth: 2, less what constant terms take at small d."""

SCORES_END_DISTANCE = 20
"""The largest distance of figure 2 (a) of the paper."""

SQUARE_BEAM = "beam[2*d*d]"


def grid_claims(data: Measurements) -> list[Claim]:
    """All of them, in the paper's order."""
    return [
        _is_optimal(data, "introspector", "figure 2"),
        _is_optimal(data, "greedy", "figure 2"),
        _others_drop_to_zero(data),
        _is_linear(data),
        _is_not_linear(data),
        _expands_the_square(data),
        _is_faster_than_random(data),
        _is_optimal(data, SQUARE_BEAM, "appendix B"),
        _smaller_beams_fall_off(data),
        _falls_towards_zero(data, "mcts"),
        _falls_towards_zero(data, "mcts-u"),
        _puct_is_worse(data),
    ]


def figure_2_planners(data: Measurements) -> list[str]:
    """One planner of each family: of several K the one seen at most distances, then the least."""
    chosen: dict[str, str] = {}
    for planner in data.planners(GRID):
        name = family(planner)
        if "[" in planner and fixed_budget(planner) is None:
            continue
        known = chosen.get(name)
        if known is None or len(data.runs(GRID, planner)) > len(data.runs(GRID, known)):
            chosen[name] = planner
    return list(chosen.values())


def fixed_planners(data: Measurements, name: str) -> list[str]:
    """The planners of a family with a plain number for K, small K first."""
    found = data.planners(GRID)
    return [p for p in found if family(p) == name and fixed_budget(p) is not None]


def _is_optimal(data: Measurements, planner: str, figure: str) -> Claim:
    text = f"{paper_name(planner)} is optimal: a normalised score of 1 at every distance"
    points = _scores(data, planner).points
    if len(points) < MIN_DISTANCES or points[-1].size < MIN_LARGEST_DISTANCE:
        return decided(figure, text, holds=None, number=_seen(points))
    worst = min(points, key=lambda p: p.mean)
    at = "" if worst.mean >= 1 - SCORE_ROUNDING else f" (d = {worst.size})"
    number = f"lowest mean score {worst.mean:.3f}{at}; {_seen(points)}"
    return decided(figure, text, holds=worst.mean >= 1 - SCORE_ROUNDING, number=number)


def _others_drop_to_zero(data: Measurements) -> Claim:
    text = f"all planners but these two drop to 0 within d = {SCORES_END_DISTANCE}"
    others = [p for p in figure_2_planners(data) if family(p) not in ("introspector", "greedy")]
    ends = {
        paper_name(planner): points[-1].mean
        for planner in others
        if (points := _scores(data, planner).up_to(SCORES_END_DISTANCE).points)
        and points[-1].size == SCORES_END_DISTANCE
    }
    if not ends:
        return decided(
            "figure 2", text, holds=None, number=f"no scores at d = {SCORES_END_DISTANCE}"
        )
    number = f"at d = {SCORES_END_DISTANCE}: " + ", ".join(f"{n} {v:.3f}" for n, v in ends.items())
    return decided(
        "figure 2", text, holds=max(ends.values()) <= MAX_SCORE_NEAR_ZERO, number=number
    )


def _is_linear(data: Measurements) -> Claim:
    text = f"INTROSPECTOR's time grows linearly in d (log-log slope at most {MAX_LINEAR_SLOPE})"
    series = data.series(GRID, "introspector", Measure.TIME)
    return _slope_claim(series, text, most=MAX_LINEAR_SLOPE)


def _is_not_linear(data: Measurements) -> Claim:
    text = f"GREEDY's time grows faster than linearly (log-log slope above {MAX_LINEAR_SLOPE})"
    return _slope_claim(data.series(GRID, "greedy", Measure.TIME), text, least=MAX_LINEAR_SLOPE)


def _expands_the_square(data: Measurements) -> Claim:
    text = f"GREEDY expands Ω(d²) nodes (log-log slope at least {MIN_QUADRATIC_SLOPE})"
    return _slope_claim(
        data.series(GRID, "greedy", Measure.NODES), text, least=MIN_QUADRATIC_SLOPE
    )


def _slope_claim(
    series: Series, text: str, *, least: float = -math.inf, most: float = math.inf
) -> Claim:
    found = series.growth()
    slope = None if found is None else found.tail_slope
    if found is None or slope is None or found.sizes[-1] < MIN_LARGEST_DISTANCE:
        return decided("figure 2", text, holds=None, number=_seen(series.whole))
    number = (
        f"slope {slope:.2f} over the last decade, d up to {found.sizes[-1]:.0f} "
        f"({found.slope:.2f} over all d)"
    )
    return decided("figure 2", text, holds=least <= slope <= most, number=number)


def _is_faster_than_random(data: Measurements) -> Claim:
    text = "INTROSPECTOR runs faster than sampling random plans as the distance grows"
    sampler = next((p for p in figure_2_planners(data) if family(p) == "random"), "random")
    ours = {p.size: p.mean for p in data.series(GRID, "introspector", Measure.TIME).whole}
    theirs = {p.size: p.mean for p in data.series(GRID, sampler, Measure.TIME).whole}
    both = sorted(set(ours) & set(theirs))
    if not both or both[-1] < FAR_DISTANCE:
        return decided(
            "appendix A",
            text,
            holds=None,
            number=f"no distance of at least {FAR_DISTANCE} for both",
        )
    far = both[-1]
    ratio = theirs[far] / ours[far]
    number = f"{paper_name(sampler)} takes {ratio:.3g} times as long at d = {far}"
    first = next((d for d in both if all(theirs[x] > ours[x] for x in both if x >= d)), None)
    since = "" if first is None else f"; slower at every distance from d = {first} on"
    return decided("appendix A", text, holds=ratio > 1, number=number + since)


def _smaller_beams_fall_off(data: Measurements) -> Claim:
    text = "BEAM[K] with any fixed K below 2d² falls off at some distance"
    ends: list[str] = []
    holds = True
    for planner in fixed_planners(data, "beam"):
        points = _scores(data, planner).points
        if not points or (fixed_budget(planner) or 0) >= 2 * points[-1].size ** 2:
            continue
        first = next((p.size for p in points if p.mean < 1 - SCORE_ROUNDING), None)
        last = points[-1]
        since = "never" if first is None else f"from d = {first}"
        ends.append(f"{paper_name(planner)} {since}, {last.mean:.2f} at d = {last.size}")
        holds = holds and last.mean <= MAX_SCORE_HALVED
    if not ends:
        return decided("appendix B", text, holds=None, number="no fixed K below 2d²")
    return decided("appendix B", text, holds=holds, number="below 1: " + "; ".join(ends))


def _falls_towards_zero(data: Measurements, name: str) -> Claim:
    text = f"{name.upper()}[K] falls towards 0 whatever K is"
    ends: list[str] = []
    holds = True
    for planner in fixed_planners(data, name):
        points = _scores(data, planner).points
        if len(points) >= MIN_DISTANCES and points[-1].size >= MIN_LARGEST_DISTANCE:
            first, last = points[0], points[-1]
            ends.append(f"K = {fixed_budget(planner)}: {last.mean:.3f} at d = {last.size}")
            holds = holds and last.mean <= MAX_SCORE_NEAR_ZERO and last.mean < first.mean
    if not ends:
        return decided(
            "appendix B", text, holds=None, number="no K with scores at three distances up to 10"
        )
    return decided("appendix B", text, holds=holds, number="; ".join(ends))


def _puct_is_worse(data: Measurements) -> Claim:
    text = "MCTS-U[K] scores less than MCTS[K] does in the same time"
    found: list[str] = []
    holds = True
    for planner in fixed_planners(data, "mcts"):
        other = f"mcts-u[{fixed_budget(planner)}]"
        scores, times = (_levels(data, planner, other, m) for m in (Measure.SCORE, Measure.TIME))
        if scores is None or times is None:
            continue
        score = f"K = {fixed_budget(planner)}: {scores[1]:.3f} instead of {scores[0]:.3f}"
        found.append(f"{score} in {times[1] / times[0]:.2f} times the time")
        holds = holds and scores[1] < scores[0] and times[1] >= MIN_SAME_TIME_RATIO * times[0]
    if not found:
        return decided("appendix B", text, holds=None, number="no K that both were given")
    number = "mean over d ≤ 20, " + "; ".join(found)
    return decided("appendix B", text, holds=holds, number=number)


def _levels(
    data: Measurements, planner: str, other: str, measure: Measure
) -> tuple[float, float] | None:
    """The means of two planners over the distances of the score plots that both were sent to."""
    ours, theirs = (
        {p.size: p.mean for p in data.series(GRID, name, measure).up_to(SCORES_END_DISTANCE).whole}
        for name in (planner, other)
    )
    both = sorted(set(ours) & set(theirs))
    if len(both) < MIN_DISTANCES:
        return None
    return sum(ours[d] for d in both) / len(both), sum(theirs[d] for d in both) / len(both)


def _scores(data: Measurements, planner: str) -> Series:
    return data.series(GRID, planner, Measure.SCORE)


def _seen(points: tuple[Point, ...]) -> str:
    """How much there is to go by."""
    if not points:
        return "no records"
    sizes, episodes = [p.size for p in points], min(p.episodes for p in points)
    span = f"{len(sizes)} distances, d = {min(sizes)} to {max(sizes)}"
    return f"{span}, at least {episodes} episodes each"
