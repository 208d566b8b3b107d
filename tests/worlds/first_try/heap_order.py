"""Swap parent and child until the list is a heap; swaps cost the difference."""

import introplan as ip


class HeapPuzzle:
    def __init__(self, values):
        self.initial = tuple(values)
        self.n = len(values)

    def actions(self, state):
        acts = []
        for child in range(1, self.n):
            parent = (child - 1) // 2
            acts.append((parent, child))
        return acts

    def result(self, state, action):
        i, j = action
        s = list(state)
        s[i], s[j] = s[j], s[i]
        return tuple(s)

    def goal_test(self, state):
        return all(state[(i - 1) // 2] <= state[i] for i in range(1, self.n))

    def path_cost(self, c, a, action, b):
        i, j = action
        return c + abs(a[i] - a[j])


def make():
    return ip.from_problem(HeapPuzzle([7, 3, 6, 1, 5, 2, 4]))
