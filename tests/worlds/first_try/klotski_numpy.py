"""A small sliding block puzzle on a numpy board, moved by slices of masks."""

import numpy as np

import introplan as ip

START = np.array([
    [1, 1, 2],
    [1, 1, 3],
    [4, 0, 0],
    [5, 5, 6],
])
MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def actions(board):
    return [(int(b), m) for b in range(1, 7) for m in MOVES]


def transition(board, action):
    block, move = action
    dr, dc = MOVES[move]
    rows, cols = np.where(board == block)
    new_rows, new_cols = rows + dr, cols + dc
    if new_rows.min() < 0 or new_rows.max() >= board.shape[0]:
        return None
    if new_cols.min() < 0 or new_cols.max() >= board.shape[1]:
        return None
    target = board[new_rows, new_cols]
    if not np.all((target == 0) | (target == block)):
        return None
    new = board.copy()
    new[rows, cols] = 0
    new[new_rows, new_cols] = block
    return new


def reward(board, action, after):
    return -1.0


def terminal(board, action, after):
    return bool(after[2, 1] == 1 and after[3, 2] == 1)


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward, terminal=terminal
    ).task(START)
