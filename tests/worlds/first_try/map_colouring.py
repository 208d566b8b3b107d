"""Map colouring as an AIMA search problem: the state is a tuple of assignments that grows."""

import introplan as ip

NEIGHBOURS = {
    "WA": "NT SA", "NT": "WA SA Q", "SA": "WA NT Q NSW V",
    "Q": "NT SA NSW", "NSW": "Q SA V", "V": "SA NSW", "T": "",
}


class MapColouring:
    def __init__(self, variables, colours):
        self.variables = variables
        self.colours = colours
        self.initial = ()

    def actions(self, state):
        if len(state) == len(self.variables):
            return []
        assignment = dict(state)
        var = next(v for v in self.variables if v not in assignment)
        return [(var, c) for c in self.colours if self.nconflicts(var, c, assignment) == 0]

    def nconflicts(self, var, val, assignment):
        def conflict(other):
            return other in assignment and assignment[other] == val

        return sum(conflict(v) for v in NEIGHBOURS[var].split())

    def result(self, state, action):
        return state + (action,)

    def goal_test(self, state):
        assignment = dict(state)
        return len(assignment) == len(self.variables) and all(
            self.nconflicts(v, assignment[v], assignment) == 0 for v in self.variables
        )


def make():
    return ip.from_problem(MapColouring(list(NEIGHBOURS), ["red", "green", "blue"]))
