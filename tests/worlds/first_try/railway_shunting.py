"""Shunting wagons between tracks: namedtuples of tuples."""

from collections import namedtuple

import introplan as ip

Yard = namedtuple("Yard", "main siding spur")
GOAL = ("c", "a", "d", "b")
LENGTH = {"main": 4, "siding": 2, "spur": 2}


def actions(yard):
    for source in Yard._fields:
        for target in Yard._fields:
            if source == target or not getattr(yard, source):
                continue
            if len(getattr(yard, target)) < LENGTH[target]:
                yield (source, target)


def transition(yard, action):
    source, target = action
    track = getattr(yard, source)
    wagon, rest = track[-1], track[:-1]
    return yard._replace(**{source: rest, target: getattr(yard, target) + (wagon,)})


def reward(yard, action, after):
    return -2 if "spur" in action else -1


def terminal(yard, action, after):
    return ip.Status.SUCCESS if after.main == GOAL else ip.Status.CONTINUE


def make():
    world = ip.program(
        actions=lambda yard: list(actions(yard)), transition=transition, reward=reward, terminal=terminal
    )
    return world.task(Yard(("a", "b", "c", "d"), (), ()))
