"""A rook and a king chase a lone king that moves by a fixed rule; chess coordinates as texts."""

import introplan as ip

FILES = "abcd"
RANKS = "1234"


def square(f, r):
    return FILES[f] + RANKS[r]


def coords(sq):
    return FILES.index(sq[0]), RANKS.index(sq[1])


def king_moves(sq):
    f, r = coords(sq)
    return {
        square(f + df, r + dr)
        for df in (-1, 0, 1)
        for dr in (-1, 0, 1)
        if (df or dr) and 0 <= f + df < 4 and 0 <= r + dr < 4
    }


def rook_moves(sq, blocked):
    f, r = coords(sq)
    out = []
    for df, dr in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = f + df, r + dr
        while 0 <= x < 4 and 0 <= y < 4 and square(x, y) not in blocked:
            out.append(square(x, y))
            x, y = x + df, y + dr
    return out


def attacked(sq, king, rook):
    return sq in king_moves(king) or sq in rook_moves(rook, {king})


def actions(state):
    king, rook, black = state
    moves = []
    for to in sorted(king_moves(king)):
        if to != rook and to not in king_moves(black):
            moves.append(f"K{to}")
    for to in rook_moves(rook, {king, black}):
        moves.append(f"R{to}")
    return moves


def transition(state, move):
    king, rook, black = state
    if move[0] == "K":
        king = move[1:]
    else:
        rook = move[1:]
    flights = sorted(s for s in king_moves(black) if not attacked(s, king, rook) and s != king)
    if flights:
        if rook in flights:
            return king, "xx", rook
        black = flights[0]
    return king, rook, black


def reward(state, move, after):
    king, rook, black = after
    if rook == "xx":
        return -10
    flights = [s for s in king_moves(black) if not attacked(s, king, rook) and s != king]
    if not flights:
        return 10 if black in rook_moves(rook, {king}) else 0
    return -1


def terminal(state, move, after):
    king, rook, black = after
    return rook == "xx" or not any(not attacked(s, king, rook) and s != king for s in king_moves(black))


def make():
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task(("a1", "b1", "d4"))
