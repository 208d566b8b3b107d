"""Two elevators with an IntEnum of floors and flags; people as frozen dataclasses in a tuple."""

from dataclasses import dataclass, replace
from enum import Enum, IntEnum, auto
from typing import Tuple, Union

import introplan as ip


class Floor(IntEnum):
    GROUND = 0
    FIRST = 1
    SECOND = 2
    ROOF = 3


class Lift(Enum):
    LEFT = auto()
    RIGHT = auto()


@dataclass(frozen=True)
class Person:
    where: Union[Floor, Lift]
    goal: Floor


@dataclass(frozen=True)
class House:
    left: Floor
    right: Floor
    people: Tuple[Person, ...]

    def floor(self, lift):
        return self.left if lift is Lift.LEFT else self.right


RANGE = {Lift.LEFT: (Floor.GROUND, Floor.SECOND), Lift.RIGHT: (Floor.FIRST, Floor.ROOF)}


def actions(house):
    for lift in Lift:
        lowest, highest = RANGE[lift]
        if house.floor(lift) < highest:
            yield ("up", lift)
        if house.floor(lift) > lowest:
            yield ("down", lift)
        for i, person in enumerate(house.people):
            if person.where == lift:
                yield ("out", lift, i)
            elif person.where == house.floor(lift) and not isinstance(person.where, Lift):
                yield ("in", lift, i)


def transition(house, action):
    verb, lift, *rest = action
    if verb in ("up", "down"):
        floor = Floor(house.floor(lift) + (1 if verb == "up" else -1))
        return replace(house, **{lift.name.lower(): floor})
    (i,) = rest
    people = list(house.people)
    people[i] = replace(people[i], where=lift if verb == "in" else house.floor(lift))
    return replace(house, people=tuple(people))


def make():
    start = House(Floor.GROUND, Floor.ROOF, (Person(Floor.GROUND, Floor.ROOF), Person(Floor.SECOND, Floor.GROUND)))
    return ip.program(
        actions=lambda h: list(actions(h)),
        transition=transition,
        reward=lambda h, a, h2: -1,
        terminal=lambda h, a, h2: all(p.where == p.goal for p in h2.people),
    ).task(start)
