# mypy: ignore-errors
"""Classes with rules of their own: what the interpreter does not know of them is refused."""

from __future__ import annotations

import enum
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import InitVar, dataclass, field
from fractions import Fraction
from typing import NamedTuple


class Default(dict):
    """Has a value for everything."""

    def __missing__(self, key):
        return 9


class Upside(dict):
    """Looks elsewhere."""

    def __getitem__(self, key):
        return super().__getitem__(-key)


class Own:
    """Special methods of all kinds."""

    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __ne__(self, other):
        return self.v % 5 != other.v % 5

    def __len__(self):
        return abs(self.v)

    def __abs__(self):
        return self.v + 1

    def __getattr__(self, name):
        return 7

    def __contains__(self, item):
        return item > self.v

    def __iter__(self):
        return iter((self.v, 1))

    def __copy__(self):
        return Own(self.v + 1)


class Watched:
    """Decides what is read."""

    def __init__(self, v):
        self.v = v

    def __getattribute__(self, name):
        return 42


class Doubled(namedtuple("Doubled", "a b")):
    """Is not made of what is given."""

    def __new__(cls, a, b=0):
        """Twice the first."""
        return super().__new__(cls, a * 2, b)


class FirstOnly(NamedTuple):
    """Compared by one part."""

    a: int
    b: int

    def __eq__(self, other):
        return self.a == other.a

    def __hash__(self):
        return hash(self.a)

    def __lt__(self, other):
        return self.b < other.b

    def __len__(self):
        return 7


@dataclass
class Box:
    """Is given more than it keeps."""

    a: int
    b: InitVar[int] = 3

    def __post_init__(self, b):
        self.a += b


@dataclass(frozen=True)
class Card:
    """The note does not count."""

    a: int
    note: int = field(compare=False, default=0)


@dataclass(frozen=True)
class Named:
    """Fields with names that the interpreter's own functions use for their parameters."""

    record: int
    run: int


class NamedRow(NamedTuple):
    """As `Named`, for tuples."""

    receiver: int
    run: int


class Same(enum.Enum):
    """All equal."""

    A = 1
    B = 2

    def __eq__(self, other):
        return True

    __hash__ = enum.Enum.__hash__


class Level(enum.IntEnum):
    """Equal to numbers."""

    LOW = 1
    HIGH = 2


class Base:
    """Knows how to add."""

    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return self.v

    def __radd__(self, other):
        return -self.v


class Derived(Base):
    """Is asked before its base."""

    def __radd__(self, other):
        return 100 + self.v


class Fancy:
    """Equal to other numbers than one thinks."""

    def __eq__(self, other):
        return other in (3, self)

    def __hash__(self):
        return hash(3)


COSTS = defaultdict(lambda: 9, {1: 5})
DEFAULTS = Default({1: 5})
COUNTS = Counter({1: 5})
UPSIDE = Upside({1: 5, -1: 6})
ORDERED = OrderedDict({1: 5, 2: 6})
FLOATS = {2.0: 9, 3.5: 2, 4: 1}
FRACTIONS = {Fraction(2): 9, 4: 1}
FANCY = {Fancy(): 9, 4: 1}
LEVELS = {Level.LOW: 9, 3: 1}
