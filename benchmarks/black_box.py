"""The black box against plain Python: `python benchmarks/black_box.py [NAME ...]`.

Worlds with states of many kinds, written as people write them. Two ratios for each, of processor
time, both against what a user would write in ten lines:

    calls   expanding states as our searches do, and by calling the user's functions, hashing
            included in both
    plan    `ip.plan`, and a breadth-first search with the user's own hash (or else the text)

At most 1.5 and, where breadth-first search takes more than 0.3 s, at most 1.0 are aimed at.
"""

from __future__ import annotations

import argparse
import copy
import gc
import time
from collections import deque, namedtuple
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any

import introplan as ip
from introplan.limits import Meter
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.exploration import expansion

WALLS = frozenset({(2, y) for y in range(8)} | {(5, y) for y in range(3, 11)})
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
BOARD = (8, 1, 3, 4, 0, 2, 7, 6, 5)
HARD = (8, 6, 7, 2, 5, 4, 3, 0, 1)
SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@dataclass(frozen=True, slots=True)
class World:
    """The parts of a world as its author has them, and what tells its states apart."""

    start: Any
    actions: Any
    transition: Callable[[Any, Any], Any]
    is_goal: Callable[[Any], bool]
    key: Callable[[Any], Hashable] = lambda state: state
    copies: bool = False
    """Does the transition change its argument, so that the author copies it first?"""

    def task(self) -> ProgramTask:
        """The task of an end that is reached soonest."""
        goal = self.is_goal
        model = ip.program(
            actions=self.actions,
            transition=self.transition,
            reward=lambda s, a, s2: -1,
            terminal=lambda s, a, s2: "success" if goal(s2) else "continue",
        )
        return model.task(self.start)

    def step(self, state: Any, action: Any) -> Any:
        """The state after a step; None where it raises."""
        try:
            return self.transition(copy.deepcopy(state) if self.copies else state, action)
        except ValueError:
            return None

    def moves(self, state: Any) -> list[Any]:
        """What can be tried."""
        return list(self.actions(state)) if callable(self.actions) else list(self.actions)


def breadth_first(world: World) -> list[Any] | None:
    """What a user writes in ten lines."""
    parents: dict[Hashable, Any] = {world.key(world.start): None}
    waiting = deque([world.start])
    while waiting:
        state = waiting.popleft()
        for action in world.moves(state):
            after = world.step(state, action)
            if after is None or (key := world.key(after)) in parents:
                continue
            parents[key] = (state, action)
            if world.is_goal(after):
                return _plan(world, parents, after)
            waiting.append(after)
    return None


def _plan(world: World, parents: dict[Hashable, Any], state: Any) -> list[Any]:
    plan: list[Any] = []
    while (step := parents[world.key(state)]) is not None:
        state, action = step
        plan.append(action)
    return plan[::-1]


def _slid(board: Any, move: str) -> tuple[int, int]:
    """The places that a move of the empty one exchanges, on a board of 9."""
    hole = board.index(0)
    row, column = divmod(hole, 3)
    dx, dy = STEPS[move]
    if not (0 <= row + dy < 3 and 0 <= column + dx < 3):
        raise ValueError("over the edge")
    return hole, hole + 3 * dy + dx


def _tuple_puzzle(start: tuple[int, ...]) -> World:
    def transition(s: tuple[int, ...], a: str) -> tuple[int, ...]:
        hole, tile = _slid(s, a)
        board = list(s)
        board[hole], board[tile] = board[tile], board[hole]
        return tuple(board)

    return World(start, list(STEPS), transition, lambda s: s == SOLVED)


def _string_puzzle() -> World:
    def transition(s: str, a: str) -> str:
        hole = s.index("0")
        row, column = divmod(hole, 3)
        dx, dy = STEPS[a]
        if not (0 <= row + dy < 3 and 0 <= column + dx < 3):
            raise ValueError("over the edge")
        tile = hole + 3 * dy + dx
        board = list(s)
        board[hole], board[tile] = board[tile], board[hole]
        return "".join(board)

    return World("".join(map(str, HARD)), list(STEPS), transition, lambda s: s == "123456780")


def _list_puzzle() -> World:
    def transition(s: list[int], a: str) -> list[int]:
        hole, tile = _slid(s, a)
        s = s[:]
        s[hole], s[tile] = s[tile], s[hole]
        return s

    return World(list(BOARD), list(STEPS), transition, lambda s: tuple(s) == SOLVED, key=tuple)


