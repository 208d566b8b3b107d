# mypy: ignore-errors
# ruff: noqa: C416
"""One construct each: objects that behave like containers, ranges of unknown length, tables."""

from __future__ import annotations

import functools
import operator

from constructs import own_classes as own
from constructs.vocabulary import ROW

PAIRS = {(a, b): (a + b, a > b, "even" if (a * b) % 2 == 0 else "odd")
         for a in range(-4, 6) for b in range(-4, 6) if a != 3}  # fmt: skip
LINKS = {0: {"north": 1}, 1: {"south": 0, "north": 2}, 2: {"south": 1}}


class Deck:
    """A list in an object."""

    def __init__(self, cards):
        self.cards = cards

    def __len__(self):
        return len(self.cards)

    def __getitem__(self, place):
        return self.cards[place]

    def __setitem__(self, place, card):
        self.cards[place] = card

    def __delitem__(self, place):
        del self.cards[place]

    def __iter__(self):
        return iter(self.cards)

    def __contains__(self, card):
        return card in self.cards

    def __call__(self, step):
        """The first card, and more."""
        return self.cards[0] + step


class Walked:
    """Is gone through by a generator, and has nothing else."""

    def __init__(self, cards):
        self.cards = cards

    def __iter__(self):
        for card in self.cards:
            if card > 0:
                yield card


class Purse:
    """Is empty or not, and says so."""

    def __init__(self, coins):
        self.coins = coins

    def __bool__(self):
        return self.coins > 0


class Odd:
    """Has a length that may be no length, and a truth that is none."""

    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length


class Plain:
    """Knows a little."""

    kind = "plain"

    def __init__(self, v):
        self.v = v

    def moved(self, by):
        """A number farther on."""
        return self.v + by

    @property
    def size(self):
        """Never negative."""
        return abs(self.v)

    @classmethod
    def named(cls):
        """Its class."""
        return cls.__name__

    @staticmethod
    def half(v):
        """Half of a number."""
        return v // 2


class Sideways:
    """Stands beside, for classes with two bases."""

    def moved(self, by):
        """The other way."""
        return super().moved(-by) * 10


class Better(Sideways, Plain):
    """Knows what its bases know."""

    kind = "better"

    def __init__(self, v, w):
        super().__init__(v)
        self.w = w

    def moved(self, by):
        """Twice as far."""
        return super().moved(2 * by) + self.w

    @property
    def size(self):
        """A bit more."""
        return super().size + 1

    @classmethod
    def named(cls):
        """Its class, loudly."""
        return super().named() + "!"

    def known(self):
        """All that is behind it."""
        return super().half(self.w), super(Sideways, self).moved(1)


KNOWN = Deck([4, 5, 6])


def _c_own_length(x, y, flag, mode):
    return len(Deck([x] if flag else [x, y])) + len(KNOWN)


def _c_own_element(x, y, flag, mode):
    deck = Deck([x, y, 7])
    return deck[0], deck[x], deck[-1], KNOWN[y]


def _c_own_set_element(x, y, flag, mode):
    deck = Deck([x, y, 7])
    deck[1] = 9
    deck[0] += 2
    del deck[2]
    return deck[0], deck[1], len(deck)


def _c_own_iteration(x, y, flag, mode):
    return *[card * 2 for card in Deck([x, y])], sum(Deck([x, y, 1])), max(KNOWN)


def _c_own_generator(x, y, flag, mode):
    walked = Walked([x, y, 3])
    return *[card for card in walked], x in walked, sum(walked)


def _c_own_membership(x, y, flag, mode):
    return x in Deck([y, 3]), x in KNOWN, 4 in KNOWN


def _c_own_call(x, y, flag, mode):
    return Deck([x, y])(y)


def _c_own_truth(x, y, flag, mode):
    if Purse(x):
        return 1 if Deck([]) else 2
    return 3 if not Purse(y) else 4


def _c_own_length_below_zero(x, y, flag, mode):
    return len(Odd(x))


