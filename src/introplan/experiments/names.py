"""Planners and worlds by the names of the paper."""

from __future__ import annotations

import re

SIZES = {
    "grid": "distance",
    "blocks-world": "blocks",
    "drawers": "items",
    "bins": "items",
    "maze": "width",
}
"""The parameter that makes a task of a domain larger or smaller."""

AXES = {
    "distance": "distance d to the origin",
    "blocks": "number of blocks",
    "items": "number of items",
    "width": "width of the maze",
}

SYMBOLS = {"distance": "d"}

FAMILIES = ("introspector", "greedy", "random", "beam", "mcts", "mcts-u", "value-iteration")

POWERS = {"2": "²", "3": "³"}


def paper_name(planner: str) -> str:
    """A planner as the paper spells it.

    >>> [paper_name(p) for p in ("introspector", "mcts-u[100]", "beam[2*d*d]", "beam[d**2 / 2]")]
    ['INTROSPECTOR', 'MCTS-U[100]', 'BEAM[2d²]', 'BEAM[d² / 2]']
    """
    name, bracket, count = planner.partition("[")
    if not bracket:
        return name.upper()
    return f"{name.upper()}[{_formula(count.removesuffix(']'))}]"


def family(planner: str) -> str:
    """The planner without its K."""
    return planner.partition("[")[0]


def fixed_budget(planner: str) -> int | None:
    """Its K, if that is a plain number."""
    found = re.fullmatch(r".*\[(\d+)\]", planner)
    return None if found is None else int(found[1])


def in_order(planners: list[str]) -> list[str]:
    """Planners in the order of the paper, small K first, formulas last."""
    return sorted(planners, key=_place)


def _place(planner: str) -> tuple[int, float, str]:
    name = family(planner)
    rank = FAMILIES.index(name) if name in FAMILIES else len(FAMILIES)
    count = fixed_budget(planner)
    return rank, float("inf") if count is None else count, planner


def _formula(text: str) -> str:
    """Arithmetic as people write it."""
    text = re.sub(r"d \* d|d\*d", "d²", text)
    text = re.sub(r"d(?:\*\*|\^)([23])", lambda found: f"d{POWERS[found[1]]}", text)
    return re.sub(r"(\d)\s*\*\s*d", r"\1d", text)
