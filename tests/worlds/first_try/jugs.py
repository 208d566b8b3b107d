"""SimpleAI user, SearchProblem-like class with is_goal and cost, jugs as tuple, string actions."""

import introplan as ip


class SearchProblem:
    def __init__(self, initial_state=None):
        self.initial_state = initial_state


class JugsProblem(SearchProblem):
    sizes = (3, 5, 8, 11)
    wanted = 7

    def __init__(self):
        super().__init__((0, 0, 0, 0))

    def actions(self, state):
        acts = []
        for i, (level, size) in enumerate(zip(state, self.sizes)):
            if level < size:
                acts.append(f"fill {i}")
            if level > 0:
                acts.append(f"empty {i}")
                acts.extend(
                    f"pour {i} {j}"
                    for j in range(len(state))
                    if j != i and state[j] < self.sizes[j]
                )
        return acts

    def result(self, state, action):
        verb, *args = action.split()
        levels = list(state)
        i = int(args[0])
        if verb == "fill":
            levels[i] = self.sizes[i]
        elif verb == "empty":
            levels[i] = 0
        else:
            j = int(args[1])
            amount = min(levels[i], self.sizes[j] - levels[j])
            levels[i] -= amount
            levels[j] += amount
        return tuple(levels)

    def cost(self, state, action, state2):
        # tap water is expensive
        return sum(state2) - sum(state) + 1 if action.startswith("fill") else 1

    def is_goal(self, state):
        return state[3] == self.wanted and state[0] == 1

    def heuristic(self, state):
        return 0 if self.is_goal(state) else 1


def make():
    return ip.from_problem(JugsProblem())
