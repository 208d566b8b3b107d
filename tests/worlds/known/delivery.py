"""Pickup and delivery with deadlines: late parcels pay less, the van holds two."""

from dataclasses import dataclass, replace

PARCELS = {
    # name: from, to, due at, pay
    "rose": (1, 4, 6, 8),
    "wine": (3, 0, 12, 6),
    "cake": (5, 2, 10, 9),
}

ACTIONS = [
    "left",
    "right",
    "wait",
    *(f"take {p}" for p in PARCELS),
    *(f"drop {p}" for p in PARCELS),
]


@dataclass(frozen=True)
class Van:
    at: int
    time: int
    load: frozenset
    left: frozenset


START = Van(0, 0, frozenset(), frozenset(PARCELS))

HORIZON = 18


def transition(van, action):
    van = replace(van, time=van.time + 1)
    word, _, parcel = action.partition(" ")
    if action == "left":
        assert van.at > 0
        return replace(van, at=van.at - 1)
    if action == "right":
        assert van.at < 6
        return replace(van, at=van.at + 1)
    if word == "take":
        if parcel not in van.left or van.at != PARCELS[parcel][0] or len(van.load) == 2:
            raise ValueError("nothing to take")
        return replace(van, load=van.load | {parcel}, left=van.left - {parcel})
    if word == "drop":
        if parcel not in van.load or van.at != PARCELS[parcel][1]:
            raise ValueError("not here")
        return replace(van, load=van.load - {parcel})
    return van


def reward(before, action, after):
    if action.startswith("drop"):
        _, _, due, pay = PARCELS[action[5:]]
        return pay if after.time <= due else pay // 3
    return -0.25 if action in ("left", "right") else 0


def terminal(before, action, after):
    return not after.left and not after.load
