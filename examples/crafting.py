"""Crafting: gather, make tools of what was gathered, and build a house in the end."""

from dataclasses import dataclass

ROOM = 9
"""How many of each kind the bag can hold."""


@dataclass
class Bag:
    wood: int = 0
    planks: int = 0
    stone: int = 0
    iron: int = 0
    has_bench: bool = False
    has_pick: bool = False
    has_house: bool = False

    def put(self, kind, count):
        have = getattr(self, kind) + count
        assert 0 <= have <= ROOM, f"no room for {have} {kind}"
        setattr(self, kind, have)


START = Bag()

ACTIONS = ["chop", "saw", "make bench", "dig", "make pick", "mine", "build"]


def transition(bag, action):
    if action == "chop":
        bag.put("wood", 1)
    elif action == "saw":
        bag.put("wood", -1)
        bag.put("planks", 2)
    elif action == "make bench":
        assert not bag.has_bench
        bag.put("planks", -4)
        bag.has_bench = True
    elif action == "dig":
        assert bag.has_bench
        bag.put("stone", 1)
    elif action == "make pick":
        assert bag.has_bench and not bag.has_pick
        bag.put("planks", -1)
        bag.put("stone", -2)
        bag.has_pick = True
    elif action == "mine":
        assert bag.has_pick
        bag.put("iron", 1)
    elif action == "build":
        assert bag.has_bench and not bag.has_house
        bag.put("planks", -3)
        bag.put("iron", -1)
        bag.has_house = True
    return bag


def reward(before, action, after):
    if after.has_house and not before.has_house:
        return 50
    return -1


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="value-iteration").plan, sep="\n")
