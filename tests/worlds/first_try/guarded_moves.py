"""A mountain goat on a height map: moves are appended one by one, each with its own test."""

import introplan as ip

HEIGHTS = [
    [1, 2, 2, 9, 3],
    [2, 9, 3, 9, 4],
    [3, 4, 4, 5, 5],
    [4, 9, 9, 6, 9],
    [5, 6, 7, 7, 8],
]


class Goat:
    def __init__(self, x=0, y=0, climbed=0):
        self.x, self.y, self.climbed = x, y, climbed

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def height(self):
        return HEIGHTS[self.y][self.x]

    def moves(self):
        result = []
        if self.x > 0 and abs(HEIGHTS[self.y][self.x - 1] - self.height()) <= 1:
            result.append("W")
        if self.x < 4 and abs(HEIGHTS[self.y][self.x + 1] - self.height()) <= 1:
            result.append("E")
        if self.y > 0 and abs(HEIGHTS[self.y - 1][self.x] - self.height()) <= 1:
            result.append("N")
        if self.y < 4 and abs(HEIGHTS[self.y + 1][self.x] - self.height()) <= 1:
            result.append("S")
        return result

    def go(self, move):
        dx, dy = {"W": (-1, 0), "E": (1, 0), "N": (0, -1), "S": (0, 1)}[move]
        return Goat(self.x + dx, self.y + dy, self.climbed + 1)


def make():
    world = ip.program(
        actions=lambda goat: goat.moves(),
        transition=lambda goat, move: goat.go(move),
        reward=lambda s, a, s2: 0 if s2.height() == 8 else -1,
        terminal=lambda s, a, s2: s2.height() == 8,
    )
    return world.task(Goat())
