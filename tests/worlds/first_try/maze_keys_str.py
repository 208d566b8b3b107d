"""The whole maze is one text with newlines; keys open doors of the same letter."""

import introplan as ip

MAZE = """\
#########
#@.#b...#
#..A..#B#
#a.#..#.#
####..#G#
#########
"""
WIDTH = MAZE.index("\n") + 1
STEP = {"w": -WIDTH, "s": WIDTH, "a": -1, "d": 1}


def transition(state, key):
    maze, keys = state
    here = maze.find("@")
    there = here + STEP[key]
    tile = maze[there]
    if tile == "#":
        return state
    if tile.isupper() and tile != "G" and tile.lower() not in keys:
        return state
    if tile.islower():
        keys = "".join(sorted(keys + tile))
    maze = maze.replace("@", ".")
    maze = maze[:there] + "@" + maze[there + 1:]
    return maze, keys


def terminal(state, key, after):
    return "G" not in after[0]


def reward(state, key, after):
    if "G" not in after[0]:
        return 50
    return 5 if len(after[1]) > len(state[1]) else -1


def make():
    return ip.program(actions="wasd", transition=transition, reward=reward, terminal=terminal).task((MAZE, ""))
