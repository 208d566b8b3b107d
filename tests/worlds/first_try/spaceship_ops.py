"""A class with operator overloading for vectors; a spaceship with inertia."""

import introplan as ip


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Vec(self.x - other.x, self.y - other.y)

    def __eq__(self, other):
        return isinstance(other, Vec) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __abs__(self):
        return max(abs(self.x), abs(self.y))

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"

    def inside(self, width, height):
        return 0 <= self.x < width and 0 <= self.y < height


THRUST = {"coast": Vec(0, 0), "n": Vec(0, -1), "s": Vec(0, 1), "w": Vec(-1, 0), "e": Vec(1, 0)}
PLANET = Vec(7, 5)
ROCKS = [Vec(3, 3), Vec(4, 3), Vec(5, 1), Vec(2, 5)]


def transition(ship, burn):
    position, speed = ship
    speed = speed + THRUST[burn]
    if abs(speed) > 2:
        raise ValueError("too fast")
    position = position + speed
    if not position.inside(9, 7):
        raise ValueError("lost in space")
    return position, speed


def reward(ship, burn, after):
    position, speed = after
    if position in ROCKS:
        return -50
    if position == PLANET and speed == Vec(0, 0):
        return 100
    return -1 if burn == "coast" else -2


def terminal(ship, burn, after):
    position, speed = after
    return position in ROCKS or (position == PLANET and speed == Vec(0, 0))


def make():
    return ip.program(
        actions=list(THRUST), transition=transition, reward=reward, terminal=terminal
    ).task((Vec(0, 0), Vec(0, 0)))
