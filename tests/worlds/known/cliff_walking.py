"""Cliff walking (Sutton and Barto) as Gymnasium has it: a step costs 1, a fall 100."""

ROWS, COLS = 4, 12

UP, RIGHT, DOWN, LEFT = range(4)
ACTIONS = [UP, RIGHT, DOWN, LEFT]

START = 36


def moved(s, a):
    row, col = divmod(s, COLS)
    if a == UP:
        row = max(row - 1, 0)
    elif a == RIGHT:
        col = min(col + 1, COLS - 1)
    elif a == DOWN:
        row = min(row + 1, ROWS - 1)
    elif a == LEFT:
        col = max(col - 1, 0)
    return row, col


def transition(s, a):
    row, col = moved(s, a)
    if row == 3 and 1 <= col <= 10:
        return START
    return row * COLS + col


def reward(s, a, s2):
    row, col = moved(s, a)
    return -100 if row == 3 and 1 <= col <= 10 else -1


def terminal(s, a, s2):
    return s2 == 47