def _c_own_length_as_truth(x, y, flag, mode):
    return 1 if Odd(x) else 2


def _c_own_unpacked(x, y, flag, mode):
    one, two = Deck([x, y])
    return one - two


def _c_range_to(x, y, flag, mode):
    return *[i for i in range(x)], 99, sum(range(abs(y)))


def _c_range_from_to(x, y, flag, mode):
    total = 0
    for i in range(x, y):
        total = total * 2 + i
    return total


def _c_range_down(x, y, flag, mode):
    return *range(x, y, -1), 99, *list(range(5, x, -2))


def _c_range_in_steps(x, y, flag, mode):
    rising, falling = sum(i * i for i in range(x, y, 2)), sum(i * i for i in range(x, y, -2))
    return rising, falling, *range(0, x, 3)


def _c_range_left(x, y, flag, mode):
    for i in range(1, x + 1):
        if i * i >= y:
            return i
    return -1


def _c_range_asked(x, y, flag, mode):
    numbers = range(x)
    return len(numbers), y in numbers, bool(numbers)


def _c_range_element(x, y, flag, mode):
    return range(x)[1], range(y, 6)[-1]


def _c_range_slice(x, y, flag, mode):
    return *range(x)[1:], 99, *reversed(range(x))


def _c_range_same(x, y, flag, mode):
    return range(x) == range(y), range(x) == [0, 1], isinstance(range(x), list)


def _c_range_plus(x, y, flag, mode):
    return range(x) + range(2)


def _c_range_key(x, y, flag, mode):
    return {range(2): 5}.get(range(x), 3)


def _c_range_of_truth(x, y, flag, mode):
    return *range(flag), 99, *range(flag, 2)


def _c_range_step_zero(x, y, flag, mode):
    return list(range(0, x, 0))


def _c_range_over_list(x, y, flag, mode):
    row = [v for v in ROW if v > 10 * x]
    return sum(row[i] * i for i in range(len(row)))


def _c_range_nested(x, y, flag, mode):
    found = []
    for i in range(2):
        for j in range(1, min(x, 3) + 1):
            if (i + j) % 2:
                found.append((i, j))  # noqa: PERF401
    return tuple(found)


def _c_setdefault(x, y, flag, mode):
    seen = {0: x}
    one = seen.setdefault(0, 5)
    two = seen.setdefault(1, y)
    seen.setdefault(2, []).append(y)
    return one, two, seen[1], seen[2][0], len(seen)


def _c_setdefault_of_known(x, y, flag, mode):
    return LINKS.setdefault(abs(x) % 3, {}).get("north", y)


def _c_row_of_table(x, y, flag, mode):
    row = PAIRS[x, y]
    return row[0], row[1], row[-1]


def _c_row_of_part_of_table(x, y, flag, mode):
    total, larger, name = PAIRS[2, y]
    return total, larger, name


def _c_row_that_is_missing(x, y, flag, mode):
    return PAIRS.get((x, 9), (7,))[0], PAIRS.get((3, y), (8, 8))[1]


def _c_sorted_filtered_by_unknown(x, y, flag, mode):
    return tuple(sorted([v for v in (3, 1, 2) if v != x], key=lambda v: v * y))


def _c_sorted_filtered_unknown(x, y, flag, mode):
    return tuple(sorted([v for v in (x, 1, y) if v > 0]))


def _c_super(x, y, flag, mode):
    better = Better(x, y)
    return better.v, better.moved(3), better.size, Better.named(), better.known()


def _c_own_len(x, y, flag, mode):
    return len(own.Own(x))


def _c_own_contains(x, y, flag, mode):
    return x in own.Own(y)


def _c_own_iter(x, y, flag, mode):
    return tuple(own.Own(x))


def _c_own_truth(x, y, flag, mode):
    return 1 if own.Own(x) else 2


def _c_named_tuple_with_len(x, y, flag, mode):
    return len(own.FirstOnly(x, y))


def _c_sorted_filtered_places(x, y, flag, mode):
    places = [ROW[(v + y) % 4] + v for v in range(x, 9) if v != y]
    return sorted(places)[0], sorted(places, reverse=True)[1], sum(sorted(places))


