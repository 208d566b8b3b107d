"""Blocks world: what each block stands on, in a dict."""

import introplan as ip

START = {"a": "b", "b": "table", "c": "a", "d": "table"}
GOAL = {"a": "b", "b": "c", "c": "d", "d": "table"}


def clear(state, block):
    return block not in state.values()


def legal(state):
    moves = []
    for block in state:
        if not clear(state, block):
            continue
        for target in [*state, "table"]:
            if target == block or state[block] == target:
                continue
            if target == "table" or clear(state, target):
                moves.append((block, target))
    return moves


def transition(state, move):
    block, target = move
    return {**state, block: target}


def reward(state, move, after):
    return -1


def terminal(state, move, after):
    return after == GOAL


def make():
    world = ip.program(actions=legal, transition=transition, reward=reward, terminal=terminal)
    return world.task(START)
