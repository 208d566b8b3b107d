# mypy: ignore-errors
# ruff: noqa: RUF005, PERF401, SIM108, B905
"""One construct each: functions that the interpreter must run as Python does.

`x` and `y` are whole numbers, `flag` is a truth value, `mode` is an enum member. Each function is
right, or refused; never wrong.
"""

from __future__ import annotations

import enum
import functools
import math
from collections import namedtuple
from dataclasses import dataclass, replace
from typing import Any, NamedTuple


class Mode(enum.Enum):
    """Some enum."""

    RED = 1
    GREEN = 2
    BLUE = 3

    @property
    def is_warm(self) -> bool:
        """A property of an enum."""
        return self is Mode.RED

    def next(self) -> Mode:
        """A method of an enum."""
        return Mode(self.value % 3 + 1)


class Point(NamedTuple):
    """A NamedTuple with methods."""

    x: int
    y: int

    def moved(self, dx: int, dy: int) -> Point:
        """Another point."""
        return Point(self.x + dx, self.y + dy)

    @property
    def size(self) -> int:
        """The distance from the origin."""
        return abs(self.x) + abs(self.y)


@dataclass(frozen=True)
class Vector:
    """A dataclass with operators."""

    x: int
    y: int = 0

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.x + other.x, self.y + other.y)

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y)

    def __lt__(self, other: Vector) -> bool:
        return self.x < other.x


@dataclass
class Counter:
    """A mutable dataclass."""

    count: int

    def add(self, n: int) -> None:
        """Change in place."""
        self.count += n


Pair = namedtuple("Pair", "a b")
WALLS = frozenset({(0, 1), (1, 1), (2, -1), (-3, 2)})
ROW = [10, 20, 30, 40]
TEXT = ["#..#", ".##.", "...#"]
PRICES = {1: 5, 2: 7, -1: 9}
BY_MODE = {Mode.RED: 1, Mode.GREEN: 2, Mode.BLUE: 4}
SEEN: list[int] = []
TOTAL = 0


