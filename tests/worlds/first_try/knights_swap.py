"""Swap black and white knights on a 3x3 board given as a string."""

import introplan as ip

JUMPS = {i: [j for j in range(9) if {abs(i // 3 - j // 3), abs(i % 3 - j % 3)} == {1, 2}] for i in range(9)}


def moves(board):
    result = []
    for i, piece in enumerate(board):
        if piece in "wb":
            result += [(i, j) for j in JUMPS[i] if board[j] == "."]
    return result


def transition(board, move):
    i, j = move
    cells = list(board)
    cells[j], cells[i] = cells[i], "."
    return "".join(cells)


def terminal(board, move, after):
    return after == "w.w...b.b"


def reward(board, move, after):
    return -1


def make():
    return ip.program(actions=moves, transition=transition, reward=reward, terminal=terminal).task("b.b...w.w")
