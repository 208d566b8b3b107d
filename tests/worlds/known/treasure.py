"""Treasures lose value while you walk (discount): near silver, or gold farther away?"""

ACTIONS = ["left", "right"]

START = 4

DISCOUNT = 0.9

SILVER, GOLD = 2, 9


def transition(x, a):
    return x - 1 if a == "left" else x + 1


def reward(x, a, x2):
    if x2 == SILVER:
        return 5
    if x2 == GOLD:
        return 8
    return 0


def terminal(x, a, x2):
    return x2 in (SILVER, GOLD)
