"""The estimates that compete to be the policy of a factored world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.cones import Dependences
from introplan.planners.chance.factored.layers import RelaxedCode
from introplan.planners.chance.factored.native import Estimate
from introplan.planners.chance.factored.simulation import Simulation
from introplan.planners.chance.factored.tables import Table, Tabler, share_of, solve
from introplan.planners.chance.factored.wishes import polarities

FEW_LAYERS = 8
"""Of the relaxed return where the time for a step is short: what the last one pays goes on."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to judge actions. `ready` solves its tables anew: several candidates share them."""

    method: str
    estimate: Estimate
    tables: tuple[Table, ...]
    words: str
    """How the estimate is made, for people."""
    ready: Callable[[], None] = lambda: None


def relaxed_candidates(simulation: Simulation, relaxed: RelaxedCode) -> Iterator[Candidate]:
    """The relaxed return over all steps, and over few of them."""
    covered = (False,) * len(simulation.terms)
    estimate = Estimate((), covered, relaxed)
    yield Candidate("relaxed-return", estimate, (), "the relaxed return of all wishes")
    short = Estimate((), covered, relaxed, FEW_LAYERS)
    words = f"the relaxed return of all wishes over {FEW_LAYERS} steps, the last one repeated"
    yield Candidate("relaxed-return", short, (), words)


def table_candidates(
    simulation: Simulation,
    found: Dependences,
    tables: Sequence[Table],
    relaxed: RelaxedCode,
    steps: int,
) -> Iterator[Candidate]:
    """Tables that add up, with all steps for each of them, and with a share."""
    if not tables:
        return
    estimate = _estimate(simulation, found, tables, relaxed)
    for share in dict.fromkeys((1.0, share_of(tables))):
        yield Candidate(
            "value-tables",
            estimate,
            tuple(tables),
            f"{len(tables)} value tables" + (f", each for {share:.0%} of the steps" * (share < 1)),
            _solver(tables, steps, simulation.model.discount, share),
        )


def timed_candidate(
    simulation: Simulation,
    found: Dependences,
    tabler: Tabler,
    closed: Sequence[Table],
    relaxed: RelaxedCode,
    steps: int,
) -> Candidate | None:
    """Tables in a context that changes by itself, beside closed ones of other wishes."""
    timed = tabler.timed()
    if not timed:
        return None
    inside = {term for table in timed for term in table.layout.terms}
    tables = [one for one in closed if not inside & set(one.layout.terms)] + timed
    estimate = _estimate(simulation, found, tables, relaxed)
    # In states that a table does not come to in time all wishes are relaxed.
    estimate = replace(estimate, relaxed=relaxed, timed=tuple(one.is_timed for one in tables))
    words = f"{len(tables)} value tables, {len(timed)} of them in a context that changes by itself"
    solver = _solver(tables, steps, simulation.model.discount, 1.0)
    return Candidate("value-tables", estimate, tuple(tables), words, solver)


def actor_candidate(
    simulation: Simulation,
    found: Dependences,
    tabler: Tabler,
    relaxed: RelaxedCode,
    steps: int,
) -> Candidate | None:
    """A table around each actor; None where there is one actor, or a table would be too large."""
    tables = tabler.by_actor()
    if tables is None:
        return None
    common = frozenset.intersection(*(frozenset(one.layout.variables) for one in tables))
    signs, boolean = polarities(simulation.model), simulation.is_boolean
    shared = [(i, float(signs[i] > 0)) for i in sorted(common) if signs[i] and boolean[i]]
    estimate = _estimate(simulation, found, tables, relaxed)
    estimate = Estimate(estimate.tables, estimate.covered, estimate.relaxed, shared=tuple(shared))
    return Candidate(
        "value-tables",
        estimate,
        tuple(tables),
        f"a value table for each of {len(tables)} actors, who share the wishes out",
        _solver(tables, steps, simulation.model.discount, 1.0),
    )


def _solver(
    tables: Sequence[Table], steps: int, discount: float, share: float
) -> Callable[[], None]:
    return lambda: solve(tables, steps, discount, share)


def _estimate(
    simulation: Simulation, found: Dependences, tables: Sequence[Table], relaxed: RelaxedCode
) -> Estimate:
    covered = [False] * len(simulation.terms)
    for table in tables:
        for term in table.layout.terms:
            covered[term] = True
    # What depends on the action alone is paid at once: there is nothing to look ahead for.
    waits = any(not covered[k] and found.term_variables(k) for k in range(len(covered)))
    contents = tuple(table.content for table in tables)
    return Estimate(contents, tuple(covered), relaxed if waits else None)


def whole_candidate(simulation: Simulation, table: Table) -> Candidate:
    """The table that is the world."""
    estimate = Estimate((table.content,), (True,) * len(simulation.terms))
    return Candidate("value-table", estimate, (table,), "one value table of the whole world")


def planner_of(simulation: Simulation, candidate: Candidate) -> Any:
    """What decides by a candidate's estimate, its tables solved."""
    candidate.ready()
    return native.planner(simulation, candidate.estimate)
