"""A maze with several destinations: reaching any of them pays 10, every other step costs 1."""

from dataclasses import dataclass

MAP = """
###############
#@..#.......#.#
###.#.###.###.#
#.#.#.#.#.....#
#.#.#.#.#####.#
#...#.....#...#
#.#######.#.###
#*......#*#..*#
###############
"""

ROWS = MAP.strip().splitlines()
CELLS = {(x, y): mark for y, row in enumerate(ROWS) for x, mark in enumerate(row)}
WALLS = frozenset(cell for cell, mark in CELLS.items() if mark == "#")
DESTINATIONS = frozenset(cell for cell, mark in CELLS.items() if mark == "*")


@dataclass(frozen=True)
class Player:
    """Where the player is."""

    x: int
    y: int


MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

ACTIONS = list(MOVES)

START = next(Player(x, y) for (x, y), mark in CELLS.items() if mark == "@")


def transition(s: Player, a: str) -> Player:
    """A step, unless there is a wall."""
    dx, dy = MOVES[a]
    x, y = s.x + dx, s.y + dy
    if (x, y) in WALLS:
        return s
    return Player(x, y)


def reward(s: Player, a: str, s2: Player) -> int:
    """Any destination will do."""
    if (s2.x, s2.y) in DESTINATIONS:
        return 10
    return -1


def draw(s: Player) -> str:
    """The map with the player in it."""
    rows = [list(row.replace("@", ".")) for row in ROWS]
    rows[s.y][s.x] = "@"
    return "\n".join("".join(row) for row in rows)
