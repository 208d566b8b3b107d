"""Rush hour with car objects in a tuple and dataclasses.replace."""

from dataclasses import dataclass, replace

import introplan as ip

SIZE = 5


@dataclass(frozen=True)
class Car:
    name: str
    row: int
    col: int
    length: int
    horizontal: bool

    def cells(self):
        if self.horizontal:
            return [(self.row, self.col + i) for i in range(self.length)]
        return [(self.row + i, self.col) for i in range(self.length)]

    def moved(self, delta):
        if self.horizontal:
            return replace(self, col=self.col + delta)
        return replace(self, row=self.row + delta)


START = (
    Car("red", 2, 0, 2, True),
    Car("blue", 0, 2, 3, False),
    Car("green", 3, 2, 3, True),
    Car("pink", 0, 4, 2, False),
)


def occupied(cars):
    return {cell for car in cars for cell in car.cells()}


def moves(cars):
    for i, car in enumerate(cars):
        others = occupied(cars[:i] + cars[i + 1:])
        for delta in (-1, 1):
            cells = car.moved(delta).cells()
            if all(0 <= r < SIZE and 0 <= c < SIZE and (r, c) not in others for r, c in cells):
                yield i, delta


def transition(cars, move):
    i, delta = move
    return cars[:i] + (cars[i].moved(delta),) + cars[i + 1:]


def out(cars):
    red = cars[0]
    return red.col + red.length == SIZE


def make():
    world = ip.program(
        actions=moves,
        transition=transition,
        reward=lambda s, a, s2: 1 if out(s2) else 0,
        terminal=lambda s, a, s2: out(s2),
    )
    return world.task(START)
