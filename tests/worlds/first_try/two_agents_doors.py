"""Two agents; pressure plates open doors as long as somebody stands on them."""

import copy

import introplan as ip


class DoorWorld:
    LAYOUT = [
        "#######",
        "#A.a#.#",
        "###1#2#",
        "#B..b.#",
        "###G###",
    ]
    # plate a opens door 1, plate b opens door 2 (and G may only be entered by A)
    MOVES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}

    def __init__(self):
        self.agents = {}
        self.plates = {}
        self.doors = {}
        for y, row in enumerate(self.LAYOUT):
            for x, ch in enumerate(row):
                if ch in "AB":
                    self.agents[ch] = (x, y)
                elif ch in "ab":
                    self.plates[ch] = (x, y)
                elif ch in "12":
                    self.doors[ch] = (x, y)
                elif ch == "G":
                    self.goal = (x, y)
        self.steps = 0
        self.history = []

    @property
    def open_doors(self):
        pressed = [p for p, pos in self.plates.items() if pos in self.agents.values()]
        return {{"a": "1", "b": "2"}[p] for p in pressed}

    def passable(self, pos):
        x, y = pos
        if self.LAYOUT[y][x] == "#":
            return False
        for door, where in self.doors.items():
            if where == pos and door not in self.open_doors:
                return False
        return pos not in self.agents.values()

    def get_actions(self):
        return [f"{agent} {move}" for agent in sorted(self.agents) for move in self.MOVES]

    def actions(self):
        return self.get_actions()

    def step(self, action):
        agent, move = action.split()
        dx, dy = self.MOVES[move]
        x, y = self.agents[agent]
        target = (x + dx, y + dy)
        if self.passable(target):
            self.agents[agent] = target
        self.steps += 1
        self.history.append(action)
        won = self.agents["A"] == self.goal
        return copy.deepcopy(self.agents), (1 if won else -0.01), won, {"steps": self.steps}


def make():
    return ip.from_env(DoorWorld())
