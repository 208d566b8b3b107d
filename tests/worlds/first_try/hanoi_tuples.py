"""Towers of Hanoi as a tuple of tuples with a successors function."""

import introplan as ip


class Hanoi:
    def __init__(self, disks=3):
        self.disks = disks
        self.initial = (tuple(range(disks, 0, -1)), (), ())

    def successors(self, state):
        result = []
        for i in range(3):
            if not state[i]:
                continue
            disk = state[i][-1]
            for j in range(3):
                if i != j and (not state[j] or state[j][-1] > disk):
                    pegs = list(state)
                    pegs[i] = pegs[i][:-1]
                    pegs[j] = pegs[j] + (disk,)
                    result.append(((i, j), tuple(pegs)))
        return result

    def goal_test(self, state):
        return len(state[2]) == self.disks


def make():
    return ip.from_problem(Hanoi())
