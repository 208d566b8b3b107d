"""FrozenLake without wind: cross the ice and keep clear of the holes. A state is one number."""

ICE = "SFFFFFFFFFFFFFFFFFFHFFFFFFFFFHFFFFFHFFFFFHHFFFHFFHFFHFHFFFFHFFFG"
SIDE = 8

LEFT, DOWN, RIGHT, UP = range(4)

ACTIONS = [LEFT, DOWN, RIGHT, UP]

START = 0


def transition(s, a):
    row, col = divmod(s, SIDE)
    if a == LEFT:
        col = max(col - 1, 0)
    elif a == DOWN:
        row = min(row + 1, SIDE - 1)
    elif a == RIGHT:
        col = min(col + 1, SIDE - 1)
    else:
        row = max(row - 1, 0)
    return row * SIDE + col


def reward(s, a, s2):
    return 1.0 if ICE[s2] == "G" else 0.0


def terminal(s, a, s2):
    return {"H": "failure", "G": "success"}.get(ICE[s2], "continue")


if __name__ == "__main__":
    import introplan as ip

    result = ip.plan(ip.read_program(__file__), planner="greedy")
    print(*(["left", "down", "right", "up"][action] for action in result.plan))
