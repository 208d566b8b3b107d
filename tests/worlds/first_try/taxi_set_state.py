"""A taxi as a code world model with set_state on a tuple and an observation of numbers."""

import introplan as ip


class TaxiModel:
    LOCS = [(0, 0), (0, 3), (3, 0), (3, 2)]
    WALLS = {((0, 1), (0, 2)), ((1, 1), (1, 2))}

    def __init__(self):
        self.row = self.col = self.passenger = self.destination = 0
        self.set_state((2, 2, 1, 2))

    def set_state(self, state):
        self.row, self.col, self.passenger, self.destination = state

    def available_actions(self):
        return ["south", "north", "east", "west", "pickup", "dropoff"]

    def blocked(self, a, b):
        return (a, b) in self.WALLS or (b, a) in self.WALLS

    def step(self, action):
        reward, done = -1, False
        if action == "south":
            self.row = min(self.row + 1, 3)
        elif action == "north":
            self.row = max(self.row - 1, 0)
        elif action == "east" and not self.blocked((self.row, self.col), (self.row, self.col + 1)):
            self.col = min(self.col + 1, 3)
        elif action == "west" and not self.blocked((self.row, self.col), (self.row, self.col - 1)):
            self.col = max(self.col - 1, 0)
        elif action == "pickup":
            if self.passenger < 4 and self.LOCS[self.passenger] == (self.row, self.col):
                self.passenger = 4
            else:
                reward = -10
        elif action == "dropoff":
            if self.passenger == 4 and self.LOCS[self.destination] == (self.row, self.col):
                self.passenger = self.destination
                reward, done = 20, True
            elif self.passenger == 4 and (self.row, self.col) in self.LOCS:
                self.passenger = self.LOCS.index((self.row, self.col))
            else:
                reward = -10
        return (self.row, self.col, self.passenger, self.destination), reward, done


def make():
    return ip.from_env(TaxiModel())
