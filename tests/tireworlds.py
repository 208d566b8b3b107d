"""Triangle tireworlds (Little and Thiebaux 2007): the short way is not the safe one."""

from __future__ import annotations

from pathlib import Path

from introplan.pddl import parse_domain, parse_problem
from introplan.relational.domain import RelationalTask

DOMAIN = Path("examples/chance/tireworld.pddl")


def tireworld(size: int) -> RelationalTask:
    """A triangle of side 2 size + 1, with spares on every second row and on its outer sides."""
    side = 2 * size + 1
    places = [(i, j) for i in range(1, side + 1) for j in range(1, side + 2 - i)]
    roads = []
    for i, j in places:
        ways = [(i + 1, j), (i - 1, j + 1)] + ([(i, j + 1)] if i % 2 else [])
        roads += [((i, j), way) for way in ways if way in places]
    spares = [(i, j) for i, j in places if i > 1 and (i % 2 == 0 or j == 1 or i + j == side + 1)]
    facts = [f"(road l-{a}-{b} l-{c}-{d})" for (a, b), (c, d) in roads]
    facts += [f"(spare-in l-{i}-{j})" for i, j in spares]
    problem = f"""(define (problem triangle-{size}) (:domain triangle-tireworld)
      (:objects {" ".join(f"l-{i}-{j}" for i, j in places)} - location)
      (:init (vehicle-at l-1-1) (not-flat) {" ".join(facts)})
      (:goal (vehicle-at l-1-{side})))"""
    return parse_problem(parse_domain(DOMAIN.read_text(encoding="utf-8")), problem)
