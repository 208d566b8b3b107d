"""Generators of random numbers: Python's, numpy's of both kinds, and what numpy's are made of."""

from __future__ import annotations

import random
import sys
from collections.abc import Hashable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred

if TYPE_CHECKING:
    import ctypes
else:  # numpy, whose generators it is for, has loaded it
    ctypes = deferred("ctypes")

MERSENNE_BYTES = 625 * 4
"""Of numpy's older generator: 624 words, and where in them it stands."""


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
    kind: Any = type(bits)
    if bits is None:
        known = getattr(generator, "getstate", None)
        return None if known is None else known()
    if kind.__name__ == "MT19937" and _is_memory_known(kind):
        return _memory(bits)
    state = bits.state
    held = [v.tobytes() if hasattr(v, "tobytes") else v for v in state["state"].values()]
    return (*held, state.get("has_uint32"), state.get("uinteger"))


def reseed(generator: Any, number: int) -> None:
    """Let a generator draw other numbers."""
    bits = _bits(generator)
    kind: Any = type(bits)
    if hasattr(generator, "seed") and hasattr(generator, "random"):  # Python's, and numpy's older
        generator.seed(number)
    elif bits is not None:
        bits.state = _seeded(kind, number)


@cache
def _seeded(kind: Any, number: int) -> Any:
    """The state that a seed gives to bits of a kind; made once, which takes long."""
    return kind(number).state


def _memory(bits: Any) -> bytes:
    """What is in the memory of numpy's older generator: its `state` is copied number by number."""
    return ctypes.string_at(bits.ctypes.state_address, MERSENNE_BYTES)


@cache
def _is_memory_known(kind: Any) -> bool:
    """Is that memory laid out as it is known to be? Tried out on one that has drawn a little."""
    try:
        bits = kind(1)
        bits.random_raw(3)
        held = bits.state["state"]
        known = held["key"].astype("=u4").tobytes() + int(held["pos"]).to_bytes(4, sys.byteorder)
        return bool(_memory(bits) == known)
    except (AttributeError, ImportError, KeyError, OSError, ValueError):
        return False


def _bits(generator: Any) -> Any:
    """What one of numpy's generators draws its bits from; it has one name in each kind of them."""
    for name in ("bit_generator", "_bit_generator"):
        found = getattr(generator, name, None)
        if found is not None:
            return found
    return generator if hasattr(generator, "random_raw") else None
