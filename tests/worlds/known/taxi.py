"""Taxi (Dietterich 2000) with plain numbers: 20 for the delivery, -10 for a wrong stop."""

MAP = ["|R: | : :G|", "| : | : : |", "| : : : : |", "| | : | : |", "|Y| : |B: |"]
LOCS = [(0, 0), (0, 4), (4, 0), (4, 3)]

ACTIONS = list(range(6))

START = (2, 2, 3, 0)  # row, column, where the passenger is (4: in the taxi), destination


def transition(s, a):
    row, col, passenger, destination = s
    if a == 0:
        row = min(row + 1, 4)
    elif a == 1:
        row = max(row - 1, 0)
    elif a == 2 and MAP[row][2 * col + 2] == ":":
        col = min(col + 1, 4)
    elif a == 3 and MAP[row][2 * col] == ":":
        col = max(col - 1, 0)
    elif a == 4 and passenger < 4 and (row, col) == LOCS[passenger]:
        passenger = 4
    elif a == 5 and passenger == 4 and (row, col) in LOCS:
        passenger = LOCS.index((row, col))
    return (row, col, passenger, destination)


def reward(s, a, s2):
    row, col, passenger, destination = s
    if a == 4:
        return -1 if passenger < 4 and (row, col) == LOCS[passenger] else -10
    if a == 5:
        if passenger == 4 and (row, col) == LOCS[destination]:
            return 20
        return -1 if passenger == 4 and (row, col) in LOCS else -10
    return -1


def terminal(s, a, s2):
    row, col, passenger, destination = s
    return a == 5 and passenger == 4 and (row, col) == LOCS[destination]