def _c_int_of_whole_floats(x, y, flag, mode):
    by = 1.0 if flag else -2.0
    return int(x + by), int(2.0 * x - float(y)), int((x + 1.0) * y), int(x - 0.5 * 2)


def _c_reduce(x, y, flag, mode):
    product = functools.reduce(operator.mul, [x, y, 2])
    largest = functools.reduce(lambda a, b: a if a > b else b, (x, y), 3)
    return product, largest, functools.reduce(operator.add, [[x], [y]], [])[1]


def _c_reduce_of_nothing(x, y, flag, mode):
    return functools.reduce(operator.add, [v for v in (1, 2) if v == x])


def _c_operators_as_functions(x, y, flag, mode):
    pairs = [operator.add, operator.sub, operator.floordiv, operator.mod, operator.lt, operator.eq]
    return *[f(x, 3) for f in pairs], operator.neg(y), operator.not_(y), operator.xor(flag, True)


def _c_operators_on_containers(x, y, flag, mode):
    return operator.getitem([x, y, 4], y), operator.contains((x, 2), y), operator.ge(x, y)


def _c_getters(x, y, flag, mode):
    rows = [(x, 3), (y, 1), (0, 2)]
    deck = Deck([x])
    by_second = sorted(rows, key=operator.itemgetter(1))
    return (
        by_second[0][0],
        operator.itemgetter(1, 0)((x, y)),
        operator.attrgetter("cards")(deck)[0],
    )


def _c_sums_of_sets_without_some(x, y, flag, mode):
    left = {1, 2} - {x}
    left -= {y}
    return sum(left), sum({0, 1, 3} & {x, y}), sum(v * 2 for v in {x} ^ {1, y})


def _c_counter(x, y, flag, mode):
    return own.COUNTS[x]


def _c_copy_of_counter(x, y, flag, mode):
    return own.COUNTS.copy()[x]


_GOODS = [
    {"name": "tent", "weight": 5, "price": 2.5},
    {"name": "stove", "weight": 3, "price": 0.5},
    {"name": "rope", "weight": 4, "price": 1.0},
]
_SHOPS = {
    0: {"open": True, "stock": 3},
    1: {"open": False, "stock": 2},
    3: {"open": True, "stock": 0},
}
_MIXED = [{"a": 1}, {"b": 2}, {"a": 3}]


def _c_a_row_of_dictionaries(x, y, flag, mode):
    goods = _GOODS[x]
    return goods["weight"] + y, goods["price"], goods["name"] == "rope", len(goods)


def _c_rows_of_dictionaries_chosen_by_what_is_held(x, y, flag, mode):
    held = (0, 2) if flag else (y % 3, 1)
    chosen = [_GOODS[i] for i in held]
    return sum(c["weight"] for c in chosen), max(c["price"] for c in chosen)


def _c_a_dictionary_of_dictionaries(x, y, flag, mode):
    shop = _SHOPS[x] if flag and x in _SHOPS else {"open": y > 0, "stock": y}
    shop = shop if flag else _SHOPS[3]
    return shop["open"], shop["stock"]


def _c_get_of_a_dictionary_of_dictionaries(x, y, flag, mode):
    return _SHOPS.get(x, {}).get("stock", y), sum(_SHOPS[1].values())


def _c_dictionaries_of_other_keys(x, y, flag, mode):
    return _MIXED[x].get("a", y)


def _c_items_of_a_row(x, y, flag, mode):
    return sum(v for k, v in _SHOPS.get(x, _SHOPS[0]).items() if k != "open") + (
        _GOODS[x] == _GOODS[0]
    )


def _c_a_set_of_texts_of_letters(x, y, flag, mode):
    square = "abc"[x % 3] + "12"[y % 2]
    other = ("a" if flag else "b") + "1"
    seen = {square, "b2"} | frozenset({other})
    return square in seen, len(seen), "a1" in seen, seen == {"b2", square}
