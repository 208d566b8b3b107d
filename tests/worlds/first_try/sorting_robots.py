"""Hanoi-like sorting with linked lists (nodes that point at the next)."""

import introplan as ip


class Plate:
    def __init__(self, size, below=None):
        self.size = size
        self.below = below

    def __eq__(self, other):
        return isinstance(other, Plate) and self.size == other.size and self.below == other.below

    def __hash__(self):
        return hash((self.size, self.below))

    def __repr__(self):
        return f"{self.size}>{self.below!r}"


def tower(sizes):
    top = None
    for size in sorted(sizes, reverse=True):
        top = Plate(size, top)
    return top


class Hanoi:
    def __init__(self):
        self.initial = (tower([1, 2, 3]), tower([4]), None)
        self.goal = (None, None, tower([1, 2, 3, 4]))

    def actions(self, state):
        moves = []
        for i, a in enumerate(state):
            if a is None:
                continue
            for j, b in enumerate(state):
                if i != j and (b is None or a.size < b.size):
                    moves.append((i, j))
        return moves

    def result(self, state, action):
        i, j = action
        pegs = list(state)
        plate = pegs[i]
        pegs[i] = plate.below
        pegs[j] = Plate(plate.size, pegs[j])
        return tuple(pegs)

    def goal_test(self, state):
        return state == self.goal


def make():
    return ip.from_problem(Hanoi())
