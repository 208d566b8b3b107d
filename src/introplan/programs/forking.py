"""Every way in which a function that draws can come out, by running it again and again.

A function gets a generator that answers from a script of decisions. Where the script ends, the
first option is taken and the others are noted, so that each way through the function is run once,
with its probability (as stateless model checkers do: Godefroid 1997). A uniform number is not
drawn but kept as an interval, which every comparison cuts in two: `rng.random() < 0.3` has two
ways. What has too many ways, or densities such as `gauss`, raises `NotListedError`.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, permutations
from typing import Any, NoReturn, TypeVar

R = TypeVar("R")

MAX_WAYS = 20_000
"""Ways through one call of a function that are run: some tenths of a second."""

MAX_OPTIONS = 5_000
"""Options of one draw: a shuffle of six has 720, one of seven 5,040."""


class NotListedError(BaseException):
    """What is drawn has no list of options that is short enough; the text says which draw.

    No `Exception`: a function that catches those must not go on as if it had been given a number.
    """


class Script:
    """The decisions of one run, and the options that were not taken."""

    def __init__(self, decisions: Sequence[int]) -> None:
        self.decisions = list(decisions)
        self.taken = 0
        self.probability = 1.0
        self.waiting: list[list[int]] = []
        self.refused = ""
        self.uniforms: list[weakref.ref[Uniform]] = []

    def refuse(self, what: str) -> NoReturn:
        """Raise `NotListedError`, and remember it in case that someone catches everything."""
        self.refused = what
        raise NotListedError(what)

    def choose(self, weights: Sequence[float]) -> int:
        """The number of the option to take now; options without weight are never taken."""
        possible = [number for number, weight in enumerate(weights) if weight > 0]
        if not possible:
            raise ValueError("no option has a probability above 0")
        if len(possible) == 1:
            return possible[0]
        if len(possible) > MAX_OPTIONS:
            self.refuse(f"a draw of {len(possible):,} options")
        if self.taken == len(self.decisions):
            self.waiting += [[*self.decisions, other] for other in reversed(possible[1:])]
            self.decisions.append(possible[0])
        number = self.decisions[self.taken]
        self.taken += 1
        self.probability *= weights[number] / math.fsum(weights)
        return number


def all_ways(run: Callable[[ForkingGenerator], R]) -> list[tuple[float, R]]:
    """What `run` gives in every way it can come out, with probabilities that add up to 1."""
    found: list[tuple[float, R]] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        script = Script(waiting.pop())
        result = _run(run, script)
        waiting += script.waiting
        found.append((script.probability, result))
        if len(found) + len(waiting) > MAX_WAYS:
            raise NotListedError(f"more than {MAX_WAYS:,} ways through it")
    return found


def _run(run: Callable[[ForkingGenerator], R], script: Script) -> R:
    try:
        result = run(ForkingGenerator(script))
    except BaseException as error:
        if script.refused:
            raise NotListedError(script.refused) from None
        if script.uniforms and isinstance(error, Exception):
            # Perhaps only because the number was none: with a real one it will be seen.
            raise NotListedError("a uniform number whose value is used") from None
        raise
    if script.refused:
        raise NotListedError(script.refused)
    # Nothing was asked of a number that lives on in the result: it can be any of an interval.
    if any(uniform() is not None for uniform in script.uniforms):
        raise NotListedError("a uniform number that is kept")
    return result


class Uniform:
    """A number drawn evenly from an interval, of which as little is decided as is asked.

    Its value is `scale * u + shift`, where u lies in [low, high).
    """

    def __init__(self, script: Script, scale: float = 1.0, shift: float = 0.0) -> None:
        self._script = script
        self._scale, self._shift = scale, shift
        self._known = [0.0, 1.0]  # shared by all that is calculated from it
        script.uniforms.append(weakref.ref(self))

    def _like(self, scale: float, shift: float) -> Uniform:
        other = Uniform(self._script, scale, shift)
        other._known = self._known
        return other

    def _plain(self, number: object) -> float:
        if isinstance(number, Uniform) or not isinstance(number, int | float):
            self._script.refuse("arithmetic with a uniform number")
        return number

    def _is_below(self, limit: object) -> bool:
        """Is the value below `limit`? Where it can be both, that is decided now."""
        if isinstance(limit, Uniform) or not isinstance(limit, int | float):
            self._script.refuse("a uniform number compared with what is no number")
        if self._scale == 0:
            return self._shift < limit
        bound = (limit - self._shift) / self._scale
        low, high = self._known
        cut = min(max(bound, low), high)
        is_lower = self._script.choose([cut - low, high - cut]) == 0
        self._known[:] = [low, cut] if is_lower else [cut, high]
        # With a negative scale small u are large values.
        return is_lower if self._scale > 0 else not is_lower

    def __lt__(self, other: object) -> bool:
        return self._is_below(other)

    __le__ = __lt__  # a single number has probability 0

    def __gt__(self, other: object) -> bool:
        return not self._is_below(other)

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

    def __floordiv__(self, divisor: object) -> int:
        return (self / divisor)._floor()

    def __int__(self) -> int:
        floor = self._floor()
        return floor + 1 if floor < 0 else floor

    __trunc__ = __int__

    def _refuse(self, *_: object) -> Any:
        self._script.refuse("a uniform number whose value is used")

    __float__ = __index__ = __bool__ = __round__ = __ceil__ = __abs__ = _refuse
    __pow__ = __rpow__ = __mod__ = __rmod__ = __rtruediv__ = __eq__ = __hash__ = _refuse
    __repr__ = __str__ = __format__ = __reduce_ex__ = __copy__ = __deepcopy__ = _refuse


class ForkingGenerator:
    """What a function gets in place of `random.Random` or numpy's `Generator`."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._script.refuse(f"rng.{name}")

    def _one(self, count: int) -> int:
        if count < 1:
            raise ValueError("cannot choose from nothing")
        if count > MAX_OPTIONS:
            self._script.refuse(f"a draw of {count:,} options")
        return self._script.choose([1.0] * count)

    def random(self, size: None = None) -> Uniform:
        """A number between 0 and 1, not decided yet."""
        self._check_single(size)
        return Uniform(self._script)

    def uniform(self, low: float = 0.0, high: float = 1.0, size: None = None) -> Uniform:
        """A number between two others, not decided yet."""
        self._check_single(size)
        return Uniform(self._script, high - low, low)

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
        self, low: int, high: int | None = None, size: None = None, *, endpoint: bool = False
    ) -> int:
        """As in numpy: the upper end does not come, unless it says so."""
        self._check_single(size)
        first, last = (0, low) if high is None else (low, high)
        return first + self._one(last - first + endpoint)

    def choice(self, members: Any, size: None = None, replace: bool = True, p: Any = None) -> Any:
        """As in `random`, and as in numpy with probabilities."""
        self._check_single(size)
        pool = range(members) if isinstance(members, int) else members
        if p is None:
            return pool[self._one(len(pool))]
        return pool[self._script.choose([float(weight) for weight in p])]

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
        return [population[self._script.choose(shares)] for _ in range(k)]

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """As in `random`: so many different members, in any order."""
        pool = list(population)
        if math.perm(len(pool), k) > MAX_OPTIONS:
            self._script.refuse(f"a sample of {k} out of {len(pool)}")
        return list(self._of_all([*permutations(pool, k)]))

    def shuffle(self, members: list[Any]) -> None:
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

    def binomial(self, n: int, p: float, size: None = None) -> int:
        """As in numpy."""
        self._check_single(size)
        shares = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        return self._script.choose(shares)

    binomialvariate = binomial

    def _check_single(self, size: object) -> None:
        if size is not None:
            self._script.refuse("an array of numbers that are drawn")
