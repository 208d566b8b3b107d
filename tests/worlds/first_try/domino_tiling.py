"""Fill a 2x4 board with dominoes; the board is an int with a bit per square."""

import introplan as ip

ROWS, COLS = 2, 4
FULL = (1 << (ROWS * COLS)) - 1


def bit(r, c):
    return 1 << (r * COLS + c)


def placements():
    for r in range(ROWS):
        for c in range(COLS):
            if c + 1 < COLS:
                yield bit(r, c) | bit(r, c + 1)
            if r + 1 < ROWS:
                yield bit(r, c) | bit(r + 1, c)


DOMINOES = list(placements())


def transition(board, domino):
    if board & domino:
        raise ValueError("covered already")
    return board | domino


def make():
    world = ip.program(
        actions=DOMINOES,
        transition=transition,
        reward=lambda b, d, b2: 1 if b2 == FULL else 0,
        terminal=lambda b, d, b2: b2 == FULL,
    )
    return world.task(0)
