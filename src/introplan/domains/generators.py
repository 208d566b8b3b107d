"""The shipped relational domains: their models, and a seeded generator of tasks for each.

The generators draw from the `random.Random` they are given and from nothing else, in an order that
must not change: seeds are quoted in experiments and documents.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.pddl import read_domain
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import Constant, Literal, Predicate
from introplan.relational.state import Objects, State

if TYPE_CHECKING:
    import pathlib
else:  # it takes longer to load than a small task takes to plan; only `model_path` needs it
    pathlib = deferred("pathlib")

IN_BIN, OPEN = Predicate("in-bin", 2), Predicate("open", 1)
ITEM_LABEL, DRAWER_LABEL = Predicate("item-label", 2), Predicate("drawer-label", 2)
IN_DRAWER, ON_SHELF = Predicate("in-drawer", 2), Predicate("on-shelf", 1)
ON_TABLE, ON, CLEAR = Predicate("on-table", 1), Predicate("on", 2), Predicate("clear", 1)
HAND_EMPTY = Predicate("hand-empty", 0)


def model_path(name: str) -> pathlib.Path:
    """The PDDL file of a shipped domain."""
    return pathlib.Path(_file(name))


def _file(name: str) -> str:
    return os.path.join(os.path.dirname(__file__), f"{name}.pddl")


@cache
def model(name: str) -> Domain:
    """The shipped domain, read once."""
    return read_domain(_file(name))


def numbered(letter: str, count: int) -> tuple[Constant, ...]:
    """Objects letter1, letter2, ...; padded with zeros so that they sort by number.

    >>> print(*numbered("b", 2), *numbered("i", 10)[-2:])
    b1 b2 i09 i10
    """
    width = len(str(count))
    return tuple(Constant(f"{letter}{i:0{width}}") for i in range(1, count + 1))


def build_task(
    name: str, objects: dict[str, tuple[Constant, ...]], facts: Iterable[Literal]
) -> RelationalTask:
    """The task in the shipped domain `name` with these objects by type and these facts."""
    domain = model(name)
    declared = [(c, (kind,)) for kind, members in objects.items() for c in members]
    size = "-".join(str(len(members)) for members in objects.values())
    state = State(Objects.build(declared, domain.ancestors), frozenset(facts))
    return RelationalTask(domain, state, name=f"{name}-{size}")


def blocks_world(rng: random.Random, *, blocks: int) -> RelationalTask:
    """Blocks in random order on about √n stacks of random height; the hand is empty."""
    objects = numbered("b", blocks)
    stacks = _stacks(objects, rng)
    facts = [fact for stack in stacks for fact in _stack_facts(stack)]
    return build_task("blocks-world", {"block": objects}, [*facts, HAND_EMPTY()])


def _stacks(blocks: tuple[Constant, ...], rng: random.Random) -> list[list[Constant]]:
    """The blocks from the bottom up; no stack is empty."""
    shuffled = rng.sample(blocks, len(blocks))
    count = round(sqrt(len(blocks)))
    stacks = [[block] for block in shuffled[:count]]
    for block in shuffled[count:]:
        rng.choice(stacks).append(block)
    return stacks


def _stack_facts(stack: list[Constant]) -> Iterator[Literal]:
    yield ON_TABLE(stack[0])
    for below, above in pairwise(stack):
        yield ON(above, below)
    yield CLEAR(stack[-1])


def drawers(rng: random.Random, *, drawers: int, items: int) -> RelationalTask:
    """Each label on one drawer, a random label and place for each item; drawers are closed."""
    things, boxes, labels = numbered("i", items), numbered("d", drawers), numbered("l", drawers)
    shuffled = rng.sample(labels, len(labels))
    facts = [DRAWER_LABEL(box, label) for box, label in zip(boxes, shuffled, strict=True)]
    for thing in things:
        facts.append(ITEM_LABEL(thing, rng.choice(labels)))
        facts.append(_place(thing, rng.choice((*boxes, None))))
    objects = {"drawer": boxes, "item": things, "label": labels}
    return build_task("drawers", objects, [*facts, HAND_EMPTY()])


def _place(item: Constant, drawer: Constant | None) -> Literal:
    return ON_SHELF(item) if drawer is None else IN_DRAWER(item, drawer)


def bins(rng: random.Random, *, bins: int, items: int) -> RelationalTask:
    """Each item in a random bin; all bins are open."""
    things, boxes = numbered("i", items), numbered("d", bins)
    facts = [IN_BIN(thing, rng.choice(boxes)) for thing in things]
    return build_task("bins", {"bin": boxes, "item": things}, [*facts, *map(OPEN, boxes)])
