"""A 2048-like game on 2x3, the new tile always in the first empty cell."""

import introplan as ip

H, W = 2, 3


def merge_left(row):
    tiles = [t for t in row if t]
    out = []
    score = 0
    i = 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(2 * tiles[i])
            score += 2 * tiles[i]
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return out + [0] * (len(row) - len(out)), score


def transpose(board):
    return [list(r) for r in zip(*board)]


def move(board, direction):
    total = 0
    if direction in ("up", "down"):
        board = transpose(board)
    if direction in ("right", "down"):
        board = [r[::-1] for r in board]
    new = []
    for r in board:
        merged, s = merge_left(r)
        new.append(merged)
        total += s
    if direction in ("right", "down"):
        new = [r[::-1] for r in new]
    if direction in ("up", "down"):
        new = transpose(new)
    return new, total


def step(board, action):
    new, gained = move(board, action)
    if new == board:
        return board, 0, False
    for r in range(H):
        for c in range(W):
            if new[r][c] == 0:
                new[r][c] = 2
                return new, gained, max(max(row) for row in new) >= 32
    return new, gained, max(max(row) for row in new) >= 32


def make():
    start = [[2, 0, 0], [0, 2, 0]]
    return ip.program(actions=["left", "right", "up", "down"], step=step).task(start, horizon=30)
