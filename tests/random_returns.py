"""Random worlds in Python that pay sums, penalties and ends, and their largest returns.

A world is source text over two small numbers and three flags: actions that walk, jump, switch
flags and are sometimes not allowed, a reward that is a sum of a few terms, and a `terminal` that
ends the episode in various ways. `best_returns` knows the largest return of each of its states by
looking at all of them; it shares no code with what it is compared to.
"""

from __future__ import annotations

import linecache
import math
import random
from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

import introplan as ip
from introplan.mdp import NotAllowedError, Status
from introplan.programs.freezing import kept

ACTIONS = ("a", "b", "c", "d")
DISCOUNTS = (1.0, 1.0, 1.0, 0.9, 0.5)
VALUES = (-5, -2, -1, -1, 1, 2, 4, 0.5, -0.25)


@dataclass
class _Writer:
    """Writes the three functions of a world."""

    rng: random.Random
    lines: list[str] = field(default_factory=list)

    def transition(self) -> None:
        """What each action does; some are not allowed in some states."""
        self.lines += ["def transition(s, a):", "    x, y, f, g, h = s"]
        for action in ACTIONS:
            self.lines.append(f"    if a == {action!r}:")
            if self.rng.random() < 0.3:
                self.lines += [
                    f"        if {self.condition()}:",
                    "            raise ValueError(a)",
                ]
            for _ in range(self.rng.randint(1, 2)):
                self.lines.append(f"        {self.effect()}")
        self.lines.append("    return (x, y, f, g, h)")

    def effect(self) -> str:
        """One assignment, perhaps under a condition."""
        rng = self.rng
        change = rng.choice(
            [
                "x = min(x + 1, 3)",
                "x = max(x - 1, 0)",
                "x = x + 1 if x < 3 else x",
                "y = (y + 1) % 3",
                "y = min(y + 1, 2)",
                "y = max(y - 1, 0)",
                "y = 0",
                f"f = {rng.choice(['True', 'False', 'not f'])}",
                f"g = {rng.choice(['True', 'True', 'not g', 'f'])}",
                f"h = {rng.choice(['True', 'True', 'x == 2'])}",
            ]
        )
        return change if rng.random() < 0.5 else f"if {self.condition()}: {change}"

    def condition(self, after: str = "") -> str:
        """A condition on the parts of a state."""
        rng = self.rng
        part = rng.choice(["x", "y", "x", "y", "f", "g", "h"])
        name = part + after if rng.random() < 0.7 else part
        if part in "fgh":
            text = rng.choice([name, f"not {name}"])
        else:
            text = f"{name} {rng.choice(['==', '>=', '!='])} {rng.randint(0, 3)}"
        if rng.random() < 0.3:
            text = f"{text} {rng.choice(['and', 'or'])} {self.condition(after)}"
        return text

    def reward(self) -> None:
        """A sum of a few terms, or one of a few values."""
        rng = self.rng
        self.lines += ["def reward(s, a, s2):", *_unpacking()]
        self.lines.append(f"    total = {rng.choice([0, 0, -1, -1, 1])}")
        for _ in range(rng.randint(0, 3)):
            value, condition = rng.choice(VALUES), self.condition("2")
            if rng.random() < 0.25:
                self.lines.append(f"    if {condition}: return {value}")
            else:
                self.lines.append(f"    total += {value} if {condition} else 0")
        if rng.random() < 0.2:
            self.lines.append(f"    total += {rng.choice(['x2 - x', '-y2', '2 * (h2 - h)'])}")
        self.lines.append("    return total")

    def terminal(self) -> None:
        """Up to three ways to end."""
        self.lines += ["def terminal(s, a, s2):", *_unpacking()]
        for _ in range(self.rng.randint(1, 3)):
            end = self.rng.choice(["'success'", "'failure'", "True", "True", "False"])
            self.lines.append(f"    if {self.condition('2')}: return {end}")
        self.lines.append(f"    return {self.rng.choice(['False', 'None', 'h2 and x2 == 2'])}")


def _unpacking() -> list[str]:
    return ["    x, y, f, g, h = s", "    x2, y2, f2, g2, h2 = s2"]


def random_text(seed: int) -> str:
    """The source of the world of this number."""
    writer = _Writer(random.Random(seed))
    writer.transition()
    writer.reward()
    writer.terminal()
    return "\n".join(writer.lines) + "\n"


