"""A Gymnasium maze with portals and pits; dict observations, a numpy position."""

import gymnasium as gym
import numpy as np
from gymnasium import spaces

import introplan as ip


class PortalMaze(gym.Env):
    def __init__(self, size=5):
        self.size = size
        self.observation_space = spaces.Dict(
            {
                "agent": spaces.Box(0, size - 1, shape=(2,), dtype=int),
                "target": spaces.Box(0, size - 1, shape=(2,), dtype=int),
            }
        )
        self.action_space = spaces.Discrete(4)
        self._action_to_direction = {
            0: np.array([1, 0]),
            1: np.array([0, 1]),
            2: np.array([-1, 0]),
            3: np.array([0, -1]),
        }
        self._portals = {(0, 2): (4, 1), (3, 3): (0, 4)}
        self._pits = [(1, 1), (2, 3), (4, 3)]

    def _get_obs(self):
        return {"agent": self._agent_location, "target": self._target_location}

    def _get_info(self):
        return {"distance": np.linalg.norm(self._agent_location - self._target_location, ord=1)}

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self._agent_location = np.array([0, 0])
        self._target_location = np.array([4, 4])
        return self._get_obs(), self._get_info()

    def step(self, action):
        direction = self._action_to_direction[action]
        self._agent_location = np.clip(self._agent_location + direction, 0, self.size - 1)
        place = tuple(int(v) for v in self._agent_location)
        if place in self._portals:
            self._agent_location = np.array(self._portals[place])
        fell = place in self._pits
        terminated = np.array_equal(self._agent_location, self._target_location)
        reward = 1 if terminated else 0
        return self._get_obs(), reward, bool(terminated or fell), False, self._get_info()


def make():
    return ip.from_env(PortalMaze())
