"""The 8-puzzle as a list of lists, changed in place."""

import copy

import introplan as ip

GOAL = [[1, 2, 3], [4, 5, 6], [7, 8, 0]]
ACTIONS = ["up", "down", "left", "right"]


def find_zero(board):
    for r in range(3):
        for c in range(3):
            if board[r][c] == 0:
                return r, c
    return None


def transition(board, action):
    board = copy.deepcopy(board)
    r, c = find_zero(board)
    if action == "up" and r > 0:
        board[r][c], board[r - 1][c] = board[r - 1][c], board[r][c]
    elif action == "down" and r < 2:
        board[r][c], board[r + 1][c] = board[r + 1][c], board[r][c]
    elif action == "left" and c > 0:
        board[r][c], board[r][c - 1] = board[r][c - 1], board[r][c]
    elif action == "right" and c < 2:
        board[r][c], board[r][c + 1] = board[r][c + 1], board[r][c]
    return board


def reward(s, a, s2):
    return 100 if s2 == GOAL else -1


def terminal(s, a, s2):
    return s2 == GOAL


def make():
    world = ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal)
    return world.task([[1, 2, 3], [0, 4, 6], [7, 5, 8]])
