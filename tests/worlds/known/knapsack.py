"""A knapsack of 15 kg: the heaviest thing is not worth its weight."""

ITEMS = {
    "tent": (7, 10),
    "stove": (4, 6),
    "rope": (3, 5),
    "book": (2, 2),
    "anvil": (12, 13),
    "map": (1, 3),
}
ROOM = 15

ACTIONS = ["close", *ITEMS]

START = {"room": ROOM, "packed": [], "closed": False}


def transition(s, a):
    assert not s["closed"]
    if a == "close":
        s["closed"] = True
        return s
    kilos, _ = ITEMS[a]
    if a in s["packed"] or kilos > s["room"]:
        raise ValueError("does not fit")
    s["packed"] = sorted(s["packed"] + [a])
    s["room"] -= kilos
    return s


def reward(s, a, s2):
    return ITEMS[a][1] if a in ITEMS else 0


def terminal(s, a, s2):
    return s2["closed"]
