"""A bee on a hexagonal grid (cube coordinates) visits flowers and returns; sum of coordinates zero."""

from dataclasses import dataclass
from typing import FrozenSet, Tuple

import introplan as ip

DIRECTIONS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
RADIUS = 2
FLOWERS = {(2, -2, 0): 3, (-1, 2, -1): 4, (0, -2, 2): 2}
HIVE = (0, 0, 0)


@dataclass(frozen=True)
class Bee:
    at: Tuple[int, int, int]
    visited: FrozenSet[Tuple[int, int, int]] = frozenset()
    nectar: int = 0


def hex_add(a, b):
    return tuple(p + q for p, q in zip(a, b))


def inside(cell):
    return max(map(abs, cell)) <= RADIUS


class BeeProblem:
    def __init__(self):
        self.initial = Bee(HIVE)

    def actions(self, bee):
        return [i for i, d in enumerate(DIRECTIONS) if inside(hex_add(bee.at, d))]

    def result(self, bee, i):
        at = hex_add(bee.at, DIRECTIONS[i])
        nectar = bee.nectar
        visited = bee.visited
        if at in FLOWERS and at not in visited:
            nectar += FLOWERS[at]
            visited = visited | {at}
        return Bee(at, visited, nectar)

    def goal_test(self, bee):
        return bee.at == HIVE and bee.nectar >= 7


def make():
    return ip.from_problem(BeeProblem())
