"""More worlds to measure speed with: real warehouses, towers, peg boards, knights, crossings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from speed_worlds import SOKOBANS, STEPS, World

LEVELS = {
    "pillars": (
        "########",
        "#   #  #",
        "# $@$  #",
        "## $ # #",
        "# .. . #",
        "#      #",
        "########",
    ),
    "rooms": (
        "##########",
        "#   #    #",
        "# $   $  #",
        "#   #   .#",
        "## ### #.#",
        "#   @   .#",
        "# $   #  #",
        "#   #    #",
        "##########",
    ),
    "corridor": (
        "###########",
        "#   #     #",
        "# $   $   #",
        "#   #   #.#",
        "## ### ##.#",
        "#   @   #.#",
        "# $   #   #",
        "#   #     #",
        "###########",
    ),
    "doors": (
        "############",
        "#    #     #",
        "# $      $ #",
        "#    #     #",
        "## ##### ###",
        "#    #  .. #",
        "# @$    .. #",
        "#    #$    #",
        "############",
    ),
    "wide": (
        "###############",
        "#.           .#",
        "#  $   #   $  #",
        "#      #      #",
        "#   ###@###   #",
        "#      #      #",
        "#  $   #   $  #",
        "#.           .#",
        "###############",
    ),
    "six": (
        "############",
        "#..  #     #",
        "#..  # $ $ #",
        "#..  #$##  #",
        "#      @ ###",
        "#..  # #  $#",
        "##### ##$$ #",
        "  # $      #",
        "  #    #   #",
        "  ##########",
    ),
}


def hanoi(discs: int) -> World:
    """Discs on three pegs: for each disc the peg it lies on."""

    def move(pegs: tuple[int, ...], way: tuple[int, int]) -> tuple[int, ...] | None:
        source, target = way
        for disc in range(discs):
            if pegs[disc] == target:
                return None
            if pegs[disc] == source:
                return (*pegs[:disc], target, *pegs[disc + 1 :])
        return None

    ways = [(a, b) for a in range(3) for b in range(3) if a != b]
    return World(
        (0,) * discs,
        ways,
        move,
        lambda s: all(peg == 2 for peg in s),
        lambda s: sum(2**disc for disc, peg in enumerate(s) if peg != 2),
    )


def lights(side: int) -> World:
    """Lights out: a press changes a lamp and its neighbours."""
    cells = [(r, c) for r in range(side) for c in range(side)]

    def press(lit: tuple[bool, ...], at: tuple[int, int]) -> tuple[bool, ...]:
        found = list(lit)
        for dr, dc in ((0, 0), *STEPS.values()):
            r, c = at[0] + dr, at[1] + dc
            if 0 <= r < side and 0 <= c < side:
                found[r * side + c] = not found[r * side + c]
        return tuple(found)

    start = (False,) * (side * side)
    for at in cells[:: 3 if side > 4 else 2]:
        start = press(start, at)
    return World(start, cells, press, lambda s: not any(s), sum)


def knight(side: int) -> World:
    """A knight's tour: every cell once."""
    jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

    def jump(state: Any, by: tuple[int, int]) -> Any:
        (r, c), seen = state
        new = (r + by[0], c + by[1])
        if not (0 <= new[0] < side and 0 <= new[1] < side) or new in seen:
            return None
        return new, seen | {new}

    start = ((0, 0), frozenset({(0, 0)}))
    return World(
        start, jumps, jump, lambda s: len(s[1]) == side * side, lambda s: side * side - len(s[1])
    )


def jugs(sizes: tuple[int, ...], wanted: int) -> World:
    """Jugs without marks: fill, empty and pour."""
    names = range(len(sizes))
    actions = [("fill", i, i) for i in names] + [("empty", i, i) for i in names]
    actions += [("pour", i, j) for i in names for j in names if i != j]

    def handle(water: tuple[int, ...], action: tuple[str, int, int]) -> tuple[int, ...]:
        kind, i, j = action
        after = list(water)
        if kind == "fill":
            after[i] = sizes[i]
        elif kind == "empty":
            after[i] = 0
        else:
            poured = min(water[i], sizes[j] - water[j])
            after[i] -= poured
            after[j] += poured
        return tuple(after)

    return World((0,) * len(sizes), actions, handle, lambda s: wanted in s, lambda s: 0)


def crossing(pairs: int, seats: int) -> World:
    """Missionaries and cannibals."""
    loads = [(m, c) for m in range(seats + 1) for c in range(seats + 1) if 1 <= m + c <= seats]

    def row(state: tuple[int, int, int], load: tuple[int, int]) -> tuple[int, int, int] | None:
        m, c, side = state
        way = -1 if side == 0 else 1
        m, c = m + way * load[0], c + way * load[1]
        if not (0 <= m <= pairs and 0 <= c <= pairs):
            return None
        if (m and m < c) or (pairs - m and pairs - m < pairs - c):
            return None
        return m, c, 1 - side

    return World(
        (pairs, pairs, 0), loads, row, lambda s: s == (0, 0, 1), lambda s: (s[0] + s[1]) / seats
    )


def collecting(side: int, count: int) -> World:
    """Coins in a field, all to be collected."""
    coins = frozenset((7 * k % side, (5 * k + 3) % side) for k in range(1, count + 1))

    def walk(state: Any, move: str) -> Any:
        (r, c), left = state
        r, c = r + STEPS[move][0], c + STEPS[move][1]
        if not (0 <= r < side and 0 <= c < side):
            return state
        return (r, c), left - {(r, c)}

    return World(((0, 0), coins), list(STEPS), walk, lambda s: not s[1], lambda s: len(s[1]))


def _worlds() -> dict[str, Callable[[], World]]:
    found: dict[str, Callable[[], World]] = {}
    for style, sokoban in SOKOBANS.items():
        for level, room in LEVELS.items():
            found[f"Level {level}, {style}"] = partial(sokoban, room)
    found["hanoi 8"] = partial(hanoi, 8)
    for side in (4, 5):
        found[f"lights out {side}"] = partial(lights, side)
    for side in (5, 6):
        found[f"knight {side}"] = partial(knight, side)
    found["jugs 3"] = partial(jugs, (24, 13, 11), 8)
    found["jugs 4"] = partial(jugs, (31, 17, 13, 7), 11)
    found["crossing"] = partial(crossing, 15, 4)
    found["collecting 8"] = partial(collecting, 12, 8)
    return found


WORLDS = _worlds()
