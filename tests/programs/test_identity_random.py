"""Random values of all kinds, nested: the same state if made alike, another with one change."""

from __future__ import annotations

import array
import datetime
import functools
import random
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from introplan.programs.copying import copied, safe
from introplan.programs.identity import key_of
from kinds_of_states import (
    CARRIERS,
    Cell,
    Frozen,
    Pack,
    Pair,
    Plain,
    Private,
    Record,
    Shelf,
    SlottedRecord,
    at,
    masked,
    with_n,
)

HASHABLE: list[Callable[[int], Any]] = [
    lambda n: n,
    str,
    float,
    Decimal,
    lambda n: Fraction(n, 7),
    lambda n: complex(0, n),
    range,
    lambda n: bytes([n % 251]) * (n // 251 + 1),
    lambda n: datetime.date(2000, 1, 1) + datetime.timedelta(n),
    lambda n: Cell(0, n),
    lambda n: Frozen((n,)),
    lambda n: functools.partial(max, n),
]
OTHERS: list[Callable[[int], Any]] = [
    np.int64,
    lambda n: np.full(2, n),
    lambda n: masked([True, False], n),
    lambda n: array.array("i", [n]),
    lambda n: bytearray([n % 251]) * (n // 251 + 1),
    random.Random,
]
BOXES: list[Callable[[list[Any]], Any]] = [
    list,
    tuple,
    deque,
    Pack,
    Pair,
    Frozen,
    SlottedRecord,
    lambda parts: at(Record(), x=parts),
    Private,
    lambda parts: dict(enumerate(parts)),
    lambda parts: OrderedDict(enumerate(parts)),
    lambda parts: Shelf(list, enumerate(parts)),
    lambda parts: at(Plain(), **{f"p{i}": part for i, part in enumerate(parts)}),
    lambda parts: functools.partial(max, *parts),
    *(lambda parts, make=make: with_n(make(), parts) for make in CARRIERS.values()),
]
SETS: list[Callable[[list[Any]], Any]] = [set, frozenset, dict.fromkeys, Counter]


def random_value(dice: random.Random, depth: int, leaf: Callable[[], int]) -> Any:
    """Something nested, with a number at each end of it."""
    if depth == 0:
        return dice.choice(HASHABLE + OTHERS)(leaf())
    if dice.random() < 0.2:
        return dice.choice(SETS)([dice.choice(HASHABLE)(leaf()) for _ in range(3)])
    parts = [random_value(dice, depth - 1, leaf) for _ in range(dice.randrange(1, 4))]
    return dice.choice(BOXES)(parts)


@pytest.mark.parametrize("seed", range(150))
def test_keys_of_random_values_change_with_every_part(seed: int) -> None:
    """Made again or copied it is the same state; with one number changed it is another."""

    def made(changed: int | None = None) -> tuple[Any, int]:
        dice, count = random.Random(seed), 0

        def leaf() -> int:
            nonlocal count
            count += 1
            number = dice.randrange(20)
            return 900 if count == changed else number

        return random_value(dice, seed % 4, leaf), count

    value, leaves = made()
    key = key_of(value)

    assert key == key_of(made()[0]) == key_of(copied(value)) == key_of(safe([value])[0])
    for number in {1, leaves, 1 + seed % leaves}:
        assert key_of(made(number)[0]) != key
