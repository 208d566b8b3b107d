"""What records say of policies in worlds with chance: means, intervals, differences, bounds.

Tasks of one kind (a domain with its sizes, or files) are taken together: the mean is that of the
tasks' means, and its variance the sum of theirs (stratified sampling). The difference to the best
policy is taken episode by episode, since episodes of one number have a common seed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from introplan.experiments.records import Record
from introplan.experiments.series import SIZES, Point, Series, Study, in_order
from introplan.experiments.statistics import NORMAL_QUANTILE, Mean
from introplan.verification.policies import interval

ENDLESS = "episodes without an end were cut, so the mean says little"


@dataclass(frozen=True, slots=True)
class Compared:
    """A policy in a kind of world."""

    world: str
    planner: str
    tasks: int
    episodes: int
    mean: Mean
    value: float | None
    """What was expected of it, on average; None where that is not known of all tasks."""
    bound: float | None
    behind: Mean | None
    """By how much less it scores than the best policy there is on record; None: it is the best."""
    seconds_per_move: float
    remark: str


@dataclass(frozen=True, slots=True)
class PolicyStudy:
    """Policies in a domain, against its size."""

    study: Study
    title: str
    name: str
    lines: tuple[Series, ...]


World = tuple[str, tuple[tuple[str, int], ...], tuple[str, ...], str, float]


def world_of_record(record: Record) -> World:
    """What is the same for all tasks that are taken together."""
    spec = record.spec
    return spec.domain, spec.parameters, spec.files, spec.content, spec.slippery


def world_text(world: World) -> str:
    """The world in words."""
    domain, parameters, files, _, slip = world
    named = " ".join(Path(file).name for file in files) or domain
    ice = [f"slippery {slip:g}"] if slip else []
    return ", ".join([named, *(f"{name} {value}" for name, value in parameters), *ice])


def compared(records: Iterable[Record]) -> list[Compared]:
    """Every policy in every world, worlds in the order of the records, policies in theirs."""
    found = []
    for world, by_planner in _sorted(records).items():
        means = {planner: _stratified(map(_scores, runs)) for planner, runs in by_planner.items()}
        best = max(means, key=lambda planner: means[planner].value)
        for planner in in_order([*by_planner]):
            runs = by_planner[planner]
            behind = None if planner == best else _behind(by_planner[best], runs)
            found.append(_compared(world_text(world), planner, runs, means[planner], behind))
    return found


def policy_studies(records: Sequence[Record]) -> list[PolicyStudy]:
    """Domains of which there are several sizes, with a line per policy and one for the bound."""
    by_study: dict[tuple[Study, float], dict[int, dict[str, list[Record]]]] = {}
    for world, by_planner in _sorted(records).items():
        domain, parameters, files, _, slip = world
        size = dict(parameters).get(SIZES.get(domain, ""))
        if size is not None and not files:
            fixed = tuple((n, v) for n, v in parameters if n != SIZES[domain])
            by_study.setdefault((Study(domain, fixed), slip), {})[size] = by_planner
    return [
        _study(study, slip, sizes)
        for (study, slip), sizes in sorted(by_study.items(), key=lambda entry: entry[0])
        if len(sizes) > 1
    ]


def _study(study: Study, slip: float, sizes: dict[int, dict[str, list[Record]]]) -> PolicyStudy:
    planners = in_order([*{planner: None for found in sizes.values() for planner in found}])
    lines = []
    for planner in planners:
        own = {size: found[planner] for size, found in sorted(sizes.items()) if planner in found}
        lines.append(Series(planner, tuple(_point(size, runs) for size, runs in own.items())))
    known = []
    for size, found in sorted(sizes.items()):
        bound = _bound([run for runs in found.values() for run in runs])
        known += [] if bound is None else [Point(size, bound, bound, bound, 0)]
    lines += [Series("bound", tuple(known))] if known else []
    title = f"{study.title}, slippery {slip:g}" if slip else study.title
    name = f"{study.name}-{slip:g}" if slip else study.name
    return PolicyStudy(study, title, name, tuple(lines))


def _point(size: int, runs: list[Record]) -> Point:
    mean = _stratified(map(_scores, runs))
    episodes = sum(len(_scores(run)) for run in runs)
    return Point(size, mean.value, mean.low, mean.high, episodes, any(map(_is_short, runs)))


def _is_short(run: Record) -> bool:
    return run.was_cut_short


def _sorted(records: Iterable[Record]) -> dict[World, dict[str, list[Record]]]:
    """The runs of policies that have an answer, by world and policy; each task once."""
    found: dict[World, dict[str, list[Record]]] = {}
    for record in records:
        if not record.spec.episodes or record.result is None or not record.result["scores"]:
            continue
        runs = found.setdefault(world_of_record(record), {}).setdefault(record.spec.planner, [])
        same = next((n for n, r in enumerate(runs) if r.spec.seed == record.spec.seed), None)
        if same is None:
            runs.append(record)
        elif len(_scores(record)) > len(_scores(runs[same])):
            runs[same] = record
    return found


def _scores(record: Record) -> list[float]:
    assert record.result is not None
    return [float(score) for score in record.result["scores"]]


def _compared(
    world: str, planner: str, runs: list[Record], mean: Mean, behind: Mean | None
) -> Compared:
    results = [run.result or {} for run in runs]
    moves = sum(result.get("moves", 0) for result in results)
    seconds = sum(run.measured.get("deciding_seconds", 0.0) for run in runs)
    endless = sum(result.get("endless", 0) for result in results)
    return Compared(
        world,
        planner,
        len(runs),
        sum(len(_scores(run)) for run in runs),
        mean,
        _average([_number(result.get("value")) for result in results]),
        _bound(runs),
        behind,
        seconds / moves if moves else 0.0,
        ENDLESS if endless else "",
    )


def _bound(runs: list[Record]) -> float | None:
    """The mean bound over the tasks, where a bound is known of each of them."""
    known: dict[int, float] = {}
    for run in runs:
        found = _number((run.result or {}).get("bound"))
        if found is not None:
            known[run.spec.seed] = min(found, known.get(run.spec.seed, math.inf))
    has_all = {run.spec.seed for run in runs} == known.keys()
    return fmean(known.values()) if has_all and known else None


def _average(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known and len(known) == len(values) else None


def _number(value: object) -> float | None:
    """A number of a record; infinite ones and texts are not for averages."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None  # type: ignore[arg-type]


def _stratified(tasks: Iterable[Sequence[float]]) -> Mean:
    """The mean over the tasks' means with its 95 % interval."""
    samples = [list(scores) for scores in tasks]
    if len(samples) == 1:
        (own,) = samples
        value = fmean(own)
        low, high = interval(own) if len(set(own)) > 1 else (value, value)
        return Mean(value, low, high)
    value = fmean(map(fmean, samples))
    variance = math.fsum(stdev(own) ** 2 / len(own) for own in samples if len(own) > 1)
    margin = NORMAL_QUANTILE * math.sqrt(variance) / len(samples)
    return Mean(value, value - margin, value + margin)


def _behind(best: list[Record], runs: list[Record]) -> Mean | None:
    """The mean difference, episode by episode, over the tasks that both were tried on."""
    by_seed = {run.spec.seed: _scores(run) for run in best}
    both = [(by_seed[r.spec.seed], _scores(r)) for r in runs if r.spec.seed in by_seed]
    if not both:
        return None
    return _stratified([[a - b for a, b in zip(*pair, strict=False)] for pair in both])
