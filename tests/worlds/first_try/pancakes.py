"""Pancake sorting with slices."""

import introplan as ip

START = (3, 1, 5, 2, 4)


def flip(stack, k):
    return stack[:k][::-1] + stack[k:]


def make():
    world = ip.program(
        actions=range(2, len(START) + 1),
        transition=flip,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: list(s2) == sorted(s2),
    )
    return world.task(START)
