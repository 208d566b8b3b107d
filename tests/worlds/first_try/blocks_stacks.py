"""Blocks world as lists of lists: stacks with pop and append."""

import introplan as ip

START = [["A", "C"], ["B"], []]
GOAL = [[], [], ["C", "B", "A"]]


def step(stacks, action):
    source, target = action
    if len(stacks[source]) == 0 or source == target:
        return stacks, 0, False
    block = stacks[source].pop()
    stacks[target].append(block)
    if stacks == GOAL:
        return stacks, 1, True
    return stacks, 0, False


def make():
    moves = [(i, j) for i in range(3) for j in range(3) if i != j]
    return ip.program(actions=moves, step=step).task(START)
