"""A vacuum robot on a graph of rooms; class with properties, generator of moves."""

import introplan as ip

HOUSE = {
    "hall": ("kitchen", "living", "stairs"),
    "kitchen": ("hall",),
    "living": ("hall", "balcony"),
    "balcony": ("living",),
    "stairs": ("hall", "bed", "bath"),
    "bed": ("stairs",),
    "bath": ("stairs",),
}


class Vacuum:
    def __init__(self, room="hall", dirty=("kitchen", "balcony", "bed"), bag=0, emptied=0):
        self.room = room
        self.dirty = frozenset(dirty)
        self.bag = bag

    def __eq__(self, other):
        return (self.room, self.dirty, self.bag) == (other.room, other.dirty, other.bag)

    def __hash__(self):
        return hash((self.room, self.dirty, self.bag))

    @property
    def full(self):
        return self.bag >= 2

    @property
    def clean(self):
        return not self.dirty and self.bag == 0

    def moves(self):
        yield from (("go", room) for room in HOUSE[self.room])
        if self.room in self.dirty and not self.full:
            yield ("suck", self.room)
        if self.room == "hall" and self.bag:
            yield ("empty", None)

    def after(self, move):
        verb, where = move
        if verb == "go":
            return Vacuum(where, self.dirty, self.bag)
        if verb == "suck":
            return Vacuum(self.room, self.dirty - {where}, self.bag + 1)
        return Vacuum(self.room, self.dirty, 0)


def make():
    world = ip.program(
        actions=lambda v: list(v.moves()),
        transition=lambda v, m: v.after(m),
        reward=lambda v, m, w: -3 if m[0] == "empty" else -1,
        terminal=lambda v, m, w: w.clean,
    )
    return world.task(Vacuum())
