"""Contracts between planets with little fuel."""

import math

import introplan as ip

PLANETS = {"Terra": (0, 0), "Luna": (1, 1), "Mars": (4, 0), "Ceres": (4, 4), "Io": (0, 5)}
FUEL_PRICE = {"Terra": 2, "Mars": 1, "Io": 3}
CONTRACTS = {  # name: from, to, pay
    "ice": ("Ceres", "Mars", 14),
    "mail": ("Terra", "Io", 12),
    "robots": ("Mars", "Luna", 15),
    "tourist": ("Luna", "Ceres", 20),
}
TANK, BAYS = 10, 2
START = {
    "at": "Terra",
    "fuel": 8,
    "money": 4,
    "cargo": frozenset(),
    "done": frozenset(),
    "landed": False,
}


def burn(a, b):
    return math.ceil(math.dist(PLANETS[a], PLANETS[b]))


def actions(s):
    out = []
    if s["landed"]:
        return out
    for p in PLANETS:
        if p != s["at"] and burn(s["at"], p) <= s["fuel"]:
            out.append(("fly", p))
    price = FUEL_PRICE.get(s["at"])
    if price is not None and s["money"] >= 3 * price and s["fuel"] + 3 <= TANK:
        out.append(("refuel", 3))
    for name, (origin, target, _) in CONTRACTS.items():
        if origin == s["at"] and name not in s["cargo"] | s["done"] and len(s["cargo"]) < BAYS:
            out.append(("accept", name))
        if name in s["cargo"] and target == s["at"]:
            out.append(("deliver", name))
    if s["at"] == "Terra" and s["done"]:
        out.append(("retire", None))
    return out


def transition(s, action):
    verb, what = action
    if verb == "fly":
        return {**s, "at": what, "fuel": s["fuel"] - burn(s["at"], what)}
    if verb == "refuel":
        return {**s, "fuel": s["fuel"] + what, "money": s["money"] - what * FUEL_PRICE[s["at"]]}
    if verb == "accept":
        return {**s, "cargo": s["cargo"] | {what}}
    if verb == "deliver":
        return {
            **s,
            "cargo": s["cargo"] - {what},
            "done": s["done"] | {what},
            "money": s["money"] + CONTRACTS[what][2],
        }
    return {**s, "landed": True}


def reward(s, action, after):
    gain = after["money"] - s["money"]
    if action[0] == "retire":
        gain += 10 - 5 * len(s["cargo"])
    return gain


def terminal(s, action, after):
    return after["landed"]


HORIZON = 20


def make():
    return ip.program(
        actions=actions, transition=transition, reward=reward, terminal=terminal
    ).task(START, horizon=HORIZON)
