# mypy: ignore-errors
"""Worlds whose states are arrays of numpy."""

from __future__ import annotations

import numpy as np

from nasty.registry import MOVES, world

WANTED = np.array([1, 0, 1, 1])


@world(np.array([0, 0, 0, 0, 3]), ["left", "right", "flip"])
def _array():
    """A numpy array: four switches and a place."""

    def transition(s, a):
        s = s.copy()
        p = s[4]
        if a == "left":
            s[4] = max(0, p - 1)
        elif a == "right":
            s[4] = min(3, p + 1)
        else:
            s[p] = 1 - s[p]
        return s

    def reward(s, a, s2):
        return 1 if np.array_equal(s2[:4], [1, 0, 1, 1]) else 0

    return transition, reward


@world(np.zeros((2, 3), dtype=bool), list(range(6)))
def _array_of_truths():
    """A two-dimensional array of truth values, changed in place."""

    def transition(s, a):
        row, column = divmod(a, 3)
        s[row, column] = not s[row, column]
        if column < 2:
            s[row, column + 1] = not s[row, column + 1]
        return s

    def reward(s, a, s2):
        return 5 if (s2 == np.array([[True, False, True], [False, True, False]])).all() else -1

    return transition, reward


WAYS = {a: np.array([dy, dx]) for a, (dx, dy) in MOVES.items()}
FLOOR = np.array([[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0], [1, 1, 0, 1, 0], [0] * 5])
CORNER = np.array([4, 4])


@world(np.array([0, 0]), list(MOVES))
def _array_plus_array():
    """Vectors are added, and looked up in a map that is an array."""

    def transition(s, a):
        t = s + WAYS[a]
        if t[0] < 0 or t[0] > 4 or t[1] < 0 or t[1] > 4 or FLOOR[t[0], t[1]]:
            return s
        return t

    def reward(s, a, s2):
        return 10 if np.array_equal(s2, CORNER) else -1

    return transition, reward


@world(np.array([2, 2]), list(MOVES))
def _array_in_place():
    """A vector is changed in place and clipped."""

    def transition(s, a):
        s += WAYS[a]
        return np.clip(s, 0, 6)

    def reward(s, a, s2):
        return 10 if (s2 == CORNER).all() else -1

    return transition, reward


@world(np.array([0, 0]), list(MOVES))
def _array_by_parts():
    """Numbers out of arrays, a row of a map, and an error that tells where."""

    def transition(s, a):
        row, column = s
        row, column = row + WAYS[a][0], column + WAYS[a][1]
        if not (0 <= row < 5 and 0 <= column < 5) or FLOOR[row][column] == 1:
            raise ValueError(f"a wall at {row}, {column}")
        return np.array([row, column])

    def reward(s, a, s2):
        return 10 if (s2 == CORNER).all() else -1

    return transition, reward
