"""Valves and tanks: numpy vectors, clipping, dot products."""

import numpy as np

import introplan as ip

CAP = np.array([6, 5, 4])
PIPES = {
    "a->b": np.array([-1, 1, 0]),
    "b->c": np.array([0, -1, 1]),
    "c->a": np.array([1, 0, -1]),
    "fill a": np.array([2, 0, 0]),
    "drain": np.array([-1, -1, -1]),
}
TARGET = np.array([2, 5, 3])


class TankEnv:
    def __init__(self):
        self.levels = np.zeros(3, dtype=int)

    def actions(self):
        return list(PIPES)

    def step(self, action):
        new = self.levels + PIPES[action]
        if (new < 0).any() or (new > CAP).any():
            return self.levels.copy(), -2.0, False, False, {}
        self.levels = new
        done = np.array_equal(self.levels, TARGET)
        reward = 10.0 if done else -float(np.abs(self.levels - TARGET).sum()) / 10
        return self.levels.copy(), reward, done, False, {}


def make():
    return ip.from_env(TankEnv())
