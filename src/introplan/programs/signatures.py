"""What the signature of a user's function says: does it take a generator of random numbers?"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

GENERATOR_NAMES = ("rng", "random", "generator", "np_random")
"""What the third parameter of a function that draws may be called if it has a default."""


def takes_generator(function: object) -> bool:
    """Does a function take a third argument: a generator of random numbers?"""
    if not callable(function):
        return False
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return False
    places = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in places if p.default is p.empty]
    return len(needed) == 3 or (len(places) == 3 and places[2].name in GENERATOR_NAMES)


def wants_numpy(function: Callable[..., Any]) -> bool:
    """Is the third parameter annotated as numpy's generator?"""
    parameters = list(inspect.signature(function).parameters.values())
    annotation = parameters[2].annotation if len(parameters) > 2 else None
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__module__", "")
    return "numpy" in text or "np.random" in text or text.endswith("Generator")
