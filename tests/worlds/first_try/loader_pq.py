"""A crane loads ships from a stack yard: dict of lists, heapq for departures, early loads pay more."""

import heapq

import introplan as ip

SHIPS = [(4, "north"), (7, "south")]
DEST = {"c1": "north", "c2": "south", "c3": "north", "c4": "south"}


class Harbour:
    def __init__(self):
        self.time = 0
        self.stacks = {"A": ["c1", "c2"], "B": ["c3", "c4"], "C": []}
        self.departures = list(SHIPS)
        heapq.heapify(self.departures)
        self.loaded = []

    def moves(self):
        out = []
        for name, stack in self.stacks.items():
            if stack:
                if DEST[stack[-1]] in [ship for _, ship in self.departures]:
                    out.append(("load", name, None))
                for other, target in self.stacks.items():
                    if other != name and len(target) < 3:
                        out.append(("shift", name, other))
        out.append(("wait", None, None))
        return out

    def do(self, move):
        verb, source, target = move
        gain = 0
        if verb == "load":
            container = self.stacks[source].pop()
            self.loaded.append(container)
            gain = 10 - self.time
        elif verb == "shift":
            self.stacks[target].append(self.stacks[source].pop())
            gain = -1
        self.time += 1
        while self.departures and self.departures[0][0] <= self.time:
            heapq.heappop(self.departures)
        return gain


def transition(harbour, move):
    harbour.do(move)
    return harbour


def reward(harbour, move, after):
    if move[0] == "load":
        return 10 - harbour.time
    return -1 if move[0] == "shift" else 0


def make():
    return ip.program(
        actions=lambda h: h.moves(),
        transition=transition,
        reward=reward,
        terminal=lambda h, m, after: not after.departures,
    ).task(Harbour())
