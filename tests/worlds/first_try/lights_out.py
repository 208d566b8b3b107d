"""Lights Out on a 3x4 board, board packed in an int."""

import introplan as ip

W, H = 4, 3
FULL = (1 << (W * H)) - 1


def bit(x, y):
    return 1 << (y * W + x)


def mask_for(x, y):
    m = bit(x, y)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        nx, ny = x + dx, y + dy
        if 0 <= nx < W and 0 <= ny < H:
            m |= bit(nx, ny)
    return m


MASKS = {(x, y): mask_for(x, y) for y in range(H) for x in range(W)}
PRESSES = sorted(MASKS)
START = 0b1011_0110_1101


def transition(board, press):
    return (board ^ MASKS[press]) & FULL


def reward(board, press, after):
    return 0 if after == 0 else -1


def terminal(board, press, after):
    return after == 0


def show(board):
    return "\n".join(
        "".join("#" if board & bit(x, y) else "." for x in range(W)) for y in range(H)
    )


def make():
    return ip.program(
        actions=PRESSES, transition=transition, reward=reward, terminal=terminal
    ).task(START)
