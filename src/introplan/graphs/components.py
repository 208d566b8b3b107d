"""Strongly connected components (Tarjan 1972), without recursion.

They come out in reverse topological order: every component after all that can be reached from it,
which is the order in which values of states are computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def components(
    first: Sequence[int], targets: Sequence[int], is_used: Sequence[bool]
) -> Iterator[list[int]]:
    """The components of the used states, successors first.

    The edges of state n are `first[n]` to `first[n + 1]`; targets below 0, and states that are
    not used, are left out.
    """
    walk = _Walk(first, targets, is_used)
    for root in range(len(first) - 1):
        if is_used[root] and not walk.index[root]:
            yield from walk.components_from(root)


def components_of_rows(rows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """The components of a graph that has a list of targets for each state, successors first."""
    first, targets = [0], list[int]()
    for row in rows:
        targets += row
        first.append(len(targets))
    return components(first, targets, [True] * len(rows))


class _Walk:
    """A depth-first walk over the states.

    `index` numbers states as they are found (0: not yet), `low` is the least index that can be
    reached from below. Finished states have a `low` above all others: no way leads back there.
    """

    def __init__(
        self, first: Sequence[int], targets: Sequence[int], is_used: Sequence[bool]
    ) -> None:
        count = len(first) - 1
        self.first, self.targets, self.is_used = first, targets, is_used
        self.index = [0] * count
        self.low = [0] * count
        self.done = count + 1
        self.following = list(first)
        self.stack: list[int] = []
        self.clock = 0

    def components_from(self, root: int) -> Iterator[list[int]]:
        """The components that are finished by a walk from `root`."""
        path = [root]
        while path:
            state = path[-1]
            if not self.index[state]:
                self.clock += 1
                self.index[state] = self.low[state] = self.clock
                self.stack.append(state)
            child = self._next_child(state)
            if child >= 0:
                path.append(child)
                continue
            path.pop()
            if self.low[state] == self.index[state]:
                yield self._finished(state)

    def _next_child(self, state: int) -> int:
        """The next target that was not found yet; -1 if there is none."""
        targets, is_used, index, low = self.targets, self.is_used, self.index, self.low
        edge, last, least = self.following[state], self.first[state + 1], low[state]
        child = -1
        while edge < last:
            target = targets[edge]
            if target >= 0 and is_used[target]:
                if not index[target]:
                    child = target
                    break
                if low[target] < least:
                    least = low[target]
            edge += 1
        # An edge to a new child is looked at again when the child is finished.
        self.following[state], low[state] = edge, least
        return child

    def _finished(self, root: int) -> list[int]:
        """The component of `root`, taken off the stack."""
        found: list[int] = []
        while not found or found[-1] != root:
            state = self.stack.pop()
            self.low[state] = self.done
            found.append(state)
        return found
