"""Environments made of objects, as grid worlds are: a key, a door, walls, a clock, pictures."""

from __future__ import annotations

from typing import Any

PICTURES: list[int] = []
"""One for each picture that was made."""


class Thing:
    """What lies in a cell."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.is_open = False


class Rooms:
    """Two rooms with a locked door between them; the goal pays less from step to step."""

    SIZE = 6

    def __init__(self, *, is_circular: bool = False, slowness: int = 1) -> None:
        self.actions = ["left", "right", "up", "down", "take", "drop", "open"]
        self.is_circular, self.slowness = is_circular, slowness
        self.reset()

    def reset(self, seed: int | None = None) -> Any:
        """To the start."""
        size = self.SIZE
        edge = (0, size - 1)
        self.cells: list[list[Thing | None]] = [
            [Thing("wall") if x in edge or y in edge else None for x in range(size)]
            for y in range(size)
        ]
        for y in range(1, size - 1):
            self.cells[y][3] = Thing("wall")
        self.cells[2][3] = Thing("door")
        self.cells[4][1] = Thing("key")
        self.cells[4][4] = Thing("goal")
        self.at, self.clock = (1, 1), 0
        self.held: Thing | None = None
        self.owner = self if self.is_circular else None
        return self.picture()

    def picture(self) -> Any:
        """What is seen, slowly."""
        PICTURES.append(1)
        return [[cell and cell.kind for cell in row] for row in self.cells]

    def step(self, action: str) -> Any:
        """Walk, take what lies here, open the door beside."""
        self.clock += 1
        x, y = self.at
        moves = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        won = False
        if action in moves:
            to = (x + moves[action][0], y + moves[action][1])
            there = self.cells[to[1]][to[0]]
            if there is None or there.kind in ("key", "goal") or there.is_open:
                self.at = to
                won = there is not None and there.kind == "goal"
        elif action == "take" and self.held is None and self.cells[y][x] is not None:
            self.held, self.cells[y][x] = self.cells[y][x], None
        elif action == "drop" and self.held is not None and self.cells[y][x] is None:
            self.cells[y][x], self.held = self.held, None
        elif action == "open" and self.held is not None:
            door = self.cells[y][x + 1]
            if door is not None and door.kind == "door":
                door.is_open = True
        seen = self.picture()
        reward = 1 - 0.9 * self.clock / 100 if won else 0.0
        return seen, reward, won, self.clock >= 100, {}
