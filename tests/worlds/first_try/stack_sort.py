"""Sort train cars with a siding: three stacks in one object with __slots__."""

import math

import introplan as ip

BEST = -math.inf
"""There is no way: 1 comes last, and by then 4 has left or lies on top of 2 and 3."""


class Yard:
    __slots__ = ("incoming", "outgoing", "siding")

    def __init__(self, incoming, siding=(), outgoing=()):
        self.incoming = tuple(incoming)
        self.siding = tuple(siding)
        self.outgoing = tuple(outgoing)

    def __eq__(self, other):
        return isinstance(other, Yard) and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def __repr__(self):
        return f"Yard{self.key()}"

    def key(self):
        return (self.incoming, self.siding, self.outgoing)


def transition(yard, action):
    if action == "park" and yard.incoming:
        car, *rest = yard.incoming
        return Yard(rest, (*yard.siding, car), yard.outgoing)
    if action == "pass" and yard.incoming:
        car, *rest = yard.incoming
        return Yard(rest, yard.siding, (*yard.outgoing, car))
    if action == "leave" and yard.siding:
        return Yard(yard.incoming, yard.siding[:-1], (*yard.outgoing, yard.siding[-1]))
    return None


def terminal(yard, action, after):
    if after.outgoing == (1, 2, 3, 4):
        return ip.Status.SUCCESS
    return ip.Status.CONTINUE


def make():
    world = ip.program(actions=["park", "pass", "leave"], transition=transition,
                       reward=lambda s, a, s2: -1, terminal=terminal)
    return world.task(Yard((3, 2, 4, 1)))
