"""Peg solitaire on a small triangle, board as a tuple of booleans."""

import introplan as ip

JUMPS = [
    (0, 1, 3), (0, 2, 5), (1, 3, 6), (1, 4, 8), (2, 4, 7), (2, 5, 9),
    (3, 1, 0), (3, 4, 5), (5, 2, 0), (5, 4, 3), (6, 3, 1), (6, 7, 8),
    (7, 4, 2), (7, 8, 9), (8, 4, 1), (8, 7, 6), (9, 5, 2), (9, 8, 7),
]
START = (True, False, True, True, True, True, True, True, True, True)


def possible(board):
    for a, b, c in JUMPS:
        if board[a] and board[b] and not board[c]:
            yield (a, b, c)


def jump(board, move):
    a, b, c = move
    new = list(board)
    new[a] = new[b] = False
    new[c] = True
    return tuple(new)


def score(board, move, after):
    return 10 if sum(after) == 1 else 0


def make():
    world = ip.program(actions=possible, transition=jump, reward=score,
                       terminal=lambda s, a, s2: sum(s2) == 1)
    return world.task(START)
