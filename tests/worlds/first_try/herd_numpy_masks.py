"""Fire spreads over a numpy forest; a fire fighter moves and waters cells; boolean masks and rolls."""

import numpy as np

import introplan as ip

TREE = np.array([
    [1, 1, 1, 0, 1],
    [1, 0, 1, 1, 1],
    [1, 1, 1, 0, 1],
], dtype=bool)


def spread(fire, wet):
    near = np.zeros_like(fire)
    near[1:, :] |= fire[:-1, :]
    near[:-1, :] |= fire[1:, :]
    near[:, 1:] |= fire[:, :-1]
    near[:, :-1] |= fire[:, 1:]
    return (fire | near) & TREE & ~wet


def transition(state, action):
    y, x = state["pos"]
    fire, wet, t = state["fire"].copy(), state["wet"].copy(), state["t"] + 1
    dy, dx = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1), "water": (0, 0)}[action]
    if not (0 <= y + dy < TREE.shape[0] and 0 <= x + dx < TREE.shape[1]):
        return state
    y, x = y + dy, x + dx
    if action == "water":
        wet[y, x] = True
        fire[y, x] = False
    if t % 3 == 0:
        fire = spread(fire, wet)
    return {"pos": (y, x), "fire": fire, "wet": wet, "t": t}


def reward(state, action, after):
    return -int(after["fire"].sum())


def make():
    fire = np.zeros((3, 5), dtype=bool)
    fire[0, 4] = True
    start = {"pos": (0, 2), "fire": fire, "wet": np.zeros((3, 5), dtype=bool), "t": 0}
    return ip.program(
        actions=["up", "down", "left", "right", "water"],
        transition=transition,
        reward=reward,
        terminal=lambda s, a, s2: not s2["fire"].any(),
    ).task(start, horizon=8)