def _rows_puzzle() -> World:
    """A list of lists that the transition changes in place."""

    def transition(s: list[list[int]], a: str) -> list[list[int]]:
        row = next(y for y, line in enumerate(s) if 0 in line)
        column = s[row].index(0)
        dx, dy = STEPS[a]
        if not (0 <= row + dy < 3 and 0 <= column + dx < 3):
            raise ValueError("over the edge")
        s[row][column] = s[row + dy][column + dx]
        s[row + dy][column + dx] = 0
        return s

    start = [list(BOARD[i : i + 3]) for i in (0, 3, 6)]
    goal = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
    key: Callable[[Any], Hashable] = lambda s: tuple(map(tuple, s))  # noqa: E731
    return World(start, list(STEPS), transition, lambda s: s == goal, key=key, copies=True)


def _numpy_puzzle() -> World:
    import numpy as np

    def transition(s: Any, a: str) -> Any:
        (row,), (column,) = np.where(s == 0)
        dx, dy = STEPS[a]
        if not (0 <= row + dy < 3 and 0 <= column + dx < 3):
            raise ValueError("over the edge")
        after = s.copy()
        after[row, column] = s[row + dy, column + dx]
        after[row + dy, column + dx] = 0
        return after

    goal = np.array(SOLVED).reshape(3, 3)
    start = np.array(BOARD).reshape(3, 3)
    return World(
        start, list(STEPS), transition, lambda s: (s == goal).all(), key=lambda s: s.tobytes()
    )


def _walked(position: tuple[int, int], move: str) -> tuple[int, int]:
    x, y = position[0] + STEPS[move][0], position[1] + STEPS[move][1]
    return (x, y) if 0 <= x < 11 and 0 <= y < 11 and (x, y) not in WALLS else position


def _collecting_set() -> World:
    coins = frozenset({(0, 9), (4, 4), (9, 0), (7, 7), (10, 10)})

    def transition(s: Any, a: str) -> Any:
        place = _walked(s[0], a)
        return place, s[1] - {place}

    return World(((0, 0), coins), list(STEPS), transition, lambda s: not s[1])


@dataclass(frozen=True)
class Frozen:
    """A walker with a key."""

    place: tuple[int, int]
    has_key: bool
    doors: tuple[bool, ...]


def _frozen_doors() -> World:
    switches = ((0, 10), (4, 0), (6, 9), (10, 3))

    def transition(s: Frozen, a: str) -> Frozen:
        if a == "use":
            if s.place not in switches:
                return s
            at = switches.index(s.place)
            doors = tuple(d != (i in (at, at - 1)) for i, d in enumerate(s.doors))
            return replace(s, doors=doors)
        place = _walked(s.place, a)
        return Frozen(place, s.has_key or place == (10, 0), s.doors)

    start = Frozen((0, 0), False, (False, True, False, True))
    goal: Callable[[Any], bool] = lambda s: s.has_key and not any(s.doors)  # noqa: E731
    return World(start, [*STEPS, "use"], transition, goal)


@dataclass
class Robot:
    """A robot that is changed in place."""

    x: int
    y: int
    battery: int
    carried: list[str]
    left: dict[tuple[int, int], str]


def _robot() -> World:
    def transition(s: Robot, a: str) -> Robot:
        if a == "load":
            s.battery = 12 if (s.x, s.y) in ((0, 0), (6, 0)) else s.battery
            return s
        if a == "take":
            if (s.x, s.y) in s.left:
                s.carried.append(s.left.pop((s.x, s.y)))
            return s
        if s.battery == 0:
            raise ValueError("empty")
        s.battery -= 1
        s.x, s.y = _walked((s.x, s.y), a)
        return s

    start = Robot(0, 0, 12, [], {(0, 5): "cup", (4, 2): "pen", (7, 1): "map"})
    return World(
        start, [*STEPS, "load", "take"], transition, lambda s: not s.left, key=repr, copies=True
    )


