"""On ice one slides until something stops one; collect all stars."""

import introplan as ip

MAP = """\
##########
#P  *    #
#   #   *#
#  *     #
#     #  #
# #  *  G#
##########"""


def parse(text):
    stars = []
    for r, row in enumerate(text.split("\n")):
        for c, ch in enumerate(row):
            if ch == "P":
                start = r, c
            elif ch == "*":
                stars.append((r, c))
            elif ch == "G":
                goal = r, c
    return start, tuple(sorted(stars)), goal


ROWS = MAP.split("\n")
START, STARS, GOAL = parse(MAP)


def slide(pos, stars, dr, dc):
    r, c = pos
    left = list(stars)
    while ROWS[r + dr][c + dc] != "#":
        r, c = r + dr, c + dc
        if (r, c) in left:
            left.remove((r, c))
        if (r, c) == GOAL and not left:
            break
    return (r, c), tuple(left)


def transition(state, action):
    pos, stars = state
    dr, dc = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[action]
    return slide(pos, stars, dr, dc)


def reward(state, action, after):
    return 5 * (len(state[1]) - len(after[1])) - 1 + (20 if terminal(state, action, after) else 0)


def terminal(state, action, after):
    return after == (GOAL, ())


def make():
    return ip.program(
        actions=["up", "down", "left", "right"], transition=transition, reward=reward,
        terminal=terminal,
    ).task((START, STARS))
