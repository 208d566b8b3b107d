"""What is expected of a policy, exactly: the judge's own arithmetic.

With a horizon the probabilities of states are carried forward, move by move. Without one the
states are eliminated one after the other (Kemeny and Snell 1960; without subtractions, after
Grassmann, Taksar and Heyman 1985): what led through a state then leads past it, and carries what
is expected to be paid there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from introplan.mdp import Outcome, Status

Outcomes = list[tuple[float, Outcome[Hashable]]]
Follow = Callable[[Hashable, int | None], Outcomes]
"""What the policy's action leads to in a state with so many moves left; empty if stuck."""

EVEN = 1e-9
"""What a round of a loop pays on average, in parts of all that is paid in it, is 0 below this."""


class TooManyError(Exception):
    """The policy comes through too many states."""


def expected_within(
    start: Hashable, horizon: int, discount: float, follow: Follow, max_steps: int
) -> float:
    """The expected score over so many moves."""
    present: dict[Hashable, float] = {start: 1.0}
    paid: list[float] = []
    worth, steps = 1.0, 0
    for left in range(horizon, 0, -1):
        steps += len(present)
        if steps > max_steps:
            raise TooManyError
        following: dict[Hashable, float] = {}
        for state, mass in present.items():
            for probability, (after, reward, status) in follow(state, left):
                share = mass * probability
                if reward:
                    paid.append(share * worth * reward)
                if status is Status.CONTINUE and share > 0:
                    following[after] = following.get(after, 0.0) + share
        present = following
        worth *= discount
        if not present:
            break
    return math.fsum(paid)


@dataclass(slots=True)
class _Row:
    """A state: where it leads, how likely the episode ends, what is paid, and paid in all."""

    to: dict[int, float] = field(default_factory=dict)
    ends: float = 0.0
    paid: float = 0.0
    moved: float = 0.0


def expected_endless(
    start: Hashable, discount: float, follow: Follow, max_states: int, max_operations: int
) -> float:
    """The expected score of an endless episode; infinite or not a number where it has none."""
    rows = _chain(start, discount, follow, max_states)
    into: list[set[int]] = [set() for _ in rows]
    for number, row in enumerate(rows):
        for target in row.to:
            into[target].add(number)
    left = max_operations
    for number in range(len(rows) - 1, 0, -1):
        row = rows[number]
        _close(row, number)
        for source in into[number] - {number}:
            left -= len(row.to) + 1
            _bypass(rows, into, source, number)
        for target in row.to:
            into[target].discard(number)
        if left < 0:
            raise TooManyError
    _close(rows[0], 0)
    return rows[0].paid


def _chain(start: Hashable, discount: float, follow: Follow, max_states: int) -> list[_Row]:
    numbers: dict[Hashable, int] = {start: 0}
    states, rows = [start], list[_Row]()
    while len(rows) < len(states):
        row = _Row()
        outcomes = follow(states[len(rows)], None)
        for probability, (after, reward, status) in outcomes:
            row.paid += probability * reward
            row.moved += probability * abs(reward)
            if status is not Status.CONTINUE:
                row.ends += probability
                continue
            number = numbers.setdefault(after, len(states))
            if number == len(states):
                states.append(after)
            row.to[number] = row.to.get(number, 0.0) + discount * probability
            row.ends += (1 - discount) * probability
        if not outcomes:
            row.ends = 1.0
        rows.append(row)
        if len(states) > max_states:
            raise TooManyError
    return rows


def _close(row: _Row, number: int) -> None:
    """What a state pays until it is left for good; it no longer leads to itself."""
    row.to.pop(number, None)
    out = math.fsum(row.to.values()) + row.ends
    if out > 0:
        row.to = {target: share / out for target, share in row.to.items()}
        row.ends, row.paid, row.moved = row.ends / out, row.paid / out, row.moved / out
        return
    row.ends = 1.0  # it is never left: what is paid there adds up without end
    if abs(row.paid) > EVEN * row.moved:
        row.paid = math.copysign(math.inf, row.paid)
    elif row.moved > 0:
        row.paid = math.nan


def _bypass(rows: list[_Row], into: list[set[int]], source: int, number: int) -> None:
    """Let what led to a state lead to where that one leads."""
    row, via = rows[source], rows[number]
    share = row.to.pop(number)
    row.paid += share * via.paid
    row.moved += share * via.moved
    row.ends += share * via.ends
    for target, part in via.to.items():
        row.to[target] = row.to.get(target, 0.0) + share * part
        into[target].add(source)
