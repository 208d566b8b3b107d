"""The claims about relational domains: figure 5 and appendix F."""

from __future__ import annotations

from introplan.experiments.claims.claim import Claim, decided
from introplan.experiments.series import Measure, Measurements, Study
from introplan.experiments.statistics import Growth

STUDIES = (
    Study("blocks-world"),
    Study("drawers", (("drawers", 3),)),
    Study("drawers", (("drawers", 4),)),
    Study("bins", (("bins", 2),)),
    Study("bins", (("bins", 3),)),
)
"""What the paper shows, in its order."""

HIGHEST_DEGREE = 3.0
"""A power law up to here passes for polynomial growth; an exponential outgrows it at once."""


def relational_claims(data: Measurements) -> list[Claim]:
    """All of them, study by study."""
    return [claim for study in STUDIES for claim in _claims(data, study)]


def _claims(data: Measurements, study: Study) -> list[Claim]:
    claims = [
        _solves_everything(data, study),
        _greedy_explodes(data, study),
        _introspector_does_not(data, study),
        _time_is_sub_exponential(data, study),
    ]
    return [*claims, _super_exponential(data, study)] if study == STUDIES[0] else claims


def _solves_everything(data: Measurements, study: Study) -> Claim:
    text = f"{study.title}: both planners solve every task"
    runs = [
        run
        for planner in ("introspector", "greedy")
        for at_size in data.runs(study, planner).values()
        for run in at_size
    ]
    solved = sum(1 for r in runs if r.status == "success" and r.verdict and r.verdict["valid"])
    number = f"{solved} of {len(runs)} runs end with a plan that was replayed"
    return decided("figure 5", text, holds=solved == len(runs) if runs else None, number=number)


def _greedy_explodes(data: Measurements, study: Study) -> Claim:
    text = f"{study.title}: GREEDY's nodes grow at least exponentially"
    found = data.series(study, "greedy", Measure.NODES).growth()
    if found is None:
        return decided("figure 5", text, holds=None, number="fewer than four sizes")
    is_bending_up = (found.late_slope or 0.0) > (found.early_slope or 0.0)
    holds = found.law == "exponential" and is_bending_up
    number = f"times {found.factor:.3g} for each further object, {_sizes(found)}; {_fits(found)}"
    return decided("figure 5", text, holds=holds, number=number)


def _introspector_does_not(data: Measurements, study: Study) -> Claim:
    text = f"{study.title}: INTROSPECTOR's nodes grow polynomially"
    found = data.series(study, "introspector", Measure.NODES).growth()
    if found is None or found.tail_slope is None:
        return decided("figure 5", text, holds=None, number="fewer than four sizes")
    holds = found.law == "polynomial" and found.tail_slope <= HIGHEST_DEGREE
    number = f"log-log slope {found.tail_slope:.2f} at the end, {_sizes(found)}; {_fits(found)}"
    return decided("figure 5", text, holds=holds, number=number)


def _time_is_sub_exponential(data: Measurements, study: Study) -> Claim:
    text = f"{study.title}: INTROSPECTOR's time grows sub-exponentially"
    found = data.series(study, "introspector", Measure.TIME).growth()
    if found is None or found.tail_slope is None:
        return decided("appendix F", text, holds=None, number="fewer than four sizes")
    number = f"log-log slope {found.tail_slope:.2f} at the end, {_sizes(found)}"
    return decided("appendix F", text, holds=found.tail_slope <= HIGHEST_DEGREE, number=number)


def _super_exponential(data: Measurements, study: Study) -> Claim:
    text = f"{study.title}: GREEDY grows super-exponentially"
    found = data.series(study, "greedy", Measure.NODES).growth()
    if found is None or found.early_factor is None or found.late_factor is None:
        return decided("figure 5", text, holds=None, number="fewer than four sizes")
    number = (
        f"nodes times {found.early_factor:.3g} for each further block in the lower half of "
        f"the sizes, times {found.late_factor:.3g} in the upper half"
    )
    return decided("figure 5", text, holds=found.late_factor > found.early_factor, number=number)


def _sizes(found: Growth) -> str:
    return f"sizes {found.sizes[0]:.0f} to {found.sizes[-1]:.0f}"


def _fits(found: Growth) -> str:
    return (
        f"{found.law} fits better (off by {min(found.power_error, found.exponential_error):.2f} "
        f"against {max(found.power_error, found.exponential_error):.2f} in ln)"
    )
