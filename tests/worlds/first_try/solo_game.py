"""A game for one in the style of game libraries: legal_actions, apply_action, returns."""

import introplan as ip


class TakeAwayState:
    """Take one, two or three stones; ending with exactly none left wins, landmines lose."""

    def __init__(self, stones=13):
        self._stones = stones
        self._moves = 0
        self._is_terminal = False
        self._won = False

    def legal_actions(self):
        if self._is_terminal:
            return []
        return [n for n in (1, 2, 3) if n <= self._stones]

    def apply_action(self, action):
        self._stones -= action
        self._moves += 1
        if self._stones in (10, 6, 2):
            self._is_terminal = True
        elif self._stones == 0:
            self._is_terminal = True
            self._won = True

    def is_terminal(self):
        return self._is_terminal

    def returns(self):
        if not self._is_terminal:
            return [0.0]
        return [1.0 if self._won else -1.0]

    def clone(self):
        other = TakeAwayState(self._stones)
        other._moves = self._moves
        other._is_terminal = self._is_terminal
        other._won = self._won
        return other

    def __str__(self):
        return f"{self._stones} stones after {self._moves} moves"


def make():
    return ip.from_problem(TakeAwayState())
