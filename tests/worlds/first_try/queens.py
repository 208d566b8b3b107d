"""Six queens, row by row, as a search problem with states that grow."""

import introplan as ip


class NQueens:
    def __init__(self, n=6):
        self.n = n
        self.initial = ()

    def actions(self, state):
        if len(state) == self.n:
            return []
        return [col for col in range(self.n) if not self.conflicted(state, len(state), col)]

    def result(self, state, col):
        return state + (col,)

    def conflicted(self, state, row, col):
        return any(self.conflict(row, col, r, state[r]) for r in range(row))

    def conflict(self, row1, col1, row2, col2):
        return row1 == row2 or col1 == col2 or row1 - col1 == row2 - col2 or (
            row1 + col1 == row2 + col2)

    def goal_test(self, state):
        return len(state) == self.n


def make():
    return ip.from_problem(NQueens())
