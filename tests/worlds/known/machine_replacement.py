"""Machine replacement: keep it and pay for wear, or buy a new one; without an end."""

ACTIONS = ["keep", "replace"]

START = 0

DISCOUNT = 0.9

UPKEEP = [0, 1, 3, 6, 9, 12]


def transition(age, a):
    if a == "replace":
        return 1
    return min(age + 1, 5)


def reward(age, a, age2):
    if a == "replace":
        return 10 - 15
    return 10 - UPKEEP[age]
