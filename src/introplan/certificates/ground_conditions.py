"""Ground conditions over numbered facts: a state is one integer, a fact is one of its bits.

A condition is a conjunction of bits and further parts, or the failure of one. Everything else
comes down to these two: a disjunction fails unless not all of its parts fail.

A condition can be asked in two ways. `holds` is its truth on a transition. `possible` is what is
left of that where each fact is only known to be true at times and false at times: a condition
that is not possible never holds, while one that is possible may still never hold.

>>> either = negation(every([Every(false=1), Every(false=2)]))
>>> [either.holds(state, 0) for state in range(4)]
[False, True, True, True]
>>> either.possible(May(true=0, false=3)), either.possible(May(true=2, false=3))
(False, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class May:
    """The facts that may be true, and those that may be false."""

    true: int
    false: int


@dataclass(frozen=True, slots=True)
class Every:
    """These facts are true and false, after and before, and every one of `parts` holds."""

    true: int = 0
    false: int = 0
    was_true: int = 0
    was_false: int = 0
    parts: tuple[Fails, ...] = ()

    def holds(self, after: int, before: int) -> bool:
        """Is it so on a transition between these states?"""
        if after & self.true != self.true or after & self.false:
            return False
        if before & self.was_true != self.was_true or before & self.was_false:
            return False
        return not self.parts or all(part.holds(after, before) for part in self.parts)

    def possible(self, may: May) -> bool:
        """May it be so?"""
        if (self.true | self.was_true) & ~may.true or (self.false | self.was_false) & ~may.false:
            return False
        return all(part.possible(may) for part in self.parts)

    def avoidable(self, may: May) -> bool:
        """May it fail to be so?"""
        if (self.true | self.was_true) & may.false or (self.false | self.was_false) & may.true:
            return True
        return any(part.child.possible(may) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Fails:
    """`child` does not hold."""

    child: Every

    def holds(self, after: int, before: int) -> bool:
        """Is it so on a transition between these states?"""
        return not self.child.holds(after, before)

    def possible(self, may: May) -> bool:
        """May it be so?"""
        return self.child.avoidable(may)


Condition: TypeAlias = Every | Fails

ALWAYS = Every()
NEVER = Fails(ALWAYS)


def every(conditions: Iterable[Condition]) -> Condition:
    """All of them; looks no further than the first that never holds."""
    true = false = was_true = was_false = 0
    parts: list[Fails] = []
    for condition in conditions:
        if condition == NEVER:
            return NEVER
        if isinstance(condition, Fails):
            parts.append(condition)
            continue
        true, false = true | condition.true, false | condition.false
        was_true, was_false = was_true | condition.was_true, was_false | condition.was_false
        parts.extend(condition.parts)
    return Every(true, false, was_true, was_false, tuple(parts))


def negation(condition: Condition) -> Condition:
    """What holds exactly when `condition` does not; a single fact is turned over."""
    if isinstance(condition, Fails):
        return condition.child
    c = condition
    count = sum(bits.bit_count() for bits in (c.true, c.false, c.was_true, c.was_false))
    if count == 0 and len(c.parts) == 1:
        return c.parts[0].child
    if count == 1 and not c.parts:
        return Every(c.false, c.true, c.was_false, c.was_true)
    return Fails(c)
