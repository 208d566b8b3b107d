"""A text adventure: rooms, things, a score that grows, commands as text."""

import introplan as ip


class Adventure:
    ROOMS = {
        "hall": {"north": "library", "east": "kitchen"},
        "library": {"south": "hall"},
        "kitchen": {"west": "hall", "down": "cellar"},
        "cellar": {"up": "kitchen"},
    }

    def __init__(self):
        self.room = "hall"
        self.things = {"hall": [], "library": ["lamp"], "kitchen": ["bread"], "cellar": ["crown"]}
        self.inventory = []
        self.score = 0
        self.turns = 0
        self.finished = False
        self.message = "You are in the hall."

    def commands(self):
        result = ["go " + d for d in self.ROOMS[self.room]]
        result += ["take " + t for t in self.things[self.room]]
        if "bread" in self.inventory:
            result.append("eat bread")
        return result

    def step(self, command):
        before = self.score
        self.turns += 1
        verb, noun = command.split(" ", 1)
        if verb == "go":
            target = self.ROOMS[self.room][noun]
            if target == "cellar" and "lamp" not in self.inventory:
                self.message = "It is too dark down there."
            else:
                self.room = target
                self.message = "You are in the " + self.room + "."
        elif verb == "take":
            self.things[self.room].remove(noun)
            self.inventory.append(noun)
            self.message = "Taken."
            if noun == "crown":
                self.score += 10
        elif verb == "eat":
            self.inventory.remove("bread")
            self.score += 2
            self.message = "Tasty."
        if self.room == "hall" and "crown" in self.inventory:
            self.score += 5
            self.finished = True
            self.message = "You have won."
        return self.message, self.score - before, self.finished


def make():
    return ip.from_env(Adventure())
