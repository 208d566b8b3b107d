"""The 8-puzzle as a textbook problem on a tuple."""

import introplan as ip


class EightPuzzle:
    def __init__(self, initial, goal=(1, 2, 3, 4, 5, 6, 7, 8, 0)):
        self.initial = initial
        self.goal = goal

    def find_blank_square(self, state):
        return state.index(0)

    def actions(self, state):
        possible_actions = ["UP", "DOWN", "LEFT", "RIGHT"]
        index_blank_square = self.find_blank_square(state)
        if index_blank_square % 3 == 0:
            possible_actions.remove("LEFT")
        if index_blank_square < 3:
            possible_actions.remove("UP")
        if index_blank_square % 3 == 2:
            possible_actions.remove("RIGHT")
        if index_blank_square > 5:
            possible_actions.remove("DOWN")
        return possible_actions

    def result(self, state, action):
        blank = self.find_blank_square(state)
        new_state = list(state)
        delta = {"UP": -3, "DOWN": 3, "LEFT": -1, "RIGHT": 1}
        neighbor = blank + delta[action]
        new_state[blank], new_state[neighbor] = new_state[neighbor], new_state[blank]
        return tuple(new_state)

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


def make():
    return ip.from_problem(EightPuzzle((2, 4, 3, 1, 5, 6, 7, 8, 0)))
