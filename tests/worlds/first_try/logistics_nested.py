"""Trucks and a plane carry packages; everything in nested dicts, illegal is None."""

import copy

import introplan as ip

CITY_OF = {"depot1": "c1", "air1": "c1", "depot2": "c2", "air2": "c2"}
AIRPORTS = {"air1", "air2"}
GOAL = {"p1": "depot2", "p2": "air1"}

START = {
    "vehicles": {
        "truck1": {"at": "depot1", "load": []},
        "truck2": {"at": "air2", "load": []},
        "plane": {"at": "air2", "load": []},
    },
    "packages": {"p1": "depot1", "p2": "depot2"},
}


def all_actions():
    out = []
    for v in START["vehicles"]:
        for place in CITY_OF:
            out.append(("drive", v, place))
        for p in GOAL:
            out.append(("load", v, p))
            out.append(("unload", v, p))
    return out


def transition(state, action):
    kind, name, arg = action
    new = copy.deepcopy(state)
    vehicle = new["vehicles"][name]
    if kind == "drive":
        if vehicle["at"] == arg:
            return None
        if name == "plane" and arg not in AIRPORTS:
            return None
        if name != "plane" and CITY_OF[arg] != CITY_OF[vehicle["at"]]:
            return None
        vehicle["at"] = arg
        return new
    if kind == "load":
        try:
            if new["packages"][arg] != vehicle["at"]:
                return None
        except KeyError:
            return None
        del new["packages"][arg]
        vehicle["load"].append(arg)
        vehicle["load"].sort()
        return new
    if arg not in vehicle["load"]:
        return None
    vehicle["load"].remove(arg)
    new["packages"][arg] = vehicle["at"]
    return new


def cost(state, action, after):
    return -5 if action[:2] == ("drive", "plane") else -1


def terminal(state, action, after):
    return after["packages"] == GOAL


def make():
    return ip.program(
        actions=all_actions(), transition=transition, reward=cost, terminal=terminal
    ).task(START)
