"""Cooking with a dict of flags and texts."""

import introplan as ip

START = {"pot": "empty", "pasta": "dry", "sauce": "jar", "stove": "off", "served": False}


def transition(kitchen, action):
    k = dict(kitchen)
    if action == "fill pot" and k["pot"] == "empty":
        k["pot"] = "cold water"
    elif action == "light stove":
        k["stove"] = "on"
    elif action == "put out stove":
        k["stove"] = "off"
    elif action == "wait" and k["stove"] == "on":
        if k["pot"] == "cold water":
            k["pot"] = "boiling"
        elif k["pasta"] == "in pot":
            k["pasta"] = "cooked"
        elif k["pasta"] == "cooked":
            k["pasta"] = "mush"
        if k["sauce"] == "in pan":
            k["sauce"] = "hot"
    elif action == "add pasta" and k["pot"] == "boiling" and k["pasta"] == "dry":
        k["pasta"] = "in pot"
    elif action == "open sauce" and k["sauce"] == "jar":
        k["sauce"] = "in pan"
    elif action == "serve":
        k["served"] = True
    else:
        raise ValueError("that makes no sense now")
    return k


def terminal(s, a, k):
    if not k["served"]:
        return None
    good = k["pasta"] == "cooked" and k["sauce"] == "hot" and k["stove"] == "off"
    return "success" if good else "failure"


def make():
    actions = ["fill pot", "light stove", "put out stove", "wait", "add pasta", "open sauce",
               "serve"]
    world = ip.program(actions=actions, transition=transition,
                       reward=lambda s, a, s2: -0.5, terminal=terminal)
    return world.task(START)
