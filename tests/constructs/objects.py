# mypy: ignore-errors
"""One construct each: objects, texts and the rest."""

from __future__ import annotations

import copy
import math

from constructs.vocabulary import (
    SEEN,
    TOTAL,
    Pair,
    Point,
)


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


class _Copied:
    """Says itself what a copy of it is."""

    def __init__(self, at, steps=0):
        self.at, self.steps = at, steps

    def __copy__(self):
        return _Copied(self.at, self.steps + 1)


def _c_a_copy_by_a_method_of_its_own(x, y, flag, mode):
    first = _Copied(x)
    second = copy.copy(first)
    if flag:
        second.at += y
    return first.at, first.steps, second.at, second.steps, copy.copy(second).steps


def _c_a_deep_copy_of_what_has_a_copy_of_its_own(x, y, flag, mode):
    first = [_Copied(x), y]
    second = copy.deepcopy(first)
    second[0].at += 1
    return first[0].at, second[0].at, second[0].steps, second[1]
