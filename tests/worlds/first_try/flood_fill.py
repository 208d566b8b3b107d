"""Flood-it: recursion fills the region of the corner."""

import introplan as ip

START = (
    "rgbr",
    "bgrg",
    "rbbg",
    "grrb",
)


def fill(board, r, c, old, new):
    if r < 0 or c < 0 or r >= len(board) or c >= len(board[0]) or board[r][c] != old:
        return
    board[r][c] = new
    for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
        fill(board, r + dr, c + dc, old, new)


class FloodIt:
    def __init__(self, rows):
        self.initial = tuple(rows)

    def actions(self, state):
        return [c for c in "rgb" if c != state[0][0]]

    def result(self, state, colour):
        board = [list(row) for row in state]
        fill(board, 0, 0, state[0][0], colour)
        return tuple("".join(row) for row in board)

    def goal_test(self, state):
        return len(set("".join(state))) == 1


def make():
    return ip.from_problem(FloodIt(START))
