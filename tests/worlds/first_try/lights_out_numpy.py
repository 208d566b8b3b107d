"""Lights out as a Gymnasium-like class with a numpy board."""

import numpy as np

import introplan as ip


class LightsOut:
    def __init__(self, size=3):
        self.size = size
        self.n_actions = size * size
        self.board = None
        self.reset()

    def reset(self):
        self.board = np.zeros((self.size, self.size), dtype=int)
        for cell in (0, 4, 5):
            self._toggle(cell)
        return self.board.copy()

    def _toggle(self, cell):
        r, c = cell // self.size, cell % self.size
        for dr, dc in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]:
            rr, cc = r + dr, c + dc
            if 0 <= rr < self.size and 0 <= cc < self.size:
                self.board[rr, cc] = 1 - self.board[rr, cc]

    def actions(self):
        return list(range(self.n_actions))

    def step(self, action):
        self._toggle(action)
        done = self.board.sum() == 0
        return self.board.copy(), (1.0 if done else 0.0), done, {}


def make():
    return ip.from_env(LightsOut())
