"""A grid environment, a subclass that adds ice by super(), and properties."""

import introplan as ip


class GridEnv:
    MOVES = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    max_steps = None

    def __init__(self, size):
        self.size = size
        self.reset()

    def reset(self):
        self._x, self._y = 0, 0
        self.count = 0
        return self.position

    @property
    def position(self):
        return self._x, self._y

    @property
    def at_goal(self):
        return self.position == (self.size - 1, self.size - 1)

    def move(self, dx, dy):
        self._x = min(max(self._x + dx, 0), self.size - 1)
        self._y = min(max(self._y + dy, 0), self.size - 1)

    def step(self, action):
        self.count += 1
        self.move(*self.MOVES[action])
        truncated = self.max_steps is not None and self.count >= self.max_steps
        return self.position, 1.0 if self.at_goal else -0.01, self.at_goal, truncated, {}


class IceEnv(GridEnv):
    actions = range(4)

    def __init__(self, size, ice):
        super().__init__(size)
        self.ice = ice

    def move(self, dx, dy):
        super().move(dx, dy)
        while self.position in self.ice:
            before = self.position
            super().move(dx, dy)
            if self.position == before:
                break


def make():
    return ip.from_env(IceEnv(5, {(2, 0), (3, 0), (2, 2), (2, 3), (4, 2)}))
