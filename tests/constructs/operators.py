# mypy: ignore-errors
"""One construct each: operators and containers."""

from __future__ import annotations

from constructs import own_classes as own
from constructs.vocabulary import (
    BY_MODE,
    PRICES,
    ROW,
    TEXT,
    WALLS,
    Mode,
)


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


def _c_true_division_by_unknown(x, y, flag, mode):
    return (x / y, 7 / (x + 5), 0.5 * x / (y + 9.5))


def _c_true_division_compared(x, y, flag, mode):
    return x / 2 > y / 3 or (x + 0.5) / 5 >= 0.3


def _c_float_of_a_float(x, y, flag, mode):
    return (float(x * 0.5), float(0.25 if flag else x), float(x / 4) - float(y))


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


def _c_shift_right(x, y, flag, mode):
    return (x >> 1, (y * 5) >> 2 & 1, x >> 0)


def _c_shift_left(x, y, flag, mode):
    return (x << 2, (y << 3) + 1, 1 << 4 if flag else 2)


def _c_shift_by_unknown(x, y, flag, mode):
    return (100 >> (x + 4), 1 << (y + 4))


def _c_truth_of_and_or(x, y, flag, mode):
    mask = x + 4
    first = (flag and mask & 1) or (y > 2 and mask & 2)
    return (1 if first else 0, not (flag or mask & 4), bool(y > 0 and mask >> 1 & 1))


def _c_int_of_whole_float(x, y, flag, mode):
    dx, dy = (1.0, -0.0) if flag else (0.0, -2.0)
    return (int(x + dx), int(y + dy), int(x * 2.0 - y))


def _c_int_of_direction(x, y, flag, mode):
    speed = 1.0
    vector = {"N": (0 * speed, 1 * speed), "E": (1 * speed, 0 * speed)}["N" if x > 0 else "E"]
    return (int(x + vector[0]), int(y + vector[1] + 0.0))


class Vec:
    """A vector as people write it."""

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return isinstance(other, Vec) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __abs__(self):
        return max(abs(self.x), abs(self.y))


ROCKS = [Vec(1, 2), Vec(3, 3), Vec(0, 5)]


class Picky:
    """Can only be compared with its like."""

    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return 0


def _c_own_equality_in_list(x, y, flag, mode):
    ship = Vec(x, y) + Vec(1, 0)
    return (ship in ROCKS, ship not in [Vec(y, x)], Vec(1, 2) in ROCKS, abs(ship))


def _c_own_equality_in_parts(x, y, flag, mode):
    state = (Vec(x, y), Vec(0, 1), "go")
    return (state == (Vec(y, x), Vec(0, 1), "go"), [Vec(x, 0)] == [Vec(2, 0)], state[0] == None)  # noqa: E711


def _c_own_equality_is_asked_in_order(x, y, flag, mode):
    row = [Picky(x), None]
    try:
        return 1 if Picky(y) in row else 0
    except AttributeError:
        return -1


def _c_own_equality_of_itself(x, y, flag, mode):
    odd = Picky(x)
    return ((odd, Picky(2)) == (odd, Picky(y)), odd in (Picky(y), odd))


def _c_own_eq_in_list(x, y, flag, mode):
    return own.Own(x) in [own.Own(y)]


def _c_own_abs(x, y, flag, mode):
    return abs(own.Own(x))


def _c_named_tuple_with_eq(x, y, flag, mode):
    return own.FirstOnly(x, y) in [own.FirstOnly(3, 99)]
