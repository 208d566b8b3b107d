"""Lay dominoes in a line: the hand is a frozenset of pairs, ends in a deque-like tuple."""

import introplan as ip

HAND = frozenset({(0, 1), (1, 2), (2, 2), (2, 3), (0, 3), (1, 3), (3, 4)})


def actions(state):
    hand, line = state
    result = ["stop"]
    for stone in sorted(hand):
        a, b = stone
        if not line:
            result.append((stone, "right"))
            continue
        left, right = line[0][0], line[-1][1]
        if right in stone:
            result.append((stone, "right"))
        if left in stone:
            result.append((stone, "left"))
    return result


def transition(state, action):
    if action == "stop":
        return state
    hand, line = state
    stone, side = action
    a, b = stone
    if side == "right":
        if line and line[-1][1] != a:
            a, b = b, a
        line = line + ((a, b),)
    else:
        if line[0][0] != b:
            a, b = b, a
        line = ((a, b),) + line
    return hand - {stone}, line


def reward(state, action, after):
    if action == "stop":
        return -sum(a + b for a, b in state[0])
    return 0


def terminal(state, action, after):
    return action == "stop"


def make():
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task((HAND, ()))
