"""A tiny solitaire: the deck is shuffled at reset; move cards onto foundations."""

import random

import introplan as ip


class Solitaire:
    SUITS = "HS"
    RANKS = 4

    def __init__(self, seed=7):
        self.rng = random.Random(seed)
        self.reset()

    def reset(self, seed=None):
        if seed is not None:
            self.rng = random.Random(seed)
        deck = [(s, r) for s in self.SUITS for r in range(1, self.RANKS + 1)]
        self.rng.shuffle(deck)
        self.columns = [deck[0:3], deck[3:6], deck[6:8]]
        self.foundation = {s: 0 for s in self.SUITS}
        self.free = None
        self.moves = 0
        return self.observation()

    def observation(self):
        return tuple(tuple(c) for c in self.columns), dict(self.foundation), self.free

    def legal_moves(self):
        moves = []
        for i, column in enumerate(self.columns):
            if not column:
                continue
            suit, rank = column[-1]
            if self.foundation[suit] == rank - 1:
                moves.append(("up", i))
            if self.free is None:
                moves.append(("free", i))
            for j, other in enumerate(self.columns):
                if i != j and other and other[-1][1] == rank + 1:
                    moves.append(("move", i, j))
        if self.free is not None:
            suit, rank = self.free
            if self.foundation[suit] == rank - 1:
                moves.append(("unfree",))
            for j, other in enumerate(self.columns):
                if not other or other[-1][1] == rank + 1:
                    moves.append(("place", j))
        return moves

    def step(self, move):
        kind = move[0]
        self.moves += 1
        reward = -0.1
        if kind == "up":
            suit, rank = self.columns[move[1]].pop()
            self.foundation[suit] = rank
            reward += 1
        elif kind == "free":
            self.free = self.columns[move[1]].pop()
        elif kind == "move":
            self.columns[move[2]].append(self.columns[move[1]].pop())
        elif kind == "unfree":
            self.foundation[self.free[0]] = self.free[1]
            self.free = None
            reward += 1
        elif kind == "place":
            self.columns[move[1]].append(self.free)
            self.free = None
        done = all(v == self.RANKS for v in self.foundation.values())
        return self.observation(), reward, done, {}


def make():
    return ip.from_env(Solitaire())
