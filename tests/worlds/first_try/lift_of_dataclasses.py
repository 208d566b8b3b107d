from dataclasses import dataclass, field, replace
from enum import Enum
import introplan as ip


class Dir(Enum):
    UP = 1
    DOWN = -1
    OPEN = 0


@dataclass(frozen=True)
class Passenger:
    name: str
    origin: int
    dest: int


PASSENGERS = (Passenger("ann", 0, 5), Passenger("bob", 3, 1), Passenger("cid", 6, 2), Passenger("dot", 4, 0))


@dataclass(frozen=True)
class Lift:
    floor: int = 2
    inside: frozenset = frozenset()
    waiting: frozenset = field(default_factory=lambda: frozenset(PASSENGERS))
    top: int = 6
    capacity: int = 2

    def move(self, d):
        f = self.floor + d.value
        if not 0 <= f <= self.top:
            raise ValueError("end of shaft")
        return replace(self, floor=f)

    def open_doors(self):
        out = {p for p in self.inside if p.dest == self.floor}
        staying = self.inside - out
        queue = sorted((p for p in self.waiting if p.origin == self.floor), key=lambda p: p.name)
        room = self.capacity - len(staying)
        boarding = frozenset(queue[:room])
        return replace(self, inside=staying | boarding, waiting=self.waiting - boarding)

    @property
    def empty(self):
        return not self.inside and not self.waiting


def transition(s, a):
    if a is Dir.OPEN:
        return s.open_doors()
    return s.move(a)


def reward(s, a, s2):
    return -(len(s2.inside) + len(s2.waiting)) - 1


def terminal(s, a, s2):
    return ip.Status.SUCCESS if s2.empty else ip.Status.CONTINUE


def make():
    return ip.program(actions=list(Dir), transition=transition, reward=reward, terminal=terminal).task(Lift())
