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
    count = len(first) - 1
    # 0: not seen yet. Numbers grow while states are found; a finished state has the largest one,
    # so that no state takes it for a way back.
    index = [0] * count
    low = [0] * count
    done = count + 1
    following = list(first)
    stack: list[int] = []
    clock = 0
    for root in range(count):
        if index[root] or not is_used[root]:
            continue
        path = [root]
        while path:
            state = path[-1]
            if not index[state]:
                clock += 1
                index[state] = low[state] = clock
                stack.append(state)
            edge, last = following[state], first[state + 1]
            least = low[state]
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
            following[state], low[state] = edge, least
            if child >= 0:
                path.append(child)
                continue
            path.pop()
            if least == index[state]:
                yield _finished(stack, state, low, done)


def _finished(stack: list[int], root: int, low: list[int], done: int) -> list[int]:
    """The component of `root`, taken off the stack."""
    found: list[int] = []
    while not found or found[-1] != root:
        state = stack.pop()
        low[state] = done
        found.append(state)
    return found
