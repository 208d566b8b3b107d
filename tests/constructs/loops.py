# mypy: ignore-errors
# ruff: noqa: RUF005, PERF401, SIM108
"""One construct each: assignments and loops."""

from __future__ import annotations

from constructs.vocabulary import (
    PRICES,
    ROW,
)


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


def _c_try_as_an_unused_name(x, y, flag, mode):
    try:
        if x > 1:
            raise ValueError("no")
        return 10 // x
    except ZeroDivisionError as error:  # noqa: F841
        return y
    except ValueError as error:  # noqa: F841
        return -2


def _c_match_in_a_loop(x, y, flag, mode):
    found = []
    for each in [("a", 1), ("b", 2), ("b", 3), ("c", 4), ("d", None)]:
        match each:
            case ("a", n) if x > n:
                found.append(each)
            case ("b", n) if y >= n - 2:
                found.append(("b", n))
            case ("c", n) if flag:
                found.append(("c", n))
            case (_, None):
                found.append(each)
    return len(found), found[-1][0], ("b", 3) in found


def _c_lists_of_a_row_in_a_loop(x, y, flag, mode):
    found = []
    for i in range(3):
        for step in {0: [1, 2], 1: [3]}.get(x + i, []):
            if step + i > y:
                found.append((i, step))
    return len(found), sum(a * b for a, b in found)


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


def _c_range_to_unknown(x, y, flag, mode):
    total = 0
    for i in range(x):
        total += i * y
    down = list(range(y, -1, -1))
    return (total, len(down), sum(down), x in range(3, y))


def _c_range_from_unknown(x, y, flag, mode):
    found = [i for i in range(x, 4) if i % 2]
    return (len(found), sum(found), len(range(x, y)), sum(range(0, y, 2)))


def _c_range_twice(x, y, flag, mode):
    numbers = range(x + 4)
    first = sum(numbers)
    return (first, sum(numbers), len(numbers), 1 if numbers else 0)


def _c_range_in_list(x, y, flag, mode):
    row = list(range(x))
    row.append(7)
    return (len(row), row[-1], row[0], isinstance(range(x), range), range(x) == range(0, x))


def _c_range_over_list(x, y, flag, mode):
    row = [y, 2]
    if flag:
        row.append(x)
    best = row[0]
    for i in range(1, len(row)):
        if row[i] > best:
            best = row[i]
    return best


def _c_range_plus_list(x, y, flag, mode):
    try:
        return len(range(x) + [1])
    except TypeError:
        return -1


def _c_none_has_no_attributes(x, y, flag, mode):
    place = None if flag else 3
    try:
        place.watered = True
    except AttributeError:
        return x
    return y


DOORS = {"hall": ("kitchen", "cellar"), "kitchen": ("hall",), "cellar": ()}


def _c_loop_over_tuple_of_unknown_length(x, y, flag, mode):
    room = "hall" if flag else ("kitchen" if x > 0 else "cellar")
    found = []
    for other in DOORS[room]:
        found.append(other.lower())
    first = found[0] if found else ""
    return (
        len(found),
        first == "hall",
        "cellar" in DOORS[room],
        any(d > "c" for d in DOORS[room]),
    )


def _c_unpack_tuple_of_unknown_length(x, y, flag, mode):
    room = "hall" if flag else ("kitchen" if x > 0 else "cellar")
    try:
        first, second = DOORS[room]
    except ValueError:
        return (len(DOORS[room]), 0)
    return (len(first), len(second))
