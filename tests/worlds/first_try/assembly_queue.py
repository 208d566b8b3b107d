"""An assembly line: parts on a conveyor (list), a robot with a gripper, products need parts in order."""

from copy import deepcopy

import introplan as ip

PRODUCTS = [["wheel", "wheel", "frame"], ["frame", "bell"]]


class Line:
    def __init__(self):
        self.belt = ["frame", "wheel", "bell", "wheel", "frame"]
        self.gripper = None
        self.stations = [[], []]
        self.bin = []

    def finished(self, i):
        return self.stations[i] == PRODUCTS[i]


def actions(line):
    acts = []
    if line.gripper is None:
        if line.belt:
            acts.append(("grip", "belt"))
        if line.bin:
            acts.append(("grip", "bin"))
    else:
        for i, station in enumerate(line.stations):
            if not line.finished(i) and PRODUCTS[i][len(station)] == line.gripper:
                acts.append(("mount", i))
        if len(line.bin) < 2:
            acts.append(("store", None))
    return acts


def transition(line, action):
    line = deepcopy(line)
    verb, where = action
    if verb == "grip":
        line.gripper = line.belt.pop(0) if where == "belt" else line.bin.pop()
    elif verb == "mount":
        line.stations[where].append(line.gripper)
        line.gripper = None
    else:
        line.bin.append(line.gripper)
        line.gripper = None
    return line


def reward(line, action, after):
    return sum(10 for i in range(2) if after.finished(i) and not line.finished(i)) - 1


def terminal(line, action, after):
    return all(after.finished(i) for i in range(len(PRODUCTS)))


def make():
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task(Line())
