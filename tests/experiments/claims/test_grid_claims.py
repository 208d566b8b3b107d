"""The claims about the grid that no records decide, and their order."""

from __future__ import annotations

from experiments.made_up import data_of, on_grid
from introplan.experiments.claims.claim import Finding
from introplan.experiments.claims.grid_claims import figure_2_planners, grid_claims


def test_without_records_every_claim_is_open() -> None:
    """And says of what there is too little."""
    claims = grid_claims(data_of())

    assert {claim.finding for claim in claims} == {Finding.UNDECIDED}
    assert all(claim.number for claim in claims)
    assert {claim.figure for claim in claims} == {"figure 2", "appendix A", "appendix B"}


def test_figure_2_has_one_planner_of_each_family() -> None:
    """Of those with several K, one; formulas such as 2d² belong to the appendix."""
    data = data_of(*(on_grid(p) for p in ("greedy", "beam[10]", "beam[100]", "beam[2*d*d]")))

    assert [p.partition("[")[0] for p in figure_2_planners(data)] == ["greedy", "beam"]
    assert "beam[2*d*d]" not in figure_2_planners(data)
