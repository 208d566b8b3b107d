"""Traffic lights at one crossing; cars arrive by a fixed timetable; waiting costs."""

import introplan as ip

ARRIVALS = {"ns": [2, 0, 1, 0, 3, 0, 0, 1, 0, 0], "ew": [0, 1, 2, 0, 0, 2, 1, 0, 0, 0]}


class Crossing:
    def __init__(self):
        self.waiting = {"ns": 0, "ew": 0}
        self.green = "ns"
        self.clock = 0
        self.switching = 0
        self.total_wait = 0

    def step(self, action):
        if action == "switch" and self.switching == 0:
            self.green = "ew" if self.green == "ns" else "ns"
            self.switching = 2
        for road, arrivals in ARRIVALS.items():
            self.waiting[road] += arrivals[self.clock]
        if self.switching > 0:
            self.switching -= 1
        else:
            passing = min(2, self.waiting[self.green])
            self.waiting[self.green] -= passing
        cost = sum(self.waiting.values())
        self.total_wait += cost
        self.clock += 1
        return (dict(self.waiting), self.green), -cost, self.clock == len(ARRIVALS["ns"]), {}

    def actions(self):
        return ["keep", "switch"]


def make():
    return ip.from_env(Crossing())
