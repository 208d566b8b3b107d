"""What the paper claims, and whether records support it."""

from introplan.experiments.claims.claim import Claim, Finding
from introplan.experiments.claims.grid_claims import grid_claims
from introplan.experiments.claims.relational_claims import relational_claims
from introplan.experiments.series import Measurements

__all__ = ["Claim", "Finding", "all_claims"]


def all_claims(data: Measurements) -> list[Claim]:
    """Every claim, in the order of the paper's figures."""
    return [*grid_claims(data), *relational_claims(data)]
