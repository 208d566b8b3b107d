# mypy: ignore-errors
# ruff: noqa: B905
"""One construct each: functions and comprehensions."""

from __future__ import annotations

import functools
from dataclasses import replace

from constructs.vocabulary import (
    WALLS,
    Counter,
    Mode,
    Point,
    Vector,
    cached,
    first_wall,
    sign,
    traced,
    twice,
)


def _c_match_tuple(x, y, flag, mode):
    match (x, y):
        case (0, 0):
            return 0
        case (0, n) | (n, 0):
            return n
        case (a, b) if a == b:
            return -1
    return 7


def _c_match_class(x, y, flag, mode):
    match Point(x, y):
        case Point(x=0):
            return "axis"
        case Point(a, b):
            return a + b


def _c_match_singleton(x, y, flag, mode):
    match flag:
        case True:
            return 1
        case False:
            return 0


def _c_match_int(x, y, flag, mode):
    match x:
        case bool():
            return "bool"
        case int():
            return "int"


def _c_match_enum(x, y, flag, mode):
    match mode:
        case Mode.RED:
            return x
        case Mode.GREEN | Mode.BLUE:
            return y


def _c_match_star(x, y, flag, mode):
    match (x, y, 3):
        case (1, *rest):
            return tuple(rest)
        case (*_, last):
            return last


def _c_any(x, y, flag, mode):
    return any(x == i for i in (1, 3))


def _c_all(x, y, flag, mode):
    return all(x != i for i in (1, 3))


def _c_any_short(x, y, flag, mode):
    return any(10 // i > 3 for i in (x, y) if i)


def _c_any_raises_late(x, y, flag, mode):
    return any(10 // i > 3 for i in (1, x))


def _c_all_raises_late(x, y, flag, mode):
    return all(10 // i > 3 for i in (y, x))


def _c_sum_if(x, y, flag, mode):
    return sum(1 for v in (x, y, 1) if v == 1)


def _c_sum(x, y, flag, mode):
    return sum([x, y, 1], 5)


def _c_len_filter(x, y, flag, mode):
    return len([v for v in (x, y) if v > 0])


def _c_zip(x, y, flag, mode):
    return sum(a * b for a, b in zip((x, y), (1, 2)))


def _c_enumerate(x, y, flag, mode):
    return sum(i * v for i, v in enumerate((x, y)))


def _c_map(x, y, flag, mode):
    return tuple(map(abs, (x, y)))


def _c_filter(x, y, flag, mode):
    return tuple(filter(None, (x, y)))


def _c_next(x, y, flag, mode):
    return next((i for i in range(3) if i == x), -1)


def _c_nested_comprehension(x, y, flag, mode):
    return tuple(i * j + x for i in range(2) for j in range(2) if i != j)


def _c_set_comprehension(x, y, flag, mode):
    return frozenset(v for v in (1, 2, 3) if v != x)


def _c_set_literal(x, y, flag, mode):
    return 2 in {1, 2} - {x}


def _c_set_len(x, y, flag, mode):
    return len({1, 2, 3} - {x % 4})


def _c_set_subset(x, y, flag, mode):
    return {1} <= frozenset(v for v in (1, 2) if v != x)


def _c_lambda(x, y, flag, mode):
    return (lambda a, b=2: a * b + y)(x)


def _c_closure(x, y, flag, mode):
    def inner(n):
        return n + x

    return inner(y)


def _c_closure_late(x, y, flag, mode):
    n = 1

    def inner():
        return n + x

    n = 2
    return inner()


def _c_default(x, y, flag, mode):
    def inner(a, b=x, *, c=3):
        return a + b * c

    return inner(y, c=2)


def _c_star_args(x, y, flag, mode):
    def inner(*args, **kw):
        return sum(args) + kw["z"]

    return inner(*(x, y), z=1)


@traced
def _c_decorated(x, y, flag, mode):
    return x + y


@twice(3)
def _c_decorated_argument(x, y, flag, mode):
    return x


@functools.cache
def _c_cached(x, y, flag, mode):
    return x - y


def _c_helper(x, y, flag, mode):
    return sign(x) + sign(y)


def _c_helper_none(x, y, flag, mode):
    return first_wall(x) is None


def _c_helper_cached(x, y, flag, mode):
    return cached(x) + 1


def _c_named_tuple(x, y, flag, mode):
    return Point(x, y).moved(1, -1)


def _c_named_tuple_equal(x, y, flag, mode):
    return Point(x, y) == (1, 2)


def _c_named_tuple_replace(x, y, flag, mode):
    return Point(x, y)._replace(x=0)


def _c_named_tuple_property(x, y, flag, mode):
    return Point(x, y).size


def _c_named_tuple_unpack(x, y, flag, mode):
    a, b = Point(x, y)
    return a * 2 + b


def _c_named_tuple_in(x, y, flag, mode):
    return Point(x, y) in WALLS


def _c_dataclass_add(x, y, flag, mode):
    return (Vector(x, y) + Vector(1)).y


def _c_dataclass_neg(x, y, flag, mode):
    return (-Vector(x, y)).x


def _c_dataclass_less(x, y, flag, mode):
    return Vector(x) < Vector(y)


def _c_dataclass_equal(x, y, flag, mode):
    return Vector(x, y) == Vector(1, 1)


def _c_dataclass_replace(x, y, flag, mode):
    return replace(Vector(x, y), x=y).x


def _c_dataclass_mutable(x, y, flag, mode):
    counter = Counter(x)
    counter.add(y)
    counter.count += 1
    return counter.count


def _c_isinstance(x, y, flag, mode):
    return isinstance(x, int), isinstance(flag, bool), isinstance(x, bool)


def _c_type(x, y, flag, mode):
    return type(x) is int, type(flag) is int


def _c_callable(x, y, flag, mode):
    row = [x, y]
    things = (x, row.append, lambda: x, row, (x, y), int, None)
    return tuple(1 if callable(thing) else 0 for thing in things)
