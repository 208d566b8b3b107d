"""Maintenance with decay: a machine earns its condition each day, and wears; a repair costs 6."""

ACTIONS = ["run", "repair", "rest"]

START = {"condition": 7, "dirt": 0}

HORIZON = 14


def transition(s, a):
    if a == "run":
        s["condition"] = max(0, s["condition"] - 1 - s["dirt"] // 3)
        s["dirt"] = min(6, s["dirt"] + 1)
    elif a == "repair":
        s["condition"] = min(8, s["condition"] + 4)
    else:
        s["dirt"] = 0
    return s


def reward(s, a, s2):
    total = 0
    if a == "run":
        total += s["condition"]
    if a == "repair":
        total -= 6
    if s2["condition"] == 0:
        total -= 10
    return total
