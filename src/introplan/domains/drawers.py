"""Drawers tasks: labelled items to be sorted into labelled drawers."""

from __future__ import annotations

import random
from dataclasses import dataclass

from introplan.domains.models import build_task, numbered
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant, Literal, Predicate

ITEM_LABEL, DRAWER_LABEL = Predicate("item-label", 2), Predicate("drawer-label", 2)
IN_DRAWER, ON_SHELF = Predicate("in-drawer", 2), Predicate("on-shelf", 1)
HAND_EMPTY = Predicate("hand-empty", 0)


@dataclass(frozen=True, slots=True)
class DrawersParams:
    """How many drawers (and so labels) there are, and how many items."""

    drawers: int
    items: int


def sample_task(params: DrawersParams, rng: random.Random) -> RelationalTask:
    """Each label on one drawer, a random label and place for each item; drawers are closed."""
    items, drawers = numbered("i", params.items), numbered("d", params.drawers)
    labels = numbered("l", params.drawers)
    shuffled = rng.sample(labels, len(labels))
    facts = [DRAWER_LABEL(d, label) for d, label in zip(drawers, shuffled, strict=True)]
    for item in items:
        facts.append(ITEM_LABEL(item, rng.choice(labels)))
        facts.append(_place(item, rng.choice((*drawers, None))))
    objects = {"drawer": drawers, "item": items, "label": labels}
    return build_task("drawers", objects, [*facts, HAND_EMPTY()])


def _place(item: Constant, drawer: Constant | None) -> Literal:
    return ON_SHELF(item) if drawer is None else IN_DRAWER(item, drawer)
