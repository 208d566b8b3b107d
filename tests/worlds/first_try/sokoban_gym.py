"""Sokoban as a Gymnasium environment with a numpy room."""

import gymnasium as gym
import numpy as np
from gymnasium import spaces

import introplan as ip

WALL, FLOOR, BOX, PLAYER = 1, 0, 4, 5
DIRECTIONS = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}

LEVEL = """
#######
#@ .  #
# $ $ #
#  .  #
#######
"""


class SokobanEnv(gym.Env):
    metadata = {"render_modes": ["human"]}

    def __init__(self, level=LEVEL, max_steps=60):
        super().__init__()
        rows = level.strip().split("\n")
        self.level = rows
        self.max_steps = max_steps
        self.action_space = spaces.Discrete(4)
        self.observation_space = spaces.Box(0, 5, shape=(len(rows), len(rows[0])), dtype=np.uint8)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        shape = (len(self.level), len(self.level[0]))
        self.walls = np.zeros(shape, dtype=bool)
        self.targets = np.zeros(shape, dtype=bool)
        self.boxes = np.zeros(shape, dtype=bool)
        for r, row in enumerate(self.level):
            for c, char in enumerate(row):
                self.walls[r, c] = char == "#"
                self.targets[r, c] = char == "."
                self.boxes[r, c] = char == "$"
                if char == "@":
                    self.player = np.array([r, c])
        self.num_steps = 0
        return self._obs(), {}

    def _obs(self):
        obs = np.where(self.walls, WALL, FLOOR)
        obs[self.boxes] = BOX
        obs[self.player[0], self.player[1]] = PLAYER
        return obs.astype(np.uint8)

    def step(self, action):
        self.num_steps += 1
        delta = np.array(DIRECTIONS[int(action)])
        target = self.player + delta
        reward = -0.1
        if not self.walls[tuple(target)]:
            if self.boxes[tuple(target)]:
                beyond = target + delta
                if not self.walls[tuple(beyond)] and not self.boxes[tuple(beyond)]:
                    self.boxes[tuple(target)] = False
                    self.boxes[tuple(beyond)] = True
                    self.player = target
                    if self.targets[tuple(beyond)]:
                        reward += 1.0
                    if self.targets[tuple(target)]:
                        reward -= 1.0
            else:
                self.player = target
        terminated = bool(np.all(self.boxes[self.targets]))
        if terminated:
            reward += 10.0
        truncated = self.num_steps >= self.max_steps
        return self._obs(), reward, terminated, truncated, {}


def make():
    return ip.from_env(SokobanEnv())
