"""An elevator with waiting costs: every passenger who has not arrived costs 1 per move."""

from dataclasses import dataclass

PASSENGERS = {"ann": (3, 0), "bob": (0, 4), "cid": (2, 4)}  # from, to
FLOORS = 5

ACTIONS = ["up", "down", "open"]


@dataclass(frozen=True)
class Lift:
    floor: int
    waiting: frozenset
    riding: frozenset


START = Lift(1, frozenset(PASSENGERS), frozenset())


def transition(lift, action):
    if action == "up":
        if lift.floor == FLOORS - 1:
            raise ValueError("the roof")
        return Lift(lift.floor + 1, lift.waiting, lift.riding)
    if action == "down":
        if lift.floor == 0:
            raise ValueError("the ground")
        return Lift(lift.floor - 1, lift.waiting, lift.riding)
    enter = {p for p in lift.waiting if PASSENGERS[p][0] == lift.floor}
    leave = {p for p in lift.riding if PASSENGERS[p][1] == lift.floor}
    return Lift(lift.floor, lift.waiting - enter, (lift.riding | enter) - leave)


def reward(before, action, after):
    total = 0
    for _ in after.waiting:
        total -= 1
    for _ in after.riding:
        total -= 1
    return total


def terminal(before, action, after):
    return not after.waiting and not after.riding
