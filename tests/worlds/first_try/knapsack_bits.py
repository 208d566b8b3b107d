"""A knapsack as bits of a whole number, with conflicts between items."""

import introplan as ip

WEIGHTS = [5, 4, 6, 3, 7, 2, 4, 5, 1]
VALUES = [10, 40, 30, 50, 35, 5, 22, 27, 3]
CONFLICTS = [(1, 3), (2, 4), (6, 7)]
LIMIT = 17


def weight(mask):
    return sum(w for i, w in enumerate(WEIGHTS) if mask >> i & 1)


def value(mask):
    return sum(v for i, v in enumerate(VALUES) if mask & (1 << i))


def actions(mask):
    options = ["stop"]
    if mask & (1 << 31):
        return []
    for i in range(len(WEIGHTS)):
        if not mask & (1 << i) and weight(mask | 1 << i) <= LIMIT:
            if not any((i == a and mask >> b & 1) or (i == b and mask >> a & 1) for a, b in CONFLICTS):
                options.append(i)
    return options


def transition(mask, action):
    if action == "stop":
        return mask | (1 << 31)
    return mask | (1 << action)


def reward(mask, action, after):
    if action == "stop":
        return value(mask)
    return 0


def terminal(mask, action, after):
    return action == "stop"


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward, terminal=terminal
    ).task(0)
