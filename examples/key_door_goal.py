"""A key opens the door, and behind the door is the goal."""

from typing import NamedTuple

ROOMS = [
    "#########",
    "#..k#...#",
    "#...#...#",
    "#...D...#",
    "#...#...#",
    "#...#..g#",
    "#########",
]


def find(mark):
    for y, row in enumerate(ROOMS):
        if mark in row:
            return (row.index(mark), y)


KEY, DOOR, GOAL = find("k"), find("D"), find("g")


class Room(NamedTuple):
    x: int
    y: int
    has_key: bool = False
    is_open: bool = False


START = Room(1, 5)

ACTIONS = ["north", "south", "west", "east", "take", "open"]

STEPS = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}


def transition(room, action):
    here = (room.x, room.y)
    if action == "take":
        if here != KEY or room.has_key:
            raise ValueError("there is no key here")
        return room._replace(has_key=True)
    if action == "open":
        beside = abs(room.x - DOOR[0]) + abs(room.y - DOOR[1]) == 1
        if not beside or not room.has_key or room.is_open:
            raise ValueError("nothing to open")
        return room._replace(is_open=True)
    dx, dy = STEPS[action]
    x, y = room.x + dx, room.y + dy
    if ROOMS[y][x] == "#" or ((x, y) == DOOR and not room.is_open):
        raise ValueError("no way through")
    return room._replace(x=x, y=y)


def reward(room, action, after):
    return 1.0 if (after.x, after.y) == GOAL else 0.0


def draw(room):
    rows = [list(row) for row in ROOMS]
    rows[room.y][room.x] = "@"
    return "\n".join("".join(row) for row in rows)


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="greedy").plan)
