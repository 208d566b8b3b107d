"""RL student after MiniGrid, plain class with copying, sets of tuples, turn/forward/pickup/toggle, goal-only reward."""

import introplan as ip

MAZE = [
    "#########",
    "#>..#..G#",
    "#.k.D...#",
    "#...#####",
    "##d##..K#",
    "#.......#",
    "#########",
]
DIRS = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # right, down, left, up


class KeyDoorEnv:
    actions = ["left", "right", "forward", "pickup", "toggle"]

    def __init__(self):
        self.reset()

    def reset(self, seed=None):
        self.keys, self.doors, self.walls = {}, {}, set()
        for y, line in enumerate(MAZE):
            for x, c in enumerate(line):
                if c == "#":
                    self.walls.add((y, x))
                elif c == ">":
                    self.agent = (y, x)
                elif c == "G":
                    self.goal = (y, x)
                elif c in "kK":
                    self.keys[(y, x)] = c
                elif c in "dD":
                    self.doors[(y, x)] = c
        self.heading = 0
        self.carrying = set()
        return self.observation()

    def observation(self):
        return (self.agent, self.heading, tuple(sorted(self.carrying)), tuple(sorted(self.doors)))

    def front(self):
        dy, dx = DIRS[self.heading]
        return self.agent[0] + dy, self.agent[1] + dx

    def step(self, action):
        f = self.front()
        if action == "left":
            self.heading = (self.heading - 1) % 4
        elif action == "right":
            self.heading = (self.heading + 1) % 4
        elif action == "forward":
            if f not in self.walls and f not in self.doors and f not in self.keys:
                self.agent = f
        elif action == "pickup":
            if f in self.keys:
                self.carrying.add(self.keys.pop(f))
        elif action == "toggle":
            needed = {"d": "k", "D": "K"}
            if f in self.doors and needed[self.doors[f]] in self.carrying:
                del self.doors[f]
        else:
            raise ValueError(action)
        done = self.agent == self.goal
        return self.observation(), (1.0 if done else 0.0), done, {}


def make():
    return ip.from_env(KeyDoorEnv())
