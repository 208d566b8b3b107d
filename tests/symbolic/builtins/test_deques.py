"""Deques, against Python's own."""

from __future__ import annotations

from collections import deque

import introplan as ip
from symbolic_runs import refusal_of, wrong_answers


def _ends(x: int, y: int, flag: bool) -> object:
    row = deque([x, 5])
    row.appendleft(y)
    if flag:
        row.rotate(1)
    return tuple(row), row.popleft(), row.pop()


def _joined(x: int, y: int, flag: bool) -> object:
    row = deque([x]) + deque([y])
    return row == deque([y, x]), row == [x, y], len(row)


def test_deques_are_those_of_python() -> None:
    """At both ends."""
    for function in (_ends, _joined):
        assert wrong_answers(function) == []


def _changed(x: int, y: int, flag: bool) -> object:
    row = deque([x, y])
    for value in row:
        row.append(value)
    return len(row)


def test_what_is_not_known_of_deques_is_refused() -> None:
    """A limited length, a change meanwhile."""
    assert "deque" in refusal_of(lambda x, y, flag: deque([x, y], 1))
    assert "arguments" in refusal_of(lambda x, y, flag: deque([x, y], maxlen=1))
    assert "changed" in refusal_of(_changed)


def test_deques_are_parts_of_states() -> None:
    """A queue that is served from its front, sometimes put back at its end."""

    def served(queue: deque[str], action: str) -> deque[str]:
        first = queue.popleft()
        if action == "later":
            queue.append(first)
        return queue

    def paid(queue: deque[str], action: str, after: deque[str]) -> int:
        return -1 if action == "later" else 5 if queue[0] == "b" and len(queue) == 3 else 1

    world = ip.program(
        actions=lambda queue: ["serve", "later"] if queue else [],
        transition=served,
        reward=paid,
        terminal=lambda queue, action, after: not after,
    )
    task = world.task(deque(["a", "b", "c"]))

    assert not ip.introspect(task, budget=5).diagnostics
    assert ip.plan(task, optimal=True).score == 6