def random_task(seed: int) -> ip.ProgramTask:
    """The task of this number."""
    rng = random.Random(-seed)
    file, text = f"<returns {seed}>", random_text(seed)
    names: dict[str, Any] = {}
    exec(compile(text, file, "exec"), names)
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    world = ip.program(
        actions=ACTIONS[: rng.randint(2, 4)],
        transition=names["transition"],
        reward=names["reward"],
        terminal=names["terminal"] if rng.random() < 0.7 else None,
    )
    start = (rng.randint(0, 3), rng.randint(0, 2), *(rng.random() < 0.3 for _ in range(3)))
    horizon = rng.choice([None, None, rng.randint(0, 4), rng.randint(2, 25)])
    return world.task(start, horizon, discount=rng.choice(DISCOUNTS))


@dataclass
class Graph:
    """Every state that can be reached, and the steps from it that do not fail."""

    states: list[Any]
    steps: list[list[tuple[float, int | None, bool]]]
    """Reward, the number of the next state (None: the episode ends), and whether with success."""


def explored(task: ip.ProgramTask, limit: int = 500) -> Graph | None:
    """The whole world; None if it has more than `limit` states."""
    numbers: dict[Hashable, int] = {kept(task.start): 0}
    graph = Graph([task.start], [])
    waiting = deque([task.start])
    while waiting:
        state, steps = waiting.popleft(), []
        for action in task.actions(state):
            try:
                outcome = task.step(state, action)
            except NotAllowedError:
                continue
            if outcome.status is Status.FAILURE:
                continue
            number = None
            if outcome.status is Status.CONTINUE:
                key = kept(outcome.state)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    graph.states.append(outcome.state)
                    waiting.append(outcome.state)
                number = numbers[key]
            steps.append((outcome.reward, number, outcome.status is Status.SUCCESS))
        graph.steps.append(steps)
        if len(numbers) > limit:
            return None
    return graph


def returns_over(
    graph: Graph, moves: int, discount: float, *, needs_success: bool
) -> list[list[float]]:
    """The largest return of each state, for each number of moves up to `moves`."""
    none_left = -math.inf if needs_success else 0.0
    found = [[none_left] * len(graph.states)]
    for _ in range(moves):
        later = found[-1]
        row = []
        for steps in graph.steps:
            options = [
                reward + (discount * later[after] if after is not None else 0.0)
                for reward, after, succeeds in steps
                if after is not None or succeeds or not needs_success
            ]
            row.append(max(options, default=none_left))
        found.append(row)
    return found


def endless_returns(graph: Graph, *, needs_success: bool) -> list[float]:
    """The largest return of each state without horizon and discount; infinite in good loops.

    An episode that goes round a loop which pays nothing in all may count as stopping there.
    """
    size = len(graph.states)
    far = _longest_ways(graph)
    last = [_last_reward(steps, needs_success=needs_success) for steps in graph.steps]
    loops = [far[state][state] for state in range(size)]
    if not needs_success:
        last = [max(r, 0.0) if loop == 0 else r for r, loop in zip(last, loops, strict=True)]
    best = [
        max([last[s], *(far[s][t] + last[t] for t in range(size) if far[s][t] > -math.inf)])
        for s in range(size)
    ]
    good = [t for t in range(size) if loops[t] > 0 and (best[t] > -math.inf or not needs_success)]
    return [
        math.inf if any(s == t or far[s][t] > -math.inf for t in good) else best[s]
        for s in range(size)
    ]


def _last_reward(steps: list[tuple[float, int | None, bool]], *, needs_success: bool) -> float:
    """The most that an episode is paid which ends with the next step, or is stuck."""
    if not steps and not needs_success:
        return 0.0
    ends = [r for r, after, succeeds in steps if after is None and (succeeds or not needs_success)]
    return max(ends, default=-math.inf)


def _longest_ways(graph: Graph) -> list[list[float]]:
    """The largest sum of rewards from each state to each (Floyd & Warshall)."""
    size = len(graph.states)
    far = [[-math.inf] * size for _ in range(size)]
    for state, steps in enumerate(graph.steps):
        for reward, after, _ in steps:
            if after is not None:
                far[state][after] = max(far[state][after], reward)
    for middle in range(size):
        for row in far:
            if row[middle] > -math.inf:
                for after, reward in enumerate(far[middle]):
                    row[after] = max(row[after], row[middle] + reward)
    return far
