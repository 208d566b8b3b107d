"""A monster follows the player by breadth-first search; reach the exit first."""

from collections import deque

import introplan as ip

GRID = [
    "........",
    ".##.###.",
    ".#....#.",
    ".#.##.#.",
    "...#....",
]
EXIT = (7, 4)
DELTAS = {"N": (0, -1), "S": (0, 1), "W": (-1, 0), "E": (1, 0), "stay": (0, 0)}


def free(x, y):
    return 0 <= y < len(GRID) and 0 <= x < len(GRID[0]) and GRID[y][x] != "#"


def next_step(start, goal):
    queue = deque([start])
    parents = {start: None}
    while queue:
        current = queue.popleft()
        if current == goal:
            break
        x, y = current
        for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            n = (x + dx, y + dy)
            if free(*n) and n not in parents:
                parents[n] = current
                queue.append(n)
    while parents[current] is not None and parents[current] != start:
        current = parents[current]
    return current


class ChaseEnv:
    def __init__(self):
        self.reset()

    def reset(self):
        self.player = (0, 4)
        self.monster = (3, 0)
        self.turn = 0
        return self.player, self.monster

    def step(self, action):
        dx, dy = DELTAS[action]
        x, y = self.player
        if free(x + dx, y + dy):
            self.player = (x + dx, y + dy)
        self.turn += 1
        if self.turn % 2 == 0:
            self.monster = next_step(self.monster, self.player)
        if self.monster == self.player:
            return (self.player, self.monster), -10, True, {}
        if self.player == EXIT:
            return (self.player, self.monster), 10, True, {}
        return (self.player, self.monster), -1, False, {}

    def actions(self):
        return list(DELTAS)


def make():
    return ip.from_env(ChaseEnv())
