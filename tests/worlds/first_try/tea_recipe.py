"""A kitchen with string flags; actions are functions registered by a decorator."""

import introplan as ip

REGISTRY = {}


def action(function):
    REGISTRY[function.__name__] = function
    return function


def need(condition, why="not now"):
    if not condition:
        raise RuntimeError(why)


@action
def fill_kettle(k):
    need(k["kettle"] == "empty")
    k["kettle"] = "cold"


@action
def heat(k):
    need(k["kettle"] in ("cold", "warm"))
    k["kettle"] = {"cold": "warm", "warm": "boiling"}[k["kettle"]]


@action
def add_tea(k):
    need("tea" not in k["cup"] and k["spoon"] == "clean")
    k["cup"].append("tea")
    k["spoon"] = "used"


@action
def pour(k):
    need(k["kettle"] != "empty" and "water" not in k["cup"])
    k["cup"].append("water")
    k["quality"] = 10 if k["kettle"] == "boiling" and k["cup"] == ["tea", "water"] else 2
    k["kettle"] = "empty"


@action
def wash_spoon(k):
    k["spoon"] = "clean"


@action
def stir(k):
    need(k["spoon"] == "clean" and {"tea", "water"} <= set(k["cup"]))
    k["spoon"] = "used"
    k["stirred"] = True


@action
def serve(k):
    need("water" in k["cup"])
    k["served"] = True


def transition(kitchen, name):
    REGISTRY[name](kitchen)
    return kitchen


def reward(kitchen, name, after):
    if after["served"]:
        return after["quality"] + (5 if after["stirred"] else 0)
    return -0.5


def make():
    start = {"kettle": "empty", "cup": [], "spoon": "used", "quality": 0, "stirred": False, "served": False}
    return ip.program(
        actions=list(REGISTRY), transition=transition, reward=reward, terminal=lambda k, a, k2: k2["served"]
    ).task(start)
