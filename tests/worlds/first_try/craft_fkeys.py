"""Crafting with keys made by f-strings; the recipe book is a dict of dicts."""

import introplan as ip

RECIPES = {
    "plank": {"wood": 1},
    "stick": {"plank": 1},
    "pick": {"plank": 2, "stick": 1},
    "stone_pick": {"stone": 2, "stick": 1},
    "lamp": {"coal": 1, "iron": 1},
}
YIELD = {"plank": 2, "stick": 2}
NEEDS_TOOL = {"stone": ["pick", "stone_pick"], "iron": ["stone_pick"], "coal": ["pick", "stone_pick"], "wood": None}
LIMIT = 3


def initial_state():
    state = {}
    for item in list(RECIPES) + list(NEEDS_TOOL):
        state[f"has_{item}"] = 0
    return state


def can_gather(state, item):
    tools = NEEDS_TOOL[item]
    return tools is None or any(state[f"has_{t}"] > 0 for t in tools)


def can_craft(state, item):
    return all(state[f"has_{part}"] >= n for part, n in RECIPES[item].items())


def transition(state, action):
    verb, _, item = action.partition(" ")
    new = dict(state)
    if verb == "gather":
        if not can_gather(state, item):
            return None
        new[f"has_{item}"] += 1
    else:
        if not can_craft(state, item):
            return None
        for part, n in RECIPES[item].items():
            new[f"has_{part}"] -= n
        new[f"has_{item}"] += YIELD.get(item, 1)
    if new[f"has_{item}"] > LIMIT:
        return None
    return new


ACTIONS = [f"gather {i}" for i in NEEDS_TOOL] + [f"craft {i}" for i in RECIPES]


def reward(state, action, after):
    return 100 if action == "craft lamp" else -1


def terminal(state, action, after):
    return after["has_lamp"] >= 1


def make():
    world = ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal)
    return world.task(initial_state())
