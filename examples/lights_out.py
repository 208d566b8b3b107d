"""Lights Out: pressing a light flips it and its neighbours; all of them are to be off."""

import numpy as np

SIDE = 4

START = np.array(
    [
        [1, 1, 0, 1],
        [1, 0, 1, 0],
        [1, 1, 0, 1],
        [0, 1, 1, 1],
    ],
    dtype=bool,
)

ACTIONS = [(row, col) for row in range(SIDE) for col in range(SIDE)]


def transition(lights, press):
    row, col = press
    lights[row, col] ^= True
    if row > 0:
        lights[row - 1, col] ^= True
    if row < SIDE - 1:
        lights[row + 1, col] ^= True
    if col > 0:
        lights[row, col - 1] ^= True
    if col < SIDE - 1:
        lights[row, col + 1] ^= True
    return lights


def reward(lights, press, after):
    return 0 if after.any() else 1


def draw(lights):
    return "\n".join("".join("o" if light else "." for light in row) for row in lights)


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="greedy").plan)
