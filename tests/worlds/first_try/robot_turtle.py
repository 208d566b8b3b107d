"""A turtle robot that turns and drives, with match statements and a frozen dataclass."""

from dataclasses import dataclass, replace

import introplan as ip

HEADINGS = "NESW"
FORWARD = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ROOM = ("#########",
        "#...~...#",
        "#.#.~.#.#",
        "#.#...#G#",
        "#########")


@dataclass(frozen=True)
class Robot:
    row: int
    col: int
    heading: str = "E"
    battery: int = 20

    @property
    def cell(self):
        return ROOM[self.row][self.col]

    def turned(self, by):
        i = (HEADINGS.index(self.heading) + by) % 4
        return replace(self, heading=HEADINGS[i])

    def ahead(self):
        dr, dc = FORWARD[self.heading]
        return replace(self, row=self.row + dr, col=self.col + dc)


def transition(robot, action):
    if robot.battery == 0:
        raise RuntimeError("empty")
    match action:
        case "left":
            new = robot.turned(-1)
        case "right":
            new = robot.turned(1)
        case "forward":
            new = robot.ahead()
            if new.cell == "#":
                new = robot
        case _:
            raise ValueError(action)
    drain = 3 if new.cell == "~" and action == "forward" else 1
    return replace(new, battery=max(0, new.battery - drain))


def reward(robot, action, new):
    match new.cell:
        case "G":
            return 100
        case "~":
            return -5
        case _:
            return -1


def terminal(robot, action, new):
    return new.cell == "G" or new.battery == 0


def make():
    return ip.program(
        actions=["left", "right", "forward"], transition=transition, reward=reward,
        terminal=terminal,
    ).task(Robot(3, 1))
