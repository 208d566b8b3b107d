"""RL student re-implementing Taxi-v3 with integer encode/decode, random reset by seed, -1/-10/+20 rewards."""

import random

import introplan as ip


class Discrete:
    def __init__(self, n):
        self.n = n


class TaxiEnv:
    """0 south, 1 north, 2 east, 3 west, 4 pickup, 5 dropoff"""

    MAP = [
        "+---------+",
        "|R: | : :G|",
        "| : | : : |",
        "| : : : : |",
        "| | : | : |",
        "|Y| : |B: |",
        "+---------+",
    ]
    LOCS = [(0, 0), (0, 4), (4, 0), (4, 3)]

    def __init__(self):
        self.observation_space = Discrete(500)
        self.action_space = Discrete(6)
        self.s = 0
        self.reset(seed=0)

    @staticmethod
    def encode(row, col, passenger, destination):
        return ((row * 5 + col) * 5 + passenger) * 4 + destination

    @staticmethod
    def decode(i):
        i, destination = divmod(i, 4)
        i, passenger = divmod(i, 5)
        row, col = divmod(i, 5)
        return row, col, passenger, destination

    def reset(self, seed=None, options=None):
        rng = random.Random(seed)
        passenger = rng.randrange(4)
        destination = rng.choice([d for d in range(4) if d != passenger])
        self.s = self.encode(2, 2, passenger, destination)
        return self.s, {}

    def step(self, a):
        row, col, passenger, destination = self.decode(self.s)
        reward, terminated = -1, False
        if a == 0:
            row = min(row + 1, 4)
        elif a == 1:
            row = max(row - 1, 0)
        elif a == 2 and self.MAP[1 + row][2 * col + 2] == ":":
            col = min(col + 1, 4)
        elif a == 3 and self.MAP[1 + row][2 * col] == ":":
            col = max(col - 1, 0)
        elif a == 4:
            if passenger < 4 and (row, col) == self.LOCS[passenger]:
                passenger = 4
            else:
                reward = -10
        elif a == 5:
            if (row, col) == self.LOCS[destination] and passenger == 4:
                passenger = destination
                terminated = True
                reward = 20
            elif (row, col) in self.LOCS and passenger == 4:
                passenger = self.LOCS.index((row, col))
            else:
                reward = -10
        self.s = self.encode(row, col, passenger, destination)
        return self.s, reward, terminated, False, {"prob": 1.0}


def make():
    return ip.from_env(TaxiEnv())
