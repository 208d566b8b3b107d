"""A claim and how it is decided."""

from __future__ import annotations

import pytest

from introplan.experiments.claims.claim import Claim, Finding, decided


@pytest.mark.parametrize(
    ("holds", "finding", "mark"),
    [
        (True, Finding.SUPPORTED, "✓"),
        (False, Finding.NOT_SUPPORTED, "✗"),
        (None, Finding.UNDECIDED, "?"),
    ],
)
def test_a_claim_holds_does_not_or_is_open(
    holds: bool | None, finding: Finding, mark: str
) -> None:
    """Too little data is an answer of its own, with a mark of its own."""
    claim = decided("figure 2", "words", holds=holds, number="3")

    assert claim == Claim("figure 2", "words", finding, "3")
    assert claim.finding.mark == mark