def _dict_of_lists() -> World:
    """Towers of Hanoi; a copy is made by hand."""

    def transition(s: dict[str, list[int]], a: tuple[str, str]) -> dict[str, list[int]]:
        source, target = a
        if not s[source] or (s[target] and s[target][-1] < s[source][-1]):
            raise ValueError("too large")
        after = {peg: list(disks) for peg, disks in s.items()}
        after[target].append(after[source].pop())
        return after

    start = {"a": [7, 6, 5, 4, 3, 2, 1], "b": [], "c": []}
    moves = [(s, t) for s in "abc" for t in "abc" if s != t]
    key: Callable[[Any], Hashable] = lambda s: tuple(map(tuple, s.values()))  # noqa: E731
    return World(start, moves, transition, lambda s: len(s["c"]) == 7, key=key)


class Jugs:
    """Water jugs with equality of their own."""

    __slots__ = ("held",)
    SIZES = (3, 5, 8, 13, 19)

    def __init__(self, held: tuple[int, ...]) -> None:
        self.held = held

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Jugs) and self.held == other.held

    def __hash__(self) -> int:
        return hash(self.held)

    def pour(self, source: int, target: int) -> Jugs:
        """From one jug to another until it is full."""
        held = list(self.held)
        amount = min(held[source], self.SIZES[target] - held[target])
        held[source] -= amount
        held[target] += amount
        return Jugs(tuple(held))


def _own_equality() -> World:
    moves = [(i, j) for i in range(5) for j in range(5) if i != j]
    start = Jugs((0, 0, 0, 5, 19))
    return World(start, moves, lambda s, a: s.pour(*a), lambda s: s.held == (1, 4, 4, 7, 8))


Boat = namedtuple("Boat", "missionaries cannibals side")


def _named_tuple() -> World:
    count = 40

    def transition(s: Boat, a: tuple[int, int]) -> Boat:
        sign = -1 if s.side else 1
        m, c = s.missionaries - sign * a[0], s.cannibals - sign * a[1]
        if not (0 <= m <= count and 0 <= c <= count):
            raise ValueError("not that many")
        if (m and m < c) or (count - m and count - m < count - c):
            raise ValueError("eaten")
        return Boat(m, c, 1 - s.side)

    loads = [(m, c) for m in range(6) for c in range(6) if 1 <= m + c <= 5 and (not m or m >= c)]
    return World(Boat(count, count, 0), loads, transition, lambda s: s == Boat(0, 0, 1))


class Env:
    """An environment as packages have them: it is copied before each step."""

    def __init__(self) -> None:
        self.grid = [[int((x, y) in WALLS) for x in range(11)] for y in range(11)]
        self.agent = (0, 0)
        self.keys = {"red": (10, 0), "blue": (0, 10)}
        self.bag: list[str] = []
        self.total = 0.0

    def step(self, action: str) -> None:
        """Move, or take a key."""
        if action == "take":
            for name, place in list(self.keys.items()):
                if place == self.agent:
                    self.bag.append(name)
                    del self.keys[name]
        else:
            self.agent = _walked(self.agent, action)


def _environment() -> World:
    def transition(s: Env, a: str) -> Env:
        s = copy.deepcopy(s)
        s.step(a)
        return s

    goal: Callable[[Any], bool] = lambda s: s.bag == ["blue", "red"] and s.agent == (10, 10)  # noqa: E731
    key: Callable[[Any], Hashable] = lambda s: (s.agent, tuple(s.bag))  # noqa: E731
    return World(Env(), [*STEPS, "take"], transition, goal, key=key)


def _lights() -> World:
    """Whole numbers as sets of bits, with a function that lists the moves."""
    masks = [
        sum(
            1 << (4 * y + x)
            for x, y in ((i, j), (i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1))
            if 0 <= x < 4 and 0 <= y < 4
        )
        for j in range(4)
        for i in range(4)
    ]
    return World(
        0xBEEF, lambda s: list(range(16)), lambda s, a: s ^ masks[a], lambda s: s == 0x1234
    )


def _state_of_sets() -> World:
    """A dictionary with a set and a counter, copied by the author's deepcopy."""

    def transition(s: dict[str, Any], a: str) -> dict[str, Any]:
        s = copy.deepcopy(s)
        s["at"] = _walked(s["at"], a)
        s["seen"].discard(s["at"])
        return s

    start = {"at": (0, 0), "seen": {(4, 4), (9, 0), (0, 7)}}
    key: Callable[[Any], Hashable] = lambda s: (s["at"], frozenset(s["seen"]))  # noqa: E731
    return World(start, list(STEPS), transition, lambda s: not s["seen"], key=key)


