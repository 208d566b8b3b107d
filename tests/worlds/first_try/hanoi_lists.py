"""Towers of Hanoi as a dict of lists, with pop and append."""

import introplan as ip

START = {"A": [4, 3, 2, 1], "B": [], "C": []}
ACTIONS = [(x, y) for x in "ABC" for y in "ABC" if x != y]


def transition(state, action):
    source, target = action
    if not state[source]:
        raise ValueError("nothing to take")
    disk = state[source].pop()
    if state[target] and state[target][-1] < disk:
        raise ValueError("too large")
    state[target].append(disk)
    return state


def reward(s, a, s2):
    return 1 if len(s2["C"]) == 4 else 0


def terminal(s, a, s2):
    return ip.Status.SUCCESS if len(s2["C"]) == 4 else ip.Status.CONTINUE


def make():
    world = ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal)
    return world.task(START)
