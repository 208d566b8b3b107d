"""Numbers that are drawn evenly from an interval, and decided no further than is asked."""

from __future__ import annotations

import math
import sys
import weakref
from collections.abc import Callable
from numbers import Real
from typing import Any

from introplan.programs.scripts import MAX_OPTIONS, Script


class Uniform:
    """A number drawn evenly from an interval, of which as little is decided as is asked.

    Its value is `scale * u + shift`, where u lies in [low, high).
    """

    __array_ufunc__ = None  # numpy leaves comparisons with arrays to the methods below

    def __init__(self, script: Script, scale: float = 1.0, shift: float = 0.0) -> None:
        self._script = script
        self._scale, self._shift = scale, shift
        self._known = [0.0, 1.0]  # shared by all that is calculated from it
        script.uniforms.append(weakref.ref(self))

    def _like(self, scale: float, shift: float) -> Uniform:
        other = Uniform(self._script, scale, shift)
        other._known = self._known
        return other

    def _plain(self, number: object, what: str = "arithmetic with a uniform number") -> float:
        if isinstance(number, Uniform) or not isinstance(number, Real):
            self._script.refuse(what)
        return float(number)

    def _is_below(self, limit: object) -> bool:
        """Is the value below `limit`? Where it can be both, that is decided now."""
        value = self._plain(limit, "a uniform number compared with what is no number")
        if self._scale == 0:
            return self._shift < value
        bound = (value - self._shift) / self._scale
        low, high = self._known
        cut = min(max(bound, low), high)
        is_lower = self._script.choose([cut - low, high - cut]) == 0
        self._known[:] = [low, cut] if is_lower else [cut, high]
        # With a negative scale small u are large values.
        return is_lower if self._scale > 0 else not is_lower

    def _is_above(self, limit: object) -> bool:
        return not self._is_below(limit)

    def __lt__(self, other: object) -> Any:
        return _each(self._is_below, other)

    __le__ = __lt__  # a single number has probability 0

    def __gt__(self, other: object) -> Any:
        return _each(self._is_above, other)

    __ge__ = __gt__

    def __mul__(self, factor: object) -> Uniform:
        number = self._plain(factor)
        return self._like(self._scale * number, self._shift * number)

    __rmul__ = __mul__

    def __truediv__(self, divisor: object) -> Uniform:
        return self * (1 / self._plain(divisor))

    def __add__(self, number: object) -> Uniform:
        return self._like(self._scale, self._shift + self._plain(number))

    __radd__ = __add__

    def __sub__(self, number: object) -> Uniform:
        return self + -self._plain(number)

    def __rsub__(self, number: object) -> Uniform:
        return self * -1 + number

    def __neg__(self) -> Uniform:
        return self * -1

    def _floor(self) -> int:
        ends = [self._scale * u + self._shift for u in self._known]
        lowest, highest = math.floor(min(ends)), math.ceil(max(ends))
        if highest - lowest > MAX_OPTIONS:
            self._script.refuse("a uniform number rounded to one of many")
        for number in range(lowest, highest):
            if self._is_below(number + 1):
                return number
        return highest - 1

    def __floor__(self) -> int:
        return self._floor()

    def __ceil__(self) -> int:
        return self._floor() + 1

    def __floordiv__(self, divisor: object) -> int:
        return (self / divisor)._floor()

    def __int__(self) -> int:
        floor = self._floor()
        return floor + 1 if floor < 0 else floor

    __trunc__ = __int__

    def __round__(self, digits: int | None = None) -> int:
        if digits is not None:
            self._script.refuse("a uniform number rounded to one of many")
        return (self + 0.5)._floor()

    def _refuse(self, *_: object) -> Any:
        self._script.refuse("a uniform number whose value is used")

    __float__ = __index__ = __bool__ = __abs__ = _refuse
    __pow__ = __rpow__ = __mod__ = __rmod__ = __rtruediv__ = __eq__ = __hash__ = _refuse
    __repr__ = __str__ = __format__ = __reduce_ex__ = __copy__ = __deepcopy__ = _refuse


def _each(test: Callable[[object], bool], other: Any) -> Any:
    """A test of a number, or of each in an array of numpy's."""
    if not getattr(other, "ndim", 0):
        return test(other)
    found = [test(number) for number in other.ravel().tolist()]
    return sys.modules["numpy"].array(found, dtype=bool).reshape(other.shape)