def traced(function: Any) -> Any:
    """A decorator that calls."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs) + 1

    return wrapper


def twice(n: int) -> Any:
    """A decorator with an argument."""

    def decorate(function: Any) -> Any:
        def wrapper(*args: Any) -> Any:
            return function(*args) * n

        return wrapper

    return decorate


@functools.cache
def cached(n: int) -> int:
    """A remembered helper."""
    return n * n


def sign(n: int) -> int:
    """A helper with early returns."""
    if n > 0:
        return 1
    if n < 0:
        return -1
    return 0


def first_wall(x: int) -> int | None:
    """A helper that may return None."""
    for wx, wy in [(0, 1), (1, 1)]:
        if wx == x:
            return wy
    return None


def _c_add(x, y, flag, mode):
    return x + y


def _c_sub(x, y, flag, mode):
    return x - y * 3


def _c_mul(x, y, flag, mode):
    return x * y


def _c_floordiv(x, y, flag, mode):
    return x // 3


def _c_floordiv_negative(x, y, flag, mode):
    return x // -3


def _c_mod(x, y, flag, mode):
    return x % 4


def _c_mod_negative(x, y, flag, mode):
    return x % -4


def _c_div_unknown(x, y, flag, mode):
    return x // y


def _c_mod_unknown(x, y, flag, mode):
    return x % y


def _c_divmod(x, y, flag, mode):
    return divmod(x, 3)


def _c_pow(x, y, flag, mode):
    return x**2


def _c_true_division(x, y, flag, mode):
    return x / 2


def _c_shift(x, y, flag, mode):
    return (x + 4) << 1


def _c_and_bits(x, y, flag, mode):
    return x & 3


def _c_or_bits(x, y, flag, mode):
    return x | y


def _c_xor_bits(x, y, flag, mode):
    return x ^ y


def _c_invert(x, y, flag, mode):
    return ~x


def _c_neg(x, y, flag, mode):
    return -x + +y


def _c_abs(x, y, flag, mode):
    return abs(x - y)


def _c_min_max(x, y, flag, mode):
    return min(x, y, 2) - max(x, y)


def _c_bool_arithmetic(x, y, flag, mode):
    return flag + flag + x


def _c_bool_xor(x, y, flag, mode):
    return flag ^ (x > 0)


def _c_bool_and(x, y, flag, mode):
    return flag & (x > y)


def _c_less(x, y, flag, mode):
    return x < y


def _c_chain(x, y, flag, mode):
    return 0 <= x < y


def _c_chain_raises(x, y, flag, mode):
    return 0 < x < ROW[x + 2]


def _c_equal(x, y, flag, mode):
    return x == y


def _c_not_equal(x, y, flag, mode):
    return x != y


def _c_bool_equals_int(x, y, flag, mode):
    return flag == 1


def _c_and_operand(x, y, flag, mode):
    return x and y


def _c_or_operand(x, y, flag, mode):
    return x or y


def _c_and_guards(x, y, flag, mode):
    return y != 0 and x // y > 0


def _c_or_guards(x, y, flag, mode):
    return y == 0 or x % y == 1


def _c_not(x, y, flag, mode):
    return not x


def _c_conditional(x, y, flag, mode):
    return x if flag else y


def _c_conditional_nested(x, y, flag, mode):
    return x if flag else (y if x > y else 0)


def _c_conditional_raises(x, y, flag, mode):
    return 10 // x if x else 0


def _c_is_enum(x, y, flag, mode):
    return mode is Mode.RED


def _c_is_not_enum(x, y, flag, mode):
    return mode is not Mode.BLUE


def _c_is_true(x, y, flag, mode):
    return flag is True


def _c_is_none(x, y, flag, mode):
    return x is None


def _c_eq_enum(x, y, flag, mode):
    return mode == Mode.GREEN


def _c_enum_value(x, y, flag, mode):
    return mode.value + x


def _c_enum_name(x, y, flag, mode):
    return mode.name


def _c_enum_property(x, y, flag, mode):
    return mode.is_warm


def _c_enum_method(x, y, flag, mode):
    return mode.next()


def _c_enum_call(x, y, flag, mode):
    return Mode(x % 3 + 1)


def _c_enum_in(x, y, flag, mode):
    return mode in (Mode.RED, Mode.BLUE)


def _c_enum_dict(x, y, flag, mode):
    return BY_MODE[mode]


def _c_in_set(x, y, flag, mode):
    return (x, y) in WALLS


def _c_not_in_set(x, y, flag, mode):
    return (x, y) not in WALLS


def _c_in_list(x, y, flag, mode):
    return x in [1, 2, y]


def _c_in_range(x, y, flag, mode):
    return x in range(0, 5)


def _c_in_range_step(x, y, flag, mode):
    return x in range(1, 6, 2)


def _c_in_dict(x, y, flag, mode):
    return x in PRICES


def _c_index_list(x, y, flag, mode):
    return ROW[x]


def _c_index_wraps(x, y, flag, mode):
    return ROW[x - 2]


def _c_index_text(x, y, flag, mode):
    return TEXT[x][y]


def _c_index_text_equal(x, y, flag, mode):
    return TEXT[y % 3][x % 4] == "#"


def _c_index_bool(x, y, flag, mode):
    return ROW[flag]


def _c_dict_get(x, y, flag, mode):
    return PRICES.get(x, 0)


def _c_dict_get_none(x, y, flag, mode):
    return PRICES.get(x) is None


def _c_dict_item(x, y, flag, mode):
    return PRICES[x]


def _c_dict_bool_key(x, y, flag, mode):
    return {1: "one", 0: "none"}[flag]


def _c_dict_literal(x, y, flag, mode):
    return {"a": x, "b": y}["b"]


def _c_dict_comprehension(x, y, flag, mode):
    return {i: i + x for i in range(3)}[2]


def _c_dict_items(x, y, flag, mode):
    return sum(k * v for k, v in {1: x, 2: y}.items())


def _c_slice(x, y, flag, mode):
    return (x, y, 3)[1:]


def _c_negative_index(x, y, flag, mode):
    return (x, y, 3)[-2]


def _c_tuple_compare(x, y, flag, mode):
    return (x, y) < (1, 2)


def _c_tuple_equal(x, y, flag, mode):
    return (x, y) == (1, 2)


def _c_tuple_add(x, y, flag, mode):
    return (x,) + (y, 1)


def _c_tuple_times(x, y, flag, mode):
    return (x, 1) * 2


def _c_unpack(x, y, flag, mode):
    a, (b, c) = x, (y, 1)
    return a - b * c


def _c_unpack_star(x, y, flag, mode):
    a, *rest = (x, y, 3)
    return a + sum(rest)


def _c_swap(x, y, flag, mode):
    x, y = y, x
    return (x, y)


def _c_augmented(x, y, flag, mode):
    x += y
    x *= 2
    x -= 1
    return x


def _c_list_append(x, y, flag, mode):
    found = []
    for i in range(3):
        if i != 1:
            found.append(x + i)
    return tuple(found)


def _c_list_append_unknown(x, y, flag, mode):
    found = []
    if x > 0:
        found.append(x)
    found.append(y)
    return tuple(found)


def _c_list_set(x, y, flag, mode):
    cells = [1, 2, 3]
    cells[x] = y
    return tuple(cells)


def _c_list_pop(x, y, flag, mode):
    cells = [x, y, 3]
    return cells.pop(0) + cells.pop()


def _c_list_index(x, y, flag, mode):
    return [x, y, 3].index(3)


def _c_list_count(x, y, flag, mode):
    return [x, y, 3].count(3)


def _c_list_sort(x, y, flag, mode):
    return tuple(sorted([x, y, 2]))


def _c_list_reverse(x, y, flag, mode):
    return tuple(reversed((x, y)))


def _c_list_alias(x, y, flag, mode):
    a = [x]
    b = a
    b.append(y)
    return tuple(a)


def _c_if_merges(x, y, flag, mode):
    n = 0
    if x > 0:
        n += 1
    if y > 0:
        n += 2
    return n


def _c_if_else(x, y, flag, mode):
    if flag:
        n = x
    else:
        n = y
    return n * 2


def _c_if_unbound(x, y, flag, mode):
    if flag:
        n = x
    return n


def _c_elif(x, y, flag, mode):
    if x < 0:
        return "low"
    if x == 0:
        return "zero"
    return "high"


def _c_for(x, y, flag, mode):
    total = 0
    for i in range(4):
        total += i * x
    return total


def _c_for_break(x, y, flag, mode):
    for i in range(5):
        if i == x:
            break
    return i


def _c_for_continue(x, y, flag, mode):
    total = 0
    for i in range(4):
        if i == x:
            continue
        total += 1
    return total


def _c_for_else(x, y, flag, mode):
    for i in range(3):
        if i == x:
            break
    else:
        return -1
    return i


def _c_for_return(x, y, flag, mode):
    for i in range(3):
        if i == y:
            return i
    return None


def _c_while(x, y, flag, mode):
    n = 0
    while n < 3:
        n += 1
    return n + x


def _c_while_slides(x, y, flag, mode):
    while x < 3:
        x += 1
    return x


def _c_while_break(x, y, flag, mode):
    n = 0
    while True:
        n += 1
        if n > x or n > 4:
            break
    return n


def _c_walrus(x, y, flag, mode):
    if (n := x + y) > 2:
        return n
    return -n


def _c_walrus_in_and(x, y, flag, mode):
    n = 0
    if flag and (n := x) > 0:
        return n
    return n


def _c_assert(x, y, flag, mode):
    assert x != 2
    return x


def _c_raise(x, y, flag, mode):
    if x == 1:
        raise ValueError("no")
    return x


def _c_try(x, y, flag, mode):
    try:
        return 10 // x
    except ZeroDivisionError:
        return -1


def _c_try_key(x, y, flag, mode):
    try:
        return PRICES[x]
    except KeyError:
        return 0


def _c_try_any(x, y, flag, mode):
    try:
        return ROW[x]
    except Exception:
        return 99


def _c_match_value(x, y, flag, mode):
    match x:
        case 0:
            return "zero"
        case 1 | 2:
            return "few"
        case _:
            return "other"


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


def _c_int_of_bool(x, y, flag, mode):
    return int(flag) + int(x > 0)


def _c_bool_of_int(x, y, flag, mode):
    return bool(x)


def _c_float_value(x, y, flag, mode):
    return 0.1 * x - 0.5


def _c_float_compare(x, y, flag, mode):
    return 0.1 * x > 0.2


def _c_float_of(x, y, flag, mode):
    return float(x) + 0.5


def _c_math(x, y, flag, mode):
    return math.gcd(x, 6)


def _c_string_compare(x, y, flag, mode):
    return ("a" if flag else "b") == "a"


def _c_string_method(x, y, flag, mode):
    return ("a" if flag else "b").upper()


def _c_string_in(x, y, flag, mode):
    return ("a" if flag else "b") in "abc"


def _c_fstring(x, y, flag, mode):
    return f"{x % 3}-{flag}"


def _c_fstring_key(x, y, flag, mode):
    return {"0": 5, "1": 6}.get(f"{x % 2}", 0)


def _c_fstring_format(x, y, flag, mode):
    return f"{x:03d}"


def _c_ord(x, y, flag, mode):
    return ord("ab"[x % 2])


def _c_chr(x, y, flag, mode):
    return chr(65 + x % 3)


def _c_str(x, y, flag, mode):
    return str(x % 3)


def _c_getattr(x, y, flag, mode):
    return Point(x, y).y


def _c_delete(x, y, flag, mode):
    n = x
    del n
    return y


def _c_global(x, y, flag, mode):
    global TOTAL
    TOTAL += 1
    return TOTAL


def _c_hidden_state(x, y, flag, mode):
    SEEN.append(x)
    return len(SEEN)


def _c_mutates_argument_list(x, y, flag, mode):
    def change(cells):
        cells.append(x)

    cells = [y]
    change(cells)
    return tuple(cells)


def _c_conditional_mutation(x, y, flag, mode):
    cells = [0]
    flag and cells.append(x)
    return tuple(cells)


def _c_ternary_mutation(x, y, flag, mode):
    cells = [0]
    cells.append(1) if flag else None
    return tuple(cells)


def _c_two_returns(x, y, flag, mode):
    return (x, 1) if flag else (y, 2)


def _c_different_shapes(x, y, flag, mode):
    return (x,) if flag else (x, y)


def _c_recursion(x, y, flag, mode):
    def down(n):
        return 0 if n <= 0 else 1 + down(n - 1)

    return down(x)


def _c_generator_function(x, y, flag, mode):
    def numbers():
        yield x
        yield y

    return sum(numbers())


def _c_with(x, y, flag, mode):
    with open("/dev/null"):
        return x


def _c_try_finally(x, y, flag, mode):
    try:
        return x
    finally:
        pass


def _c_min_of_bools(x, y, flag, mode):
    return min(flag, x > 0)


def _c_max_of_list(x, y, flag, mode):
    return max([x, y, 0])


def _c_min_key(x, y, flag, mode):
    return min((x, y), key=lambda v: -v)


def _c_sorted_key(x, y, flag, mode):
    return tuple(sorted((3, 1, 2), key=lambda v: v * x))


def _c_is_int(x, y, flag, mode):
    return x is y


def _c_id(x, y, flag, mode):
    return id(x) == id(y)


def _c_hash(x, y, flag, mode):
    return hash(x)


def _c_print(x, y, flag, mode):
    print(end="")
    return x


def _c_copy_list(x, y, flag, mode):
    a = [x, y]
    b = a.copy()
    b[0] = 9
    return a[0], b[0]


def _c_nested_list(x, y, flag, mode):
    grid = [[0, 0], [0, 0]]
    grid[1][0] = x
    return tuple(map(tuple, grid))


def _c_nested_list_unknown(x, y, flag, mode):
    grid = [[0, 0], [0, 0]]
    grid[x % 2][y % 2] = 5
    return tuple(map(tuple, grid))


def _c_shared_rows(x, y, flag, mode):
    grid = [[0]] * 2
    grid[0][0] = x
    return grid[1][0]


def _c_pair(x, y, flag, mode):
    return Pair(x, b=y).a - Pair(x, y).b


def _c_annotated(x, y, flag, mode):
    n: int = x
    return n


def _c_docstring(x, y, flag, mode):
    """Only a docstring before."""
    return x


def _c_range_unknown(x, y, flag, mode):
    return sum(1 for _ in range(x))


def _c_len_tuple(x, y, flag, mode):
    return len((x, y)) + len("abc")


def _c_tuple_index(x, y, flag, mode):
    return ((1, 2), (3, 4))[flag][x % 2]


def _c_loop_counts(x, y, flag, mode):
    total = 0
    for v in (x, y, 1, 2, 3, x, y):
        if v == 1:
            total += 1
        elif v == 2:
            total += 2
    return total


def _c_in_string_keys(x, y, flag, mode):
    return ("a", x) in {("a", 1), ("b", 2)}


def _c_frozenset_or(x, y, flag, mode):
    return frozenset({1, 2}) | {x % 3}


def _c_frozenset_equal(x, y, flag, mode):
    return frozenset({1, x % 3}) == {1, 2}


def _c_any_in_helper(x, y, flag, mode):
    def blocked(n):
        return any(n == w for w in (1, 2))

    return blocked(x) or blocked(y)


CONSTRUCTS = {
    name[1:]: function for name, function in list(globals().items()) if name.startswith("_c_")
}
