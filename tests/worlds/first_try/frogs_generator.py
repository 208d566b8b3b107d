"""Frogs and toads on a line, as a generator of successors on a string."""

import introplan as ip


class Frogs:
    initial = "FFF_TTT"
    goal = "TTT_FFF"

    def successors(self, state):
        hole = state.index("_")
        for i in (hole - 2, hole - 1, hole + 1, hole + 2):
            if not 0 <= i < len(state):
                continue
            if (state[i] == "F") != (i < hole):
                continue
            board = list(state)
            board[hole], board[i] = board[i], board[hole]
            yield i, "".join(board), 1

    def is_goal(self, state):
        return state == self.goal


def make():
    return ip.from_problem(Frogs())
