"""A dog drives sheep into a pen; sheep step away from the dog if it is near."""

from typing import NamedTuple, Tuple

import introplan as ip


class Pos(NamedTuple):
    x: int
    y: int

    def moved(self, dx, dy):
        return Pos(min(max(self.x + dx, 0), 4), min(max(self.y + dy, 0), 3))

    def distance(self, other):
        return abs(self.x - other.x) + abs(self.y - other.y)


class Meadow(NamedTuple):
    dog: Pos
    sheep: Tuple[Pos, ...]


PEN = {Pos(4, 3), Pos(4, 2)}
STEPS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}


def sign(n):
    return (n > 0) - (n < 0)


def flee(sheep, dog):
    if sheep.distance(dog) > 1:
        return sheep
    return sheep.moved(sign(sheep.x - dog.x), sign(sheep.y - dog.y))


def transition(meadow, action):
    dog = meadow.dog.moved(*STEPS[action])
    if dog in meadow.sheep:
        return meadow
    return Meadow(dog, tuple(flee(s, dog) for s in meadow.sheep))


def reward(meadow, action, after):
    inside = sum(s in PEN for s in after.sheep)
    return 20 if inside == 2 else -1


def terminal(meadow, action, after):
    return all(s in PEN for s in after.sheep)


def make():
    start = Meadow(Pos(0, 0), (Pos(2, 1), Pos(3, 2)))
    return ip.program(actions=list(STEPS), transition=transition, reward=reward, terminal=terminal).task(start)
