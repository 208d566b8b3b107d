"""Snake with a deque as body and food at known places; biting or hitting a wall is the end."""

from collections import deque

import introplan as ip

WIDTH = HEIGHT = 4
FOODS = [(2, 1), (0, 3), (3, 3)]
DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Snake:
    def __init__(self):
        self.reset()

    def reset(self):
        self.body = deque([(0, 0)])
        self.eaten = 0
        self.done = False
        self.ticks = 0
        return list(self.body)

    def get_actions(self):
        return list(DIRECTIONS)

    def step(self, action):
        dx, dy = DIRECTIONS[action]
        x, y = self.body[0]
        head = (x + dx, y + dy)
        reward = -1
        self.ticks += 1
        if not (0 <= head[0] < WIDTH and 0 <= head[1] < HEIGHT) or head in self.body:
            self.done = True
            return list(self.body), -20, self.done, {}
        self.body.appendleft(head)
        if head == FOODS[self.eaten]:
            self.eaten += 1
            reward = 10
            if self.eaten == len(FOODS):
                self.done = True
        else:
            self.body.pop()
        return list(self.body), reward, self.done, {}


def make():
    return ip.from_env(Snake())
