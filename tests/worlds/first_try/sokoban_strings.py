"""Sokoban on a tuple of strings: the board is what is printed."""

import introplan as ip

START = (
    "######",
    "#@   #",
    "# $$ #",
    "# .. #",
    "######",
)
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def find(board):
    for r, row in enumerate(board):
        for c, ch in enumerate(row):
            if ch in "@+":
                return r, c


def put(board, r, c, ch):
    rows = list(board)
    rows[r] = rows[r][:c] + ch + rows[r][c + 1:]
    return tuple(rows)


def leave(board, r, c):
    return put(board, r, c, "." if board[r][c] in "+*" else " ")


def enter(board, r, c, plain, on_goal):
    return put(board, r, c, on_goal if board[r][c] == "." else plain)


def transition(board, action):
    r, c = find(board)
    dr, dc = MOVES[action]
    ahead = board[r + dr][c + dc]
    if ahead == "#":
        raise ValueError("wall")
    if ahead in "$*":
        if board[r + 2 * dr][c + 2 * dc] not in " .":
            raise ValueError("blocked box")
        board = leave(board, r + dr, c + dc)
        board = enter(board, r + 2 * dr, c + 2 * dc, "$", "*")
    board = leave(board, r, c)
    return enter(board, r + dr, c + dc, "@", "+")


def reward(s, a, s2):
    return 0 if any("$" in row for row in s2) else 1


def make():
    return ip.program(actions=list(MOVES), transition=transition, reward=reward).task(START)
