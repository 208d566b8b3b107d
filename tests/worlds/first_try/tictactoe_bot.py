"""Tic-tac-toe against a bot that plays by fixed rules."""

import introplan as ip

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    def __init__(self):
        self.board = [" "] * 9

    def legal_actions(self):
        if self.winner() is not None:
            return []
        return [i for i, c in enumerate(self.board) if c == " "]

    def winner(self):
        for a, b, c in LINES:
            if self.board[a] != " " and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        if " " not in self.board:
            return "draw"
        return None

    def _bot(self):
        for mark in "OX":
            for line in LINES:
                marks = [self.board[i] for i in line]
                if marks.count(mark) == 2 and marks.count(" ") == 1:
                    return line[marks.index(" ")]
        for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
            if self.board[i] == " ":
                return i

    def apply_action(self, action):
        self.board[action] = "X"
        if self.winner() is None:
            self.board[self._bot()] = "O"

    def is_terminal(self):
        return self.winner() is not None

    def returns(self):
        return [{"X": 1.0, "O": -1.0}.get(self.winner(), 0.0)]

    def clone(self):
        new = TicTacToe()
        new.board = self.board[:]
        return new


def make():
    return ip.from_problem(TicTacToe())
