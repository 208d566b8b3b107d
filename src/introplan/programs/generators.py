"""Generators of random numbers: Python's, numpy's of both kinds, and what numpy's are made of."""

from __future__ import annotations

import random
import sys
from collections.abc import Hashable, Iterator
from typing import Any


def is_generator(value: Any) -> bool:
    """Does it draw?"""
    return isinstance(value, random.Random) or type(value).__module__.startswith("numpy.random")


def generators_of(env: Any) -> Iterator[Any]:
    """The generators that a step of an object may draw from: those of all and its own."""
    yield from common_generators()
    yield from (value for value in vars(env).values() if is_generator(value))


def common_generators() -> Iterator[Any]:
    """Those that any function may draw from, Python's and numpy's."""
    yield random
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        yield numpy.mtrand._rand


def position(generator: Any) -> Hashable:
    """Where a generator stands."""
    bits = _bits(generator)
    if bits is None:
        known = getattr(generator, "getstate", None)
        return None if known is None else known()
    state = bits.state
    held = [v.tobytes() if hasattr(v, "tobytes") else v for v in state["state"].values()]
    return (*held, state.get("has_uint32"), state.get("uinteger"))


def reseed(generator: Any, number: int) -> None:
    """Let a generator draw other numbers."""
    bits = _bits(generator)
    if bits is not None:
        bits.state = type(bits)(number).state
    elif hasattr(generator, "getstate"):
        generator.seed(number)


def _bits(generator: Any) -> Any:
    """What one of numpy's generators draws its bits from; it has one name in each kind of them."""
    for name in ("bit_generator", "_bit_generator"):
        found = getattr(generator, name, None)
        if found is not None:
            return found
    return generator if hasattr(generator, "random_raw") else None
