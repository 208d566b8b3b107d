"""The ways in which each state was reached that are worth keeping: none is as good as another.

Labels as in multi-criteria shortest paths (Hansen 1980; Martins 1984): depth, score and cost. A
label that is as good as another in all that counts dominates it, and the other is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, frozen=True)
class Label:
    """A way to reach a state: its depth (0 where it does not count), score and cost."""

    depth: int
    score: float
    cost: float


@dataclass(slots=True)
class Labels:
    """The labels of states, which are named by their identity."""

    tolerance: float
    """Scores that differ by no more are equal."""
    more_moves_are_no_worse: bool
    """Is having more moves left never worse, with the same score and cost so far?"""
    _of: dict[int, list[Label]] = field(default_factory=dict)

    def admits(self, identity: int, label: Label) -> bool:
        """Is there no earlier label at least as good? If so, remember this one."""
        labels = self._of.get(identity, [])
        if any(self._is_as_good(old, label) for old in labels):
            return False
        kept = [old for old in labels if not self._is_as_good(label, old)]
        self._of[identity] = [*kept, label]
        return True

    def has(self, identity: int, label: Label) -> bool:
        """Is the label still worth keeping, of a state that was reached?"""
        return label in self._of[identity]

    def soonest(self, identity: int) -> int:
        """The least depth at which a state was reached."""
        return min(label.depth for label in self._of[identity])

    def _is_as_good(self, one: Label, other: Label) -> bool:
        """Does whatever is worth doing from `other` do as well from `one`?"""
        is_sooner = one.depth < other.depth and self.more_moves_are_no_worse
        if one.depth != other.depth and not is_sooner:
            return False
        if one.score > other.score + self.tolerance:
            return True
        return one.score >= other.score - self.tolerance and one.cost <= other.cost
