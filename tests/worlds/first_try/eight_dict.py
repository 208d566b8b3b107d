"""The 8-puzzle as a dict from squares to tiles."""

import introplan as ip

START = {(0, 0): 1, (1, 0): 2, (2, 0): 3,
         (0, 1): 4, (1, 1): None, (2, 1): 6,
         (0, 2): 7, (1, 2): 5, (2, 2): 8}
GOAL = {(0, 0): 1, (1, 0): 2, (2, 0): 3,
        (0, 1): 4, (1, 1): 5, (2, 1): 6,
        (0, 2): 7, (1, 2): 8, (2, 2): None}


def blank(board):
    for square, tile in board.items():
        if tile is None:
            return square


def actions(board):
    x, y = blank(board)
    return [(x + dx, y + dy) for dx, dy in [(0, 1), (1, 0), (0, -1), (-1, 0)]
            if (x + dx, y + dy) in board]


def transition(board, square):
    new = dict(board)
    new[blank(board)] = board[square]
    new[square] = None
    return new


def reward(s, a, s2):
    return 1 if s2 == GOAL else 0


def make():
    return ip.program(actions=actions, transition=transition, reward=reward).task(START)
