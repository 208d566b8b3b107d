"""Generators of random numbers whose answers are the decisions of a script (`forking.py`)."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any

from introplan.programs.scripts import MAX_OPTIONS, Script
from introplan.programs.uniforms import Uniform

SIMPLE = (int, str, float, bool, type(None))
"""Options of these types that are equal are one."""


class ForkingGenerator:
    """What a function gets in place of `random.Random` or numpy's `Generator`."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._script.refuse(f"rng.{name}")

    @property
    def legacy(self) -> ForkingLegacy:
        """The same as numpy's older kind, with the names of that."""
        return ForkingLegacy(self._script)

    def _one(self, count: int) -> int:
        if count < 1:
            raise ValueError("cannot choose from nothing")
        if count > MAX_OPTIONS:
            self._script.refuse(f"a draw of {count:,} options")
        return self._script.choose([1.0] * count)

    def _sized(self, size: Any, draw: Callable[[], Any]) -> Any:
        """One draw, or an array of them."""
        if size is None:
            return draw()
        numpy = sys.modules.get("numpy")
        if numpy is None:
            self._script.refuse("an array of numbers that are drawn")
        shape = (size,) if isinstance(size, int) else tuple(size)
        drawn = [draw() for _ in range(math.prod(shape))]
        kind = object if any(isinstance(each, Uniform) for each in drawn) else None
        return numpy.array(drawn, dtype=kind).reshape(shape)

    def random(self, size: Any = None) -> Any:
        """A number between 0 and 1, not decided yet."""
        return self._sized(size, lambda: Uniform(self._script))

    def uniform(self, low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
        """A number between two others, not decided yet."""
        return self._sized(size, lambda: Uniform(self._script, high - low, low))

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """As in `random`."""
        members = range(start) if stop is None else range(start, stop, step)
        return members[self._one(len(members))]

    def randint(self, low: int, high: int) -> int:
        """As in `random`: both ends can come."""
        return self.randrange(low, high + 1)

    def getrandbits(self, count: int) -> int:
        """As in `random`."""
        return self._one(2**count) if count < 32 else self._one(MAX_OPTIONS + 1)

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Any = None,
        dtype: object = None,
        endpoint: bool = False,
    ) -> Any:
        """As in numpy: the upper end does not come, unless it says so."""
        first, last = (0, low) if high is None else (low, high)
        return self._sized(size, lambda: int(first + self._one(int(last - first + endpoint))))

    def choice(self, members: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
        """As in `random`, and as in numpy with probabilities."""
        pool = range(members) if isinstance(members, int) else members
        if size is not None and not replace:
            if p is not None or not isinstance(size, int):
                self._script.refuse("a choice without replacement")
            numpy = sys.modules["numpy"]
            return numpy.array(self.sample(pool, size))
        return self._sized(size, lambda: pool[self._place(pool, p)])

    def _place(self, pool: Any, p: Any) -> int:
        """The place of a member, the first of those that are equal to it."""
        if p is not None:
            return self._script.choose([float(weight) for weight in p])
        if isinstance(pool, range) or len(pool) > MAX_OPTIONS:
            return self._one(len(pool))
        return self._one_of(pool, [1.0] * len(pool))

    def _one_of(self, pool: Sequence[Any], weights: Sequence[float]) -> int:
        if not len(pool):
            raise IndexError("cannot choose from nothing")
        if not all(type(member) in SIMPLE for member in pool):
            return self._script.choose(weights)
        first: dict[tuple[type, Any], int] = {}
        merged = [0.0] * len(pool)
        for place, (member, weight) in enumerate(zip(pool, weights, strict=True)):
            merged[first.setdefault((type(member), member), place)] += weight
        return self._script.choose(merged)

    def choices(
        self,
        population: Sequence[Any],
        weights: Iterable[float] | None = None,
        *,
        cum_weights: Iterable[float] | None = None,
        k: int = 1,
    ) -> list[Any]:
        """As in `random`."""
        if cum_weights is not None:
            sums = [0.0, *cum_weights]
            weights = [after - before for before, after in pairwise(sums)]
        shares = [1.0] * len(population) if weights is None else [float(w) for w in weights]
        return [population[self._one_of(population, shares)] for _ in range(k)]

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """As in `random`: so many different members, in any order."""
        pool = list(population)
        if math.perm(len(pool), k) > MAX_OPTIONS:
            self._script.refuse(f"a sample of {k} out of {len(pool)}")
        return list(self._of_all([*permutations(pool, k)]))

    def shuffle(self, members: Any) -> None:
        """As in `random`: in place."""
        members[:] = self.permutation(members)

    def permutation(self, members: Any) -> list[Any]:
        """As in numpy."""
        pool = list(range(members)) if isinstance(members, int) else list(members)
        if len(pool) > 1 and math.perm(len(pool)) > MAX_OPTIONS:
            self._script.refuse(f"a shuffle of {len(pool)}")
        return list(self._of_all([*permutations(pool)]))

    def _of_all(self, options: Sequence[Any]) -> Any:
        return options[self._one(len(options))]

    def binomial(self, n: int, p: float, size: Any = None) -> Any:
        """As in numpy."""
        shares = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        return self._sized(size, lambda: self._script.choose(shares))

    binomialvariate = binomial

    def multinomial(self, n: int, pvals: Any, size: Any = None) -> Any:
        """As in numpy, for one draw: a one among zeros."""
        numpy = sys.modules.get("numpy")
        if n != 1 or size is not None or numpy is None:
            self._script.refuse("a multinomial of several draws")
        shares = [float(weight) for weight in pvals]
        found = numpy.zeros(len(shares), dtype=int)
        found[self._script.choose(shares)] = 1
        return found


class ForkingLegacy(ForkingGenerator):
    """What stands for numpy's `RandomState`, and for the functions of `numpy.random`."""

    def randint(self, low: int, high: Any = None, size: Any = None, dtype: object = None) -> Any:
        """As in numpy: the upper end does not come."""
        return self.integers(low, high, size)

    def random_integers(self, low: int, high: Any = None, size: Any = None) -> Any:
        """As in numpy: both ends can come."""
        first, last = (1, low) if high is None else (low, high)
        return self.integers(first, last + 1, size)

    def rand(self, *shape: int) -> Any:
        """Numbers between 0 and 1."""
        return self.random(shape or None)

    def random_sample(self, size: Any = None) -> Any:
        """Numbers between 0 and 1."""
        return self.random(size)

    ranf = sample = random_sample  # type: ignore[assignment]
