"""Four rooms to be cleaned in eight moves: a sum over rooms, with a guest who minds the dirt."""

ROOMS = ("kitchen", "hall", "guestroom", "bath")
DOORS = {
    "kitchen": ("hall", "bath"),
    "hall": ("kitchen", "guestroom"),
    "guestroom": ("hall",),
    "bath": ("kitchen",),
}
GUESTS = ("guestroom",)

ACTIONS = ["clean up", *ROOMS]

START = ("kitchen", frozenset({"hall"}))

HORIZON = 8


def transition(s, a):
    at, clean = s
    if a == "clean up":
        if at in clean:
            raise ValueError("clean already")
        return (at, clean | {at})
    if a not in DOORS[at]:
        raise ValueError("no door")
    return (a, clean)


def reward(s, a, s2):
    _, clean = s2
    total = 0
    for room in ROOMS:
        if room in clean:
            total += 1
        elif room in GUESTS:
            total -= 2
    return total
