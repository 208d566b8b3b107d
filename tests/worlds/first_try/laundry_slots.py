"""Laundry: a state class with __slots__, __eq__ and __hash__ in an AIMA style problem."""

import introplan as ip

ORDER = ["dirty", "wet", "dry", "folded"]
MACHINE = {"wash": ("dirty", "wet"), "dry": ("wet", "dry"), "fold": ("dry", "folded")}
CAPACITY = {"wash": 2, "dry": 2, "fold": 1}


class Laundry:
    __slots__ = ("piles", "_hash")

    def __init__(self, piles):
        self.piles = dict(piles)
        self._hash = None

    def __eq__(self, other):
        return isinstance(other, Laundry) and self.piles == other.piles

    def __hash__(self):
        if self._hash is None:
            self._hash = hash(tuple(self.piles[k] for k in ORDER))
        return self._hash

    def __repr__(self):
        return "Laundry(%s)" % self.piles


class LaundryProblem:
    def __init__(self, n):
        self.initial = Laundry({"dirty": n, "wet": 0, "dry": 0, "folded": 0})

    def actions(self, state):
        return [name for name, (source, _) in MACHINE.items() if state.piles[source] > 0]

    def result(self, state, action):
        source, target = MACHINE[action]
        moved = min(CAPACITY[action], state.piles[source])
        piles = dict(state.piles)
        piles[source] -= moved
        piles[target] += moved
        return Laundry(piles)

    def goal_test(self, state):
        return state.piles["folded"] == sum(state.piles.values())

    def path_cost(self, c, s1, action, s2):
        return c + {"wash": 40, "dry": 60, "fold": 5}[action]


def make():
    return ip.from_problem(LaundryProblem(5))
