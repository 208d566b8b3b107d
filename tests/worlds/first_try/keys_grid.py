"""A maze of text with keys and doors; the keys are a frozenset."""

import introplan as ip

MAZE = [
    "#########",
    "#@..#..b#",
    "#.#.A.#.#",
    "#a#.#.#.#",
    "#.#...#B#",
    "#...#..G#",
    "#########",
]
MOVES = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}


def find(char):
    for r, line in enumerate(MAZE):
        if char in line:
            return r, line.index(char)
    raise LookupError(char)


def actions(state):
    pos, keys = state
    result = []
    for name, (dr, dc) in MOVES.items():
        cell = MAZE[pos[0] + dr][pos[1] + dc]
        if cell == "#":
            continue
        if cell.isupper() and cell != "G" and cell.lower() not in keys:
            continue
        result.append(name)
    return result


def transition(state, action):
    (r, c), keys = state
    dr, dc = MOVES[action]
    cell = MAZE[r + dr][c + dc]
    if cell in "ab":
        keys = keys | {cell}
    return (r + dr, c + dc), keys


def reward(state, action, after):
    return -1


def terminal(state, action, after):
    return after[0] == find("G")


def make():
    world = ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal)
    return world.task((find("@"), frozenset()))
