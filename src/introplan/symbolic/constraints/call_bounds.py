"""Interval arithmetic for the functions of terms: `min`, `abs`, `//`, `&`, floats and the rest."""

from __future__ import annotations

import math
from typing import TypeAlias

INFINITY = math.inf

Bounds: TypeAlias = tuple[float, float]
"""The least and the largest value."""


def bounds_of_call(function: str, known: list[Bounds]) -> Bounds:
    """The least and the largest value of a function whose arguments are between these."""
    match function:
        case "min":
            return (min(low for low, _ in known), min(high for _, high in known))
        case "max":
            return (max(low for low, _ in known), max(high for _, high in known))
        case "abs":
            low, high = known[0]
            return (max(0, low, -high), max(abs(low), abs(high)))
        case "//" | "%" if known[1][0] == known[1][1] and known[1][0] > 0:
            return _bounds_of_division(function, known[0], known[1][0])
        case "*" | "+" | "-" | "/":
            return _bounds_of_float(function, known)
        case "&" | "|" | "^":
            return _bounds_of_bits(function, *known)
        case "neg":
            return (-known[0][1], -known[0][0])
        case "float":
            return known[0]
        case _:
            return (-INFINITY, INFINITY)


def _bounds_of_bits(function: str, first: Bounds, second: Bounds) -> Bounds:
    """Numbers that are not negative have no bit above the highest one of the larger."""
    (a, b), (c, d) = first, second
    if function == "&":  # no more bits than one of the two has that is not negative
        ends = [high for low, high in (first, second) if low >= 0]
        return (0, min(ends)) if ends else (-INFINITY, INFINITY)
    if a < 0 or c < 0:
        return (-INFINITY, INFINITY)
    most = max(b, d)
    low = max(a, c) if function == "|" else 0
    return (low, most if most == INFINITY else 2 ** int(most).bit_length() - 1)


def _bounds_of_division(function: str, inside: Bounds, divisor: float) -> Bounds:
    low, high = inside
    if function == "//":
        return (
            low // divisor if low > -INFINITY else low,
            high // divisor if high < INFINITY else high,
        )
    is_one_round = low > -INFINITY and high < INFINITY and low // divisor == high // divisor
    return (low % divisor, high % divisor) if is_one_round else (0, divisor - 1)


def _bounds_of_float(function: str, known: list[Bounds]) -> Bounds:
    """Bounds of arithmetic that may round: rounding keeps the order, so its ends are exact."""
    (a, b), (c, d) = known
    if function == "-":
        c, d = -d, -c
    match function:
        case "*":
            corners = [x * y for x in (a, b) for y in (c, d)]
        case "/" if c > 0 or d < 0:
            corners = [x / y for x in (a, b) for y in (c, d)]
        case "/":  # the divisor may be as near to 0 as you like, on either side
            return (-INFINITY, INFINITY)
        case _:
            corners = [a + c, b + d]
    if any(math.isnan(corner) for corner in corners):
        return (-INFINITY, INFINITY)
    return (min(corners), max(corners))
