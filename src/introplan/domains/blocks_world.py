"""Blocks-world tasks: towers to be unstacked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from introplan.domains.models import build_task, numbered
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant, Literal, Predicate

ON_TABLE, ON, CLEAR = Predicate("on-table", 1), Predicate("on", 2), Predicate("clear", 1)
HAND_EMPTY = Predicate("hand-empty", 0)


@dataclass(frozen=True, slots=True)
class BlocksWorldParams:
    """How many blocks there are."""

    blocks: int


def sample_task(params: BlocksWorldParams, rng: random.Random) -> RelationalTask:
    """Blocks in random order on about √n stacks of random height; the hand is empty."""
    blocks = numbered("b", params.blocks)
    stacks = _stacks(blocks, rng)
    facts = [fact for stack in stacks for fact in _stack_facts(stack)]
    return build_task("blocks-world", {"block": blocks}, [*facts, HAND_EMPTY()])


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
