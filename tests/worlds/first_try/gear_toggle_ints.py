"""Turn a graph of switches by bit masks; find the way to all on, each press has a price."""

import introplan as ip

N = 9
EDGES = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (6, 0), (7, 3), (8, 6), (8, 7)]
MASK = [1 << i for i in range(N)]
for a, b in EDGES:
    MASK[a] |= 1 << b
    MASK[b] |= 1 << a
PRICE = [1, 3, 2, 1, 4, 2, 2, 1, 3]
FULL = (1 << N) - 1


class Switches:
    initial = 0b000000000

    def actions(self, state):
        return range(N)

    def result(self, state, i):
        return state ^ MASK[i]

    def goal_test(self, state):
        return bin(state).count("1") == N

    def path_cost(self, cost_so_far, A, action, B):
        return cost_so_far + PRICE[action]


def make():
    return ip.from_problem(Switches())
