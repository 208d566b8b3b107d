"""Water sort: tubes are lists of colours; legal moves are a list."""

import introplan as ip

CAPACITY = 3


def is_done(tube):
    return not tube or (len(tube) == CAPACITY and len(set(tube)) == 1)


def legal_moves(tubes):
    moves = []
    for i, src in enumerate(tubes):
        for j, dst in enumerate(tubes):
            if i != j and src and len(dst) < CAPACITY and (not dst or dst[-1] == src[-1]):
                moves.append((i, j))
    return moves


def pour(tubes, move):
    i, j = move
    new = [tube[:] for tube in tubes]
    while new[i] and len(new[j]) < CAPACITY and (not new[j] or new[j][-1] == new[i][-1]):
        new[j].append(new[i].pop())
    return new


def make():
    world = ip.program(
        actions=legal_moves,
        transition=pour,
        reward=lambda s, a, s2: 1 if all(map(is_done, s2)) else 0,
        terminal=lambda s, a, s2: all(map(is_done, s2)),
    )
    return world.task([["r", "g", "r"], ["g", "r", "g"], []])
