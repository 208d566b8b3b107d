"""A Gymnasium style grid with spaces, np_random, info dicts and truncation."""

import numpy as np

import introplan as ip


class Discrete:
    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return 0 <= x < self.n


class WindyIsland:
    metadata = {"render_modes": ["ansi"]}

    def __init__(self, size=6, render_mode=None):
        self.size = size
        self.render_mode = render_mode
        self.action_space = Discrete(4)
        self.np_random = np.random.default_rng(3)
        self.wind = np.zeros((size, size), dtype=np.int8)
        self.wind[:, 3] = 1
        self.wind[:, 4] = 2
        self._action_to_direction = {
            0: np.array([0, 1]), 1: np.array([1, 0]), 2: np.array([0, -1]), 3: np.array([-1, 0]),
        }
        self._agent_location = np.array([-1, -1])
        self._target_location = np.array([-1, -1])
        self.reset(seed=0)

    def _get_obs(self):
        return {"agent": self._agent_location, "target": self._target_location}

    def _get_info(self):
        return {"distance": int(np.linalg.norm(self._agent_location - self._target_location, ord=1))}

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self._agent_location = self.np_random.integers(0, self.size, size=2)
        self._target_location = self._agent_location
        while np.array_equal(self._target_location, self._agent_location):
            self._target_location = self.np_random.integers(0, self.size, size=2)
        self.elapsed = 0
        return self._get_obs(), self._get_info()

    def step(self, action):
        assert self.action_space.contains(action)
        direction = self._action_to_direction[action]
        wind = np.array([-self.wind[tuple(self._agent_location)], 0])
        self._agent_location = np.clip(self._agent_location + direction + wind, 0, self.size - 1)
        self.elapsed += 1
        terminated = np.array_equal(self._agent_location, self._target_location)
        truncated = self.elapsed >= 100
        reward = 1 if terminated else -0.01
        return self._get_obs(), reward, terminated, truncated, self._get_info()

    def render(self):
        return str(self._agent_location)


def make():
    return ip.from_env(WindyIsland())
