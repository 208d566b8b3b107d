"""FrozenLake without slip: `done` in a hole and at the goal, by the same flag."""

MAP = ["SFFF", "FHFH", "FFFH", "HFFG"]

ACTIONS = [0, 1, 2, 3]

START = 0


def transition(s, a):
    row, col = divmod(s, 4)
    if a == 0:
        col = max(col - 1, 0)
    elif a == 1:
        row = min(row + 1, 3)
    elif a == 2:
        col = min(col + 1, 3)
    else:
        row = max(row - 1, 0)
    return row * 4 + col


def reward(s, a, s2):
    return float(MAP[s2 // 4][s2 % 4] == "G")


def terminal(s, a, s2):
    dead = MAP[s2 // 4][s2 % 4] == "H"
    won = MAP[s2 // 4][s2 % 4] == "G"
    return dead or won
