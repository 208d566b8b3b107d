"""MiniGrid: rooms with walls, doors that may be locked, keys, and a goal.

The rules of Empty, FourRooms, DoorKey and MultiRoom. An agent turns, walks, carries one key at a
time, and opens and closes the door in front of it; a locked door asks for the key of its colour.
Reaching the goal pays, and ends the episode.

The real environment pays 1 - 0.9 * t / T for the goal at step t of T. Here it is 1: the fewest
steps are the best there, too. The clock of the real one (truncation after T steps) is left out.
"""

from typing import NamedTuple

LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE = range(7)

ACTIONS = [LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE]

STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]

OPEN, CLOSED, LOCKED = range(3)

NOWHERE = (-1, -1)


class Plan(NamedTuple):
    """What never changes."""

    walls: frozenset[tuple[int, int]]
    goal: tuple[int, int]
    doors: tuple[tuple[int, int], ...] = ()
    colours: tuple[str, ...] = ()
    key_colours: tuple[str, ...] = ()


class Rooms(NamedTuple):
    x: int
    y: int
    heading: int
    plan: Plan
    doors: tuple[int, ...] = ()
    keys: tuple[tuple[int, int], ...] = ()
    carried: int = -1


START = Rooms(
    1,
    5,
    0,
    Plan(
        frozenset(
            {(x, y) for x in range(8) for y in range(8) if x in (0, 4, 7) or y in (0, 7)}
            - {(4, 3)}
        ),
        (6, 6),
        ((4, 3),),
        ("yellow",),
        ("yellow",),
    ),
    (LOCKED,),
    ((2, 1),),
)


def ahead(s):
    dx, dy = STEPS[s.heading]
    return (s.x + dx, s.y + dy)


def is_free(s, cell):
    if cell in s.plan.doors:
        return s.doors[s.plan.doors.index(cell)] == OPEN
    return cell not in s.plan.walls and cell not in s.keys


def replaced(items, index, item):
    return tuple(item if n == index else old for n, old in enumerate(items))


def forward(s):
    cell = ahead(s)
    return s._replace(x=cell[0], y=cell[1]) if is_free(s, cell) else s


def pickup(s):
    cell = ahead(s)
    if s.carried >= 0 or cell not in s.keys:
        return s
    key = s.keys.index(cell)
    return s._replace(keys=replaced(s.keys, key, NOWHERE), carried=key)


def drop(s):
    cell = ahead(s)
    if s.carried < 0 or cell == s.plan.goal or cell in s.plan.doors or not is_free(s, cell):
        return s
    return s._replace(keys=replaced(s.keys, s.carried, cell), carried=-1)


def toggle(s):
    cell = ahead(s)
    if cell not in s.plan.doors:
        return s
    door = s.plan.doors.index(cell)
    if s.doors[door] == LOCKED:
        if s.carried < 0 or s.plan.key_colours[s.carried] != s.plan.colours[door]:
            return s
        return s._replace(doors=replaced(s.doors, door, OPEN))
    return s._replace(doors=replaced(s.doors, door, CLOSED if s.doors[door] == OPEN else OPEN))


def transition(s, a):
    match a:
        case 0:
            return s._replace(heading=(s.heading - 1) % 4)
        case 1:
            return s._replace(heading=(s.heading + 1) % 4)
        case 2:
            return forward(s)
        case 3:
            return pickup(s)
        case 4:
            return drop(s)
        case 5:
            return toggle(s)
    return s


def is_at_goal(s):
    return (s.x, s.y) == s.plan.goal


def reward(s, a, s2):
    return 1.0 if a == FORWARD and is_at_goal(s2) else 0.0


def terminal(s, a, s2):
    return a == FORWARD and is_at_goal(s2)