def _tokens() -> World:
    """A tuple of frozen dataclasses."""

    def transition(s: tuple[Frozen, ...], a: tuple[int, str]) -> tuple[Frozen, ...]:
        number, move = a
        return tuple(
            replace(t, place=_walked(t.place, move)) if i == number else t for i, t in enumerate(s)
        )

    start = (Frozen((0, 0), False, ()), Frozen((1, 1), True, ()))
    actions = [(i, move) for i in range(2) for move in STEPS]
    return World(
        start, actions, transition, lambda s: s[0].place == (4, 8) and s[1].place == (4, 2)
    )


WORLDS: dict[str, Callable[[], World]] = {
    "tuple, 8-puzzle of 16 moves": lambda: _tuple_puzzle(BOARD),
    "tuple, hardest 8-puzzle": lambda: _tuple_puzzle(HARD),
    "text, hardest 8-puzzle": _string_puzzle,
    "list": _list_puzzle,
    "list of lists, in place": _rows_puzzle,
    "numpy array": _numpy_puzzle,
    "tuple and frozenset": _collecting_set,
    "frozen dataclass": _frozen_doors,
    "tuple of frozen dataclasses": _tokens,
    "dataclass, in place": _robot,
    "dict of lists": _dict_of_lists,
    "dict with a set": _state_of_sets,
    "own equality and slots": _own_equality,
    "named tuple": _named_tuple,
    "environment, deepcopy": _environment,
    "whole number, listed moves": _lights,
}


def _seconds(work: Callable[[], Any], rounds: int = 3) -> float:
    """The least processor time of a few runs."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
        if best > 2:
            break
    return best


def _states(world: World, most: int) -> list[Any]:
    """States near the start, in breadth-first order."""
    found, seen = [world.start], {world.key(world.start)}
    for state in found:
        for action in world.moves(state):
            after = world.step(state, action)
            if after is not None and not world.is_goal(after) and world.key(after) not in seen:
                seen.add(world.key(after))
                found.append(after)
        if len(found) >= most:
            break
    return found[:most]


def call_ratio(world: World) -> tuple[float, float]:
    """Microseconds of a plain step, and how many times as much one of ours takes."""
    states, task = _states(world, 1000), world.task()
    program = task.program
    assert program.terminal is not None
    terminal = program.terminal

    def plain() -> int:
        count, seen = 0, set()
        for state in states:
            for action in world.moves(state):
                after = world.step(state, action)
                count += 1
                if after is not None:
                    program.reward(state, action, after)
                    terminal(state, action, after)
                    seen.add(world.key(after))
        return count

    model, meter = BlackBox(task), Meter()
    kept_states = [kept(state) for state in states]

    def ours() -> None:
        seen = set()
        for state in kept_states:
            for _, after, _, _ in expansion(model, state, meter):
                seen.add(after)

    ours()
    theirs = _seconds(plain)
    return 1e6 * theirs / plain(), _seconds(ours) / theirs


def plan_times(world: World) -> tuple[float, float, str]:
    """Seconds of breadth-first search, of `ip.plan`, and what the plan is worth."""
    warm_up = ip.program(
        actions=[1], transition=lambda s, a: s + a, reward=lambda s, a, s2: s2 > 2
    )
    ip.plan(warm_up.task(0, horizon=5))
    found: list[Any] = []
    theirs = _seconds(lambda: found.append(breadth_first(world)))
    results: list[Any] = []
    ours = _seconds(lambda: results.append(ip.plan(world.task())))
    length = len(results[-1].plan) if results[-1].plan else None
    return theirs, ours, f"{len(found[-1] or ())} / {length} {results[-1].method}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    names = parser.parse_args().names
    print(
        "| state | us a step | calls | BFS s | plan s | ratio | more s | length, theirs / ours |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, make in WORLDS.items():
        if names and not any(part in name for part in names):
            continue
        step, calls = call_ratio(make())
        theirs, ours, length = plan_times(make())
        cells = [name, f"{step:.2f}", f"{calls:.2f}", f"{theirs:.3f}", f"{ours:.3f}"]
        cells += [f"{ours / theirs:.2f}", f"{ours - theirs:+.3f}", length]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
