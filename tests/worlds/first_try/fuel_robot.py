"""A robot with fuel: fuel stations, an end without fuel is a failure, by the same flag."""

from dataclasses import dataclass

import introplan as ip

SIZE = 6
STATION = (2, 3)
GOAL = (5, 5)
MAX_FUEL = 6


@dataclass(frozen=True)
class Robot:
    x: int
    y: int
    fuel: int


def step(robot, action):
    if action == "refuel":
        if (robot.x, robot.y) != STATION:
            return None
        return Robot(robot.x, robot.y, MAX_FUEL), -2, False
    dx = {"left": -1, "right": 1}.get(action, 0)
    dy = {"up": -1, "down": 1}.get(action, 0)
    x = min(max(robot.x + dx, 0), SIZE - 1)
    y = min(max(robot.y + dy, 0), SIZE - 1)
    after = Robot(x, y, robot.fuel - 1)
    if (x, y) == GOAL:
        return after, 20, True
    if after.fuel == 0 and (x, y) != STATION:
        return after, -20, True
    if after.fuel < 0:
        return after, -20, True
    return after, -1, False


def make():
    actions = ["left", "right", "up", "down", "refuel"]
    return ip.program(actions=actions, step=step).task(Robot(0, 0, 6))
