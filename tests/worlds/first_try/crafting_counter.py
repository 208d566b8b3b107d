"""Crafting with a Counter as inventory and a table of recipes."""

from collections import Counter

import introplan as ip

RECIPES = {
    "plank": {"wood": 1},
    "stick": {"plank": 1},
    "pickaxe": {"plank": 2, "stick": 1},
    "furnace": {"stone": 2},
    "iron": {"ore": 1, "furnace": 1},
}
NEEDS_TOOL = {"stone": "pickaxe", "ore": "pickaxe"}
LIMIT = 3
ACTIONS = ["wood", "stone", "ore", *RECIPES]


def transition(items, action):
    items = Counter(items)
    if action in RECIPES:
        for thing, count in RECIPES[action].items():
            if items[thing] < count:
                raise ValueError(f"not enough {thing}")
            items[thing] -= count
    elif action in NEEDS_TOOL and not items[NEEDS_TOOL[action]]:
        raise ValueError("no tool")
    items[action] += 1
    if items[action] > LIMIT:
        raise ValueError("the bag is full")
    return +items


def reward(items, action, after):
    return 100 if after["iron"] else 0


def make():
    return ip.program(actions=ACTIONS, transition=transition, reward=reward).task(Counter())
