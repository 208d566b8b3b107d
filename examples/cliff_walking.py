"""CliffWalking: along the edge. A fall leads back to the start; arriving costs nothing."""

from collections import namedtuple

Place = namedtuple("Place", "row col")

ROWS, COLS = 4, 12

START = Place(3, 0)
GOAL = Place(3, 11)

ACTIONS = ["up", "right", "down", "left"]


def clamp(value, limit):
    return max(0, min(value, limit - 1))


def is_cliff(place):
    return place.row == 3 and 0 < place.col < 11


def moved(place, action):
    match action:
        case "up":
            return Place(clamp(place.row - 1, ROWS), place.col)
        case "down":
            return Place(clamp(place.row + 1, ROWS), place.col)
        case "right":
            return Place(place.row, clamp(place.col + 1, COLS))
        case "left":
            return Place(place.row, clamp(place.col - 1, COLS))


def transition(s, a):
    after = moved(s, a)
    return START if is_cliff(after) else after


def reward(s, a, s2):
    if is_cliff(moved(s, a)):
        return -100
    return 0 if s2 == GOAL else -1


def terminal(s, a, s2):
    return "success" if s2 == GOAL else "continue"


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="value-iteration").plan)
