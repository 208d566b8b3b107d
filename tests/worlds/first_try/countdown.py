"""Countdown: combine numbers by arithmetic until one of them is the target."""

import operator
from itertools import combinations

import introplan as ip

OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv}
TARGET = 87


def actions(numbers):
    found = []
    for i, j in combinations(range(len(numbers)), 2):
        for sign in OPS:
            if sign == "/" and (numbers[i] == 0 or numbers[j] % numbers[i] != 0):
                continue
            found.append((i, sign, j))
    return found


def transition(numbers, action):
    i, sign, j = action
    small, large = numbers[i], numbers[j]
    value = OPS[sign](large, small)
    rest = [n for k, n in enumerate(numbers) if k not in (i, j)]
    return tuple(sorted(rest + [value]))


def reward(numbers, action, after):
    return 1.0 if TARGET in after else 0.0


def terminal(numbers, action, after):
    if TARGET in after:
        return ip.Status.SUCCESS
    return ip.Status.FAILURE if len(after) == 1 else ip.Status.CONTINUE


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward, terminal=terminal
    ).task((2, 3, 7, 10))
