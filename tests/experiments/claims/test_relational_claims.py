"""The claims about relational domains: one set per study of the paper."""

from __future__ import annotations

from experiments.made_up import data_of, record
from introplan.experiments.claims.claim import Finding
from introplan.experiments.claims.relational_claims import STUDIES, relational_claims


def test_every_study_has_its_claims() -> None:
    """Four each, and one more about blocks; open without records."""
    claims = relational_claims(data_of())

    assert len(claims) == 4 * len(STUDIES) + 1
    assert {claim.finding for claim in claims} == {Finding.UNDECIDED}
    assert {claim.text.partition(":")[0] for claim in claims} == {s.title for s in STUDIES}


def test_quadratic_and_exponential_growth_are_told_apart() -> None:
    """Nodes of the introspector as n², those of greedy as 3 to the n."""
    records = [
        record("blocks-world", {"blocks": n}, planner, status="success", nodes=nodes, seconds=n)
        for n in range(2, 12)
        for planner, nodes in (("introspector", n**2), ("greedy", 3**n))
    ]
    found = {claim.text: claim.finding for claim in relational_claims(data_of(records))}

    assert found["blocks-world: INTROSPECTOR's nodes grow polynomially"] is Finding.SUPPORTED
    assert found["blocks-world: GREEDY's nodes grow at least exponentially"] is Finding.SUPPORTED
    assert found["blocks-world: both planners solve every task"] is Finding.SUPPORTED
