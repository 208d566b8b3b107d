"""A text adventure: rooms and items are objects that know each other."""

import introplan as ip


class Item:
    def __init__(self, name, location, portable=True):
        self.name = name
        self.location = location
        self.portable = portable
        location.items.append(self)

    def move_to(self, place):
        self.location.items.remove(self)
        self.location = place
        place.items.append(self)


class Room:
    def __init__(self, name):
        self.name = name
        self.exits = {}
        self.items = []
        self.locked = False

    def connect(self, direction, other):
        opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
        self.exits[direction] = other
        other.exits[opposite[direction]] = self


class Player:
    def __init__(self, room):
        self.room = room
        self.items = []


class Adventure:
    def __init__(self):
        hall, kitchen, cellar, garden = (Room(n) for n in ("hall", "kitchen", "cellar", "garden"))
        hall.connect("north", kitchen)
        hall.connect("east", garden)
        kitchen.connect("east", cellar)
        cellar.locked = True
        self.player = Player(hall)
        self.rooms = [hall, kitchen, cellar, garden]
        self.key = Item("key", garden)
        self.gem = Item("gem", cellar)
        self.table = Item("table", kitchen, portable=False)
        self.score = 0
        self.log = []

    def available_actions(self):
        return ["north", "south", "east", "west", "take", "drop", "unlock"]

    def step(self, command):
        reward = 0
        self.log.append(command)
        room = self.player.room
        if command in ("north", "south", "east", "west"):
            target = room.exits.get(command)
            if target is None:
                return self.describe(), reward, False, {"msg": "no way"}
            if target.locked:
                return self.describe(), reward, False, {"msg": "locked"}
            self.player.room = target
        elif command == "take":
            for item in list(room.items):
                if item.portable:
                    item.move_to(self.player)
        elif command == "drop":
            for item in list(self.player.items):
                item.move_to(room)
        elif command == "unlock":
            if self.key in self.player.items:
                for neighbour in room.exits.values():
                    neighbour.locked = False
        done = False
        if self.gem.location is self.rooms[0]:
            reward = 10
            done = True
        self.score += reward
        return self.describe(), reward, done, {}

    def describe(self):
        names = ", ".join(i.name for i in self.player.room.items)
        return f"You are in the {self.player.room.name}. You see: {names}"


def make():
    return ip.from_env(Adventure())
