"""The 8-puzzle on a string board."""

import introplan as ip

GOAL = "123456780"
START = "123750468"
SWAPS = {
    0: [1, 3], 1: [0, 2, 4], 2: [1, 5],
    3: [0, 4, 6], 4: [1, 3, 5, 7], 5: [2, 4, 8],
    6: [3, 7], 7: [4, 6, 8], 8: [5, 7],
}


def moves(board):
    return SWAPS[board.index("0")]


def move(board, target):
    hole = board.index("0")
    i, j = min(hole, target), max(hole, target)
    return board[:i] + board[j] + board[i + 1:j] + board[i] + board[j + 1:]


def cost(board, target, after):
    return -1


def solved(board, target, after):
    return after == GOAL


def make():
    world = ip.program(actions=moves, transition=move, reward=cost, terminal=solved)
    return world.task(START)
