"""Lights out on a 3x3 board as a bit mask."""

import introplan as ip

SIZE = 3


def mask(cell):
    r, c = divmod(cell, SIZE)
    bits = 1 << cell
    if r > 0:
        bits |= 1 << (cell - SIZE)
    if r < SIZE - 1:
        bits |= 1 << (cell + SIZE)
    if c > 0:
        bits |= 1 << (cell - 1)
    if c < SIZE - 1:
        bits |= 1 << (cell + 1)
    return bits


MASKS = [mask(cell) for cell in range(SIZE * SIZE)]


def make():
    world = ip.program(
        actions=range(SIZE * SIZE),
        transition=lambda lights, cell: lights ^ MASKS[cell],
        reward=lambda lights, cell, after: 0 if after == 0 else -1,
        terminal=lambda lights, cell, after: after == 0,
    )
    return world.task(0b101010111)
