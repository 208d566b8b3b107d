"""The paper's bins example: items i1 and i2, bins d1 and d2, both bins open."""

from __future__ import annotations

import introplan as ip
from introplan.domains.catalogue import domain

PROBLEM = """
(define (problem two-bins)
  (:domain bins)
  (:objects i1 i2 - item d1 d2 - bin)
  (:init (in-bin i1 d1) (in-bin i2 d2) (open d1) (open d2)))
"""


def bins_example() -> ip.Task:
    """State 1 of appendix D."""
    return ip.parse_problem(domain("bins"), PROBLEM)
