"""Minecraft fan, Counter inventory, recipe tables, from_env with clone(), reward for first-time achievements."""

from collections import Counter

import introplan as ip

RECIPES = {
    "planks": (Counter(log=1), Counter(planks=4), None),
    "stick": (Counter(planks=2), Counter(stick=4), None),
    "table": (Counter(planks=4), Counter(table=1), None),
    "wooden_pickaxe": (Counter(planks=3, stick=2), Counter(wooden_pickaxe=1), "table"),
    "stone_pickaxe": (Counter(stone=3, stick=2), Counter(stone_pickaxe=1), "table"),
    "furnace": (Counter(stone=5), Counter(furnace=1), "table"),
    "iron": (Counter(ore=1, planks=1), Counter(iron=1), "furnace"),
}
GATHER = {"log": None, "stone": "wooden_pickaxe", "ore": "stone_pickaxe"}
LIMIT = {"log": 3, "stone": 5, "ore": 1}
ACHIEVEMENTS = {"table": 1, "wooden_pickaxe": 2, "stone_pickaxe": 4, "furnace": 4, "iron": 10}


class CraftWorld:
    def __init__(self):
        self.inventory = Counter()
        self.unlocked = set()

    def clone(self):
        other = CraftWorld()
        other.inventory = Counter(self.inventory)
        other.unlocked = set(self.unlocked)
        return other

    def reset(self):
        self.inventory = Counter()
        self.unlocked = set()
        return self.obs()

    def obs(self):
        return {
            "inventory": dict(sorted((+self.inventory).items())),
            "unlocked": sorted(self.unlocked),
        }

    def can_craft(self, item):
        needs, gives, station = RECIPES[item]
        if station and not self.inventory[station]:
            return False
        if any(self.inventory[x] > 5 for x in gives):
            return False
        if item in ACHIEVEMENTS and item != "iron" and self.inventory[item]:
            return False
        return all(self.inventory[k] >= n for k, n in needs.items())

    def legal_actions(self):
        acts = [
            ("gather", m)
            for m, tool in GATHER.items()
            if self.inventory[m] < LIMIT[m] and (tool is None or self.inventory[tool])
        ]
        acts += [("craft", item) for item in RECIPES if self.can_craft(item)]
        return acts

    def step(self, action):
        verb, item = action
        if verb == "gather":
            self.inventory[item] += 1
        else:
            needs, gives, _ = RECIPES[item]
            self.inventory.subtract(needs)
            self.inventory.update(gives)
            self.inventory = +self.inventory
        reward = -0.1
        if item in ACHIEVEMENTS and item not in self.unlocked:
            self.unlocked.add(item)
            reward += ACHIEVEMENTS[item]
        return self.obs(), round(reward, 3), "iron" in self.unlocked, {}


def make():
    return ip.from_env(CraftWorld())
