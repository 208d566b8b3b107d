"""Peg solitaire on a triangle with 10 holes; sets of coordinates and computed jumps."""

import introplan as ip

HOLES = {(r, c) for r in range(4) for c in range(r + 1)}
DIRS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]


def add(p, d, k=1):
    return (p[0] + k * d[0], p[1] + k * d[1])


class Pegs:
    def __init__(self, empty=(1, 0)):
        self.pegs = HOLES - {empty}

    def legal_actions(self):
        out = []
        for p in sorted(self.pegs):
            for d in DIRS:
                if add(p, d) in self.pegs and add(p, d, 2) in HOLES - self.pegs:
                    out.append((p, d))
        return out

    def apply_action(self, action):
        p, d = action
        self.pegs -= {p, add(p, d)}
        self.pegs |= {add(p, d, 2)}

    def is_terminal(self):
        return not self.legal_actions()

    def returns(self):
        return [-len(self.pegs)] if self.is_terminal() else [0]


def make():
    return ip.from_problem(Pegs())
