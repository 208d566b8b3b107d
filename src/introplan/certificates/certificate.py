"""The three kinds of certificate: what proves that a task has no plan.

A *closed set* holds the start; whatever is done in one of its states leads back into it or ends
the episode with failure; nothing done in it ends with success. So no plan does.

*Bounds* describe such a set in few words: all that can ever become true that is not so at the
start, and all that can become false. Every action that is possible within the bounds stays within
them, and none can end with success. Worlds of millions of states may need a dozen facts.

*Closed texts* are a closed set of the states of a world in Python.

None needs a horizon, and a horizon is ignored: what cannot be reached cannot be reached in time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:  # the judge of worlds in Python needs none of the language of relations
    from introplan.relational.formula import Literal


@dataclass(frozen=True, slots=True)
class ClosedSet:
    """States that no action leads out of, as numbers: bit i says whether `facts[i]` is true.

    Facts of predicates that no action changes are those of the start, and derived literals follow
    from the others: neither is listed.
    """

    facts: tuple[Literal, ...]
    states: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.states)

    def literals(self, state: int) -> Iterator[Literal]:
        """The listed facts that are true in one of the states."""
        return (fact for i, fact in enumerate(self.facts) if state >> i & 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What can ever become true that is not a fact at the start, and what can become false.

    Derived literals are among the first where rules may make them true; all may be false.
    """

    true: tuple[Literal, ...]
    false: tuple[Literal, ...]

    def __len__(self) -> int:
        return len(self.true) + len(self.false)


@dataclass(frozen=True, slots=True)
class ClosedTexts:
    """The states of a world in Python that no action leads out of, each by its text."""

    states: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.states)


Certificate: TypeAlias = ClosedSet | Bounds | ClosedTexts
"""Any proof that there is no plan."""
