"""Taxi: pick the passenger up and bring them to their destination (Dietterich, 2000)."""

from dataclasses import dataclass, replace
from enum import Enum

MAP = """
+---------+
|R: | : :G|
| : | : : |
| : : : : |
| | : | : |
|Y| : |B: |
+---------+
""".strip().splitlines()

STOPS = {"R": (0, 0), "G": (0, 4), "Y": (4, 0), "B": (4, 3)}


class Action(Enum):
    SOUTH = 0
    NORTH = 1
    EAST = 2
    WEST = 3
    PICKUP = 4
    DROPOFF = 5


@dataclass(frozen=True)
class Taxi:
    row: int
    col: int
    passenger: str
    destination: str

    @property
    def is_at_destination(self):
        return (self.row, self.col) == STOPS[self.destination]


ACTIONS = list(Action)

START = Taxi(3, 1, "Y", "G")

INSIDE = "taxi"


def transition(s, a):
    if a is Action.SOUTH:
        return replace(s, row=min(s.row + 1, 4))
    if a is Action.NORTH:
        return replace(s, row=max(s.row - 1, 0))
    if a is Action.EAST and MAP[s.row + 1][2 * s.col + 2] == ":":
        return replace(s, col=s.col + 1)
    if a is Action.WEST and MAP[s.row + 1][2 * s.col] == ":":
        return replace(s, col=s.col - 1)
    if a is Action.PICKUP and s.passenger != INSIDE and (s.row, s.col) == STOPS[s.passenger]:
        return replace(s, passenger=INSIDE)
    if a is Action.DROPOFF and s.passenger == INSIDE:
        for name, place in STOPS.items():
            if (s.row, s.col) == place:
                return replace(s, passenger=name)
    return s


def reward(s, a, s2):
    if a is Action.DROPOFF and s.passenger == INSIDE and s.is_at_destination:
        return 20
    if a in (Action.PICKUP, Action.DROPOFF) and s2 == s:
        return -10
    return -1


def terminal(s, a, s2):
    is_delivered = a is Action.DROPOFF and s.passenger == INSIDE and s.is_at_destination
    return "success" if is_delivered else "continue"


if __name__ == "__main__":
    import introplan as ip

    result = ip.plan(ip.read_program(__file__), planner="greedy")
    print(*(action.name.lower() for action in result.plan))
