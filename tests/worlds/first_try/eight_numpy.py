"""The 8-puzzle on a numpy array."""

import numpy as np

import introplan as ip

GOAL = np.array([[1, 2, 3], [4, 5, 6], [7, 8, 0]])
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def step(board, action):
    row, col = np.argwhere(board == 0)[0]
    dr, dc = MOVES[action]
    r, c = row + dr, col + dc
    if r < 0 or r > 2 or c < 0 or c > 2:
        return board, -1, False
    board = board.copy()
    board[row, col], board[r, c] = board[r, c], 0
    done = np.array_equal(board, GOAL)
    return board, (0 if done else -1), done


def make():
    world = ip.program(actions=list(MOVES), step=step)
    return world.task(np.array([[1, 3, 0], [4, 2, 5], [7, 8, 6]]))
