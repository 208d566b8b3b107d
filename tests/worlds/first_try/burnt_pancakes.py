"""AIMA reader, own Problem with is_goal and action_cost (4th edition names), burnt pancakes as signed ints, properties."""

import introplan as ip


class PancakeProblem:
    """Burnt pancakes: positive = good side up. Flip the top k; flipping k costs k**0.5 rounded, at least 1."""

    def __init__(self, initial=(3, -1, 5, -2, 4), goal=None):
        self.initial = initial
        self._goal = goal

    @property
    def goal(self):
        return self._goal or tuple(sorted(abs(p) for p in self.initial))

    def actions(self, state):
        return range(1, len(state) + 1)

    def result(self, state, k):
        flipped = tuple(-p for p in reversed(state[:k]))
        return flipped + state[k:]

    def is_goal(self, state):
        return state == self.goal

    def action_cost(self, s, a, s1):
        return max(1, round(a**0.5))

    def h(self, node):
        s = node.state
        return sum(1 for a, b in zip(s, s[1:]) if b - a != 1)


def make():
    return ip.from_problem(PancakeProblem())
