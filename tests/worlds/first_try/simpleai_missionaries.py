"""Missionaries and cannibals with is_goal, actions, result and cost."""

import introplan as ip


class MissionersProblem:
    """State: (missionaries on the left, cannibals on the left, side of the boat)."""

    def __init__(self):
        self.initial_state = (3, 3, 0)
        self._actions = [("1c", (0, 1)), ("1m", (1, 0)), ("2c", (0, 2)), ("2m", (2, 0)),
                         ("1m1c", (1, 1))]

    def actions(self, s):
        return [a for a in self._actions if self._is_valid(self.result(s, a))]

    def _is_valid(self, s):
        return (s[0] >= s[1] or s[0] == 0) and ((3 - s[0]) >= (3 - s[1]) or s[0] == 3) and (
            0 <= s[0] <= 3) and (0 <= s[1] <= 3)

    def result(self, s, a):
        if s[2] == 0:
            return (s[0] - a[1][0], s[1] - a[1][1], 1)
        return (s[0] + a[1][0], s[1] + a[1][1], 0)

    def is_goal(self, state):
        return state == (0, 0, 1)

    def cost(self, state, action, state2):
        return 1


def make():
    return ip.from_problem(MissionersProblem())
