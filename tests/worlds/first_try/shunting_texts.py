"""Train shunting yard as an AIMA Problem: three sidings and a lead track."""
import introplan as ip


class Problem:
    def __init__(self, initial, goal=None):
        self.initial = initial
        self.goal = goal

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


class Shunting(Problem):
    """state: (lead, siding0, siding1, siding2), each a string of wagons, rightmost is the accessible end."""
    LENGTH = (3, 4, 3, 3)

    def actions(self, state):
        lead, *sidings = state
        res = []
        for i, s in enumerate(sidings):
            for n in range(1, len(s) + 1):
                if len(lead) + n <= self.LENGTH[0]:
                    res.append(("pull", i, n))
            for n in range(1, len(lead) + 1):
                if len(s) + n <= self.LENGTH[i + 1]:
                    res.append(("push", i, n))
        return res

    def result(self, state, action):
        kind, i, n = action
        tracks = list(state)
        if kind == "pull":
            wagons = tracks[i + 1][-n:]
            tracks[i + 1] = tracks[i + 1][:-n]
            tracks[0] = tracks[0] + wagons[::-1]
        else:
            wagons = tracks[0][-n:]
            tracks[0] = tracks[0][:-n]
            tracks[i + 1] = tracks[i + 1] + wagons[::-1]
        return tuple(tracks)


def make():
    return ip.from_problem(Shunting(("", "CADB", "E", ""), ("", "ABCD", "", "E")))
