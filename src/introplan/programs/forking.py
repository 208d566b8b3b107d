"""Every way in which a function that draws can come out, by running it again and again.

A function gets a generator that answers from a script of decisions. Where the script ends, the
first option is taken and the others are noted, so that each way through the function is run once,
with its probability (as stateless model checkers do: Godefroid 1997). A uniform number is not
drawn but kept as an interval, which every comparison cuts in two: `rng.random() < 0.3` has two
ways. What has too many ways, or densities such as `gauss`, raises `NotListedError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from introplan.programs.forking_generators import ForkingGenerator
from introplan.programs.scripts import NotListedError, Script

R = TypeVar("R")

MAX_WAYS = 20_000
"""Ways through one call of a function that are run: some tenths of a second."""

OF_NO_NUMBER = (TypeError, AttributeError)
"""What is raised where an undecided number is used in a way that numbers can be used."""


def all_ways(run: Callable[[ForkingGenerator], R]) -> list[tuple[float, R]]:
    """What `run` gives in every way it can come out, with probabilities that add up to 1."""
    return list(ways(run))


def ways(run: Callable[[ForkingGenerator], R]) -> Iterator[tuple[float, R]]:
    """The same, one after the other."""
    count = 0
    waiting: list[list[int]] = [[]]
    while waiting:
        script = Script(waiting.pop())
        result = _run(run, script)
        waiting += script.waiting
        count += 1
        yield script.probability, result
        if count + len(waiting) > MAX_WAYS:
            raise NotListedError(f"more than {MAX_WAYS:,} ways through it")


def _run(run: Callable[[ForkingGenerator], R], script: Script) -> R:
    try:
        result = run(ForkingGenerator(script))
    except BaseException as error:
        if script.refused:
            raise NotListedError(script.refused) from None
        if script.uniforms and isinstance(error, OF_NO_NUMBER):
            # Perhaps only because the number was none: with a real one it will be seen.
            raise NotListedError("a uniform number whose value is used") from None
        raise
    if script.refused:
        raise NotListedError(script.refused)
    # Nothing was asked of a number that lives on in the result: it can be any of an interval.
    if any(uniform() is not None for uniform in script.uniforms):
        raise NotListedError("a uniform number that is kept")
    return result
