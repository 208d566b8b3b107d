"""Wolf, goat and cabbage with penalties: what is eaten costs 10, a crossing 1."""

THINGS = ("wolf", "goat", "cabbage")

ACTIONS = ["alone", *THINGS]

START = ("left", frozenset(THINGS), frozenset())


def transition(s, a):
    boat, left, right = s
    here, there = (left, right) if boat == "left" else (right, left)
    if a != "alone":
        if a not in here:
            raise ValueError("not on this bank")
        here, there = here - {a}, there | {a}
    if {"wolf", "goat"} <= here:
        here = here - {"goat"}
    elif {"goat", "cabbage"} <= here:
        here = here - {"cabbage"}
    return ("right", here, there) if boat == "left" else ("left", there, here)


def reward(s, a, s2):
    eaten = len(s[1]) + len(s[2]) - len(s2[1]) - len(s2[2])
    return -1 - 10 * eaten + (30 if terminal(s, a, s2) else 0)


def terminal(s, a, s2):
    boat, left, right = s2
    return boat == "right" and not left
