"""A role playing quest: places, monsters with hit points, weapons in an inventory set."""

import introplan as ip

MAP = {
    "village": {"forest", "smithy"},
    "smithy": {"village"},
    "forest": {"village", "cave", "lake"},
    "lake": {"forest"},
    "cave": {"forest"},
}
MONSTERS = {"forest": ("wolf", 3, 1), "cave": ("dragon", 8, 4)}
ITEMS = {"smithy": "sword", "lake": "shield"}


class Hero:
    def __init__(self):
        self.place = "village"
        self.hp = 6
        self.inventory = set()
        self.monsters = {place: hp for place, (_, hp, _) in MONSTERS.items()}
        self.gold = 0

    def attack(self):
        return 3 if "sword" in self.inventory else 1

    def defence(self):
        return 2 if "shield" in self.inventory else 0


class Quest:
    def __init__(self):
        self.hero = Hero()
        self.over = False

    def legal_actions(self):
        if self.over:
            return []
        hero = self.hero
        options = []
        if hero.place in hero.monsters:
            options.append("fight")
            options.append("flee")
        else:
            options.extend("go " + p for p in sorted(MAP[hero.place]))
            if hero.place in ITEMS and ITEMS[hero.place] not in hero.inventory:
                options.append("take")
            if hero.hp < 6 and hero.place == "village":
                options.append("heal")
        return options

    def apply_action(self, action):
        hero = self.hero
        if action.startswith("go"):
            hero.place = action.split(" ", 1)[1]
        elif action == "flee":
            hero.place = "village"
            hero.hp -= 1
        elif action == "take":
            hero.inventory.add(ITEMS[hero.place])
        elif action == "heal":
            hero.hp = 6
        else:
            name, _, strength = MONSTERS[hero.place]
            hero.monsters[hero.place] -= hero.attack()
            if hero.monsters[hero.place] <= 0:
                del hero.monsters[hero.place]
                hero.gold += 10 if name == "dragon" else 2
            else:
                hero.hp -= max(0, strength - hero.defence())
        if hero.hp <= 0 or not hero.monsters:
            self.over = True

    def is_terminal(self):
        return self.over

    def returns(self):
        return [self.hero.gold if self.hero.hp > 0 else -10]


def make():
    return ip.from_problem(Quest())
