"""Slide and merge numbers as in a well-known game, without chance; score is what was merged."""

import introplan as ip


def slide(row):
    numbers = [n for n in row if n]
    merged, points = [], 0
    while numbers:
        first = numbers.pop(0)
        if numbers and numbers[0] == first:
            first += numbers.pop(0)
            points += first
        merged.append(first)
    return merged + [0] * (len(row) - len(merged)), points


def step(board, action):
    rows = [list(r) for r in (zip(*board) if action in ("up", "down") else board)]
    total = 0
    result = []
    for row in rows:
        if action in ("right", "down"):
            row = row[::-1]
        row, points = slide(row)
        if action in ("right", "down"):
            row = row[::-1]
        total += points
        result.append(row)
    if action in ("up", "down"):
        result = [list(r) for r in zip(*result)]
    after = tuple(map(tuple, result))
    if after == board:
        return None
    return after, total, max(map(max, after)) >= 16


def make():
    world = ip.program(actions=["left", "right", "up", "down"], step=step)
    return world.task(((2, 2, 4), (0, 4, 2), (2, 0, 2)))
