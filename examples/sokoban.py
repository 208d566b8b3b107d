"""Sokoban: push every box onto a target. Boxes cannot be pulled."""

from dataclasses import dataclass

LEVEL = """
#######
#.....#
#.$.$.#
#..@..#
#.o.o.#
#.....#
#######
"""

Cell = tuple[int, int]

CELLS = {
    (x, y): mark for y, row in enumerate(LEVEL.strip().splitlines()) for x, mark in enumerate(row)
}
WALLS = frozenset(c for c, mark in CELLS.items() if mark == "#")
TARGETS = frozenset(c for c, mark in CELLS.items() if mark == "o")


@dataclass(frozen=True)
class Warehouse:
    worker: Cell
    boxes: tuple[Cell, ...]


START = Warehouse(
    worker=next(c for c, mark in CELLS.items() if mark == "@"),
    boxes=tuple(c for c, mark in CELLS.items() if mark == "$"),
)

PUSHES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

ACTIONS = ("up", "down", "left", "right")


def step(cell: Cell, direction: str) -> Cell:
    dx, dy = PUSHES[direction]
    return (cell[0] + dx, cell[1] + dy)


def transition(s: Warehouse, a: str) -> Warehouse:
    there = step(s.worker, a)
    if there in WALLS:
        return s
    if there in s.boxes:
        beyond = step(there, a)
        if beyond in WALLS or beyond in s.boxes:
            return s
        boxes = tuple(beyond if box == there else box for box in s.boxes)
        return Warehouse(there, boxes)
    return Warehouse(there, s.boxes)


def reward(s: Warehouse, a: str, s2: Warehouse) -> int:
    return 100 if all(box in TARGETS for box in s2.boxes) else -1


def draw(s: Warehouse) -> str:
    marks = {c: "." if mark in "@$" else mark for c, mark in CELLS.items()}
    marks |= {box: "*" if box in TARGETS else "$" for box in s.boxes}
    marks[s.worker] = "@"
    width, height = max(marks)
    return "\n".join("".join(marks[x, y] for x in range(width + 1)) for y in range(height + 1))


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="greedy").plan)
