# mypy: ignore-errors
# ruff: noqa: PERF401, RUF005
"""One construct each: lists of which some items may be missing."""

from __future__ import annotations

from constructs.vocabulary import ROW


def _moves(x, y):
    moves = []
    if x > 0:
        moves.append("left")
    if x < 3:
        moves.append("right")
    if y > 0 and x != y:
        moves.append("up")
    return moves


def _c_listing(x, y, flag, mode):
    return tuple(_moves(x, y))


def _c_listing_length(x, y, flag, mode):
    return len(_moves(x, y))


def _c_listing_membership(x, y, flag, mode):
    return "up" in _moves(x, y)


def _c_listing_truth(x, y, flag, mode):
    return "some" if _moves(y - 3, x) else "none"


def _c_listing_empty(x, y, flag, mode):
    found = [i for i in (1, 2) if i == x]
    return found == []


def _c_listing_first(x, y, flag, mode):
    return _moves(x, y)[0]


def _c_listing_last(x, y, flag, mode):
    return _moves(x, y)[-1]


def _c_listing_second(x, y, flag, mode):
    return _moves(x, y)[1]


def _c_listing_third_or_error(x, y, flag, mode):
    try:
        return _moves(x, y)[2]
    except IndexError:
        return "none"


def _c_listing_slice(x, y, flag, mode):
    return tuple(_moves(x, y)[1:])


def _c_listing_loop(x, y, flag, mode):
    total = 0
    for i in [j for j in range(4) if j > x]:
        total = total * 3 + i
    return total


def _c_listing_loop_returns(x, y, flag, mode):
    for move in _moves(x, y):
        if move == "up":
            return x
    return y


def _c_listing_loop_breaks(x, y, flag, mode):
    seen = 0
    for move in _moves(x, y):
        if move == "right" and flag:
            break
        seen += 1
    return seen


def _c_listing_numbers(x, y, flag, mode):
    numbers = [i * y for i in range(3) if i != x]
    return (sum(numbers), min(numbers), max(numbers))


def _c_listing_default(x, y, flag, mode):
    return max([i for i in (1, 2) if i == x], default=-1)


def _c_listing_any_all(x, y, flag, mode):
    numbers = [i for i in range(-2, 3) if i > x]
    return (any(i == y for i in numbers), all(i < y for i in numbers))


def _c_listing_concatenated(x, y, flag, mode):
    return tuple(_moves(x, y) + ["wait"] + _moves(y, x))


def _c_listing_extended(x, y, flag, mode):
    found = ["wait"]
    if flag:
        found += ["a", "b"]
    elif x > 0:
        found.extend(v for v in "cd" if v != "c" or y > 0)
    return tuple(found)


def _c_listing_removed(x, y, flag, mode):
    found = _moves(x, y)
    if flag:
        found.remove("left")
    return tuple(found)


def _c_listing_remove_twice(x, y, flag, mode):
    found = [v for v in (1, 2, 1) if v != x]
    if 1 in found:
        found.remove(1)
    return tuple(found)


def _c_listing_sorted(x, y, flag, mode):
    return tuple(sorted(_moves(x, y), reverse=True))


def _c_listing_sorted_by_length(x, y, flag, mode):
    return tuple(sorted(_moves(x, y), key=len))


def _c_listing_counted(x, y, flag, mode):
    return [v for v in (1, 2, 1, x) if v > y].count(1)


def _c_listing_as_set(x, y, flag, mode):
    return len(set(_moves(x, y)) & {"left", "up"})


def _c_listing_nested_filter(x, y, flag, mode):
    return tuple((a, b) for a in (0, 1) if a != x for b in (0, 1) if b != y if a + b > x)


def _c_listing_of_listing(x, y, flag, mode):
    return tuple(m.upper() for m in _moves(x, y) if m != "left" or flag)


def _c_listing_with_contents(x, y, flag, mode):
    found = []
    for d in (-1, 1):
        if 0 <= x + d < 3:
            found.append(("go", x + d, y))
    return tuple(found)


def _c_listing_continue(x, y, flag, mode):
    found = []
    for i, v in enumerate(ROW):
        if v == x:
            continue
        if flag and i == 2:
            found.append(-v)
        else:
            found.append(v)
    return tuple(found)


def _c_listing_aliases(x, y, flag, mode):
    a = b = []
    holder = (a,)
    if flag:
        a.append(1)
    b.append(2)
    return (len(holder[0]), *a, *b)


def _c_listing_two_names(x, y, flag, mode):
    if flag:
        a = b = [1]
    else:
        a, b = [1], [2]
    a.append(x)
    return (*a, *b)


def _c_listing_in_a_list(x, y, flag, mode):
    rows = []
    row = [0]
    if flag:
        row = [1]
        rows.append(row)
    else:
        row = [2, 3]
        rows.append(row)
    row.append(x)
    return tuple(v for r in rows for v in r)


def _c_listing_undone(x, y, flag, mode):
    found = [0]
    if x > 0:
        found.append(1)
        if y > 0:
            found.append(2)
            return tuple(found)
    return (*found, 9)


def _c_listing_seen_inside(x, y, flag, mode):
    found, total = [], 0
    if x > 0:
        found.append(x)
        total = len(found) + sum(found)
    return total


def _c_listing_in_a_helper(x, y, flag, mode):
    def add(to, v):
        if v > 0:
            to.append(v)
        return v * 2

    found = []
    return (add(found, x) + add(found, y), *found)


def _c_listing_popped(x, y, flag, mode):
    found = _moves(x, y)
    return found.pop()


def _c_listing_unpacked(x, y, flag, mode):
    first, *rest = _moves(x, y)
    return (first, len(rest))


def _c_listing_reversed(x, y, flag, mode):
    return tuple(reversed(_moves(x, y)))


def _c_listing_yielded(x, y, flag, mode):
    def moves():
        if x > 0:
            yield "left"
        if y > 0:
            yield "up"
        yield from (d for d in ("a", "b") if flag or d == "a")

    return tuple(moves())


def _c_listing_filtered(x, y, flag, mode):
    return tuple(filter(lambda v: v > x, (0, 1, 2)))


def _c_listing_mapped(x, y, flag, mode):
    return tuple(map(len, _moves(x, y)))


def _c_listing_zipped(x, y, flag, mode):
    return tuple(zip(_moves(x, y), range(5), strict=False))


def _c_listing_conditional(x, y, flag, mode):
    moves = [] if flag else [1, 2]
    if x > 0:
        moves.append(3)
    return (len(moves), *moves)


def _c_listing_equal(x, y, flag, mode):
    return _moves(x, y) == ["left", "up"]


def _c_listing_early_return(x, y, flag, mode):
    def moves():
        if flag:
            return []
        return [m for m in (0, 1) if m != x]

    return (len(moves()), 1 in moves())


def _c_listing_successors(x, y, flag, mode):
    def successors():
        found = []
        for name, d in (("left", -1), ("right", 1)):
            if 0 <= x + d < 4:
                found.append((name, (x + d, y), 1))
        return found

    for name, after, _ in successors():
        if name == "right":
            return after
    return (x, y)


def _c_listing_max_by_key(x, y, flag, mode):
    return min([v for v in (3, 1, 2) if v != x], key=lambda v: abs(v - 2))


def _c_listing_index(x, y, flag, mode):
    return _moves(x, y).index("right")


def _c_listing_set_item(x, y, flag, mode):
    found = _moves(x, y)
    found[0] = "first"
    return tuple(found)


def _c_listing_copied(x, y, flag, mode):
    found = _moves(x, y)
    other = found.copy()
    other.append("more")
    return (len(found), *other)


def _c_listing_unknown_index(x, y, flag, mode):
    return _moves(x, y)[y % 2]


def _c_listing_times(x, y, flag, mode):
    return tuple([v for v in (1, 2) if v != x] * 2)


def _c_listing_chained(x, y, flag, mode):
    found = []
    if x == 0:
        found.append("a")
    elif x == 1:
        found.append("b")
    elif x == 2:
        found.append("c")
        found.append("d")
    return tuple(found)


def _c_sort_pairs(x, y, flag, mode):
    row = sorted([(x, "b"), (y, "a"), (2, "c")])
    return tuple(v for pair in row for v in pair)


def _c_sort_by_key(x, y, flag, mode):
    row = [(x, 1), (y, 2), (0, 3)]
    row.sort(key=lambda pair: pair[0])
    down = sorted(row, key=lambda pair: -pair[0], reverse=True)
    return tuple(v for pair in (*row, *down) for v in pair)


def _c_sort_texts(x, y, flag, mode):
    names = ["b" if flag else "d", "c" if x > 0 else "a"]
    names.sort()
    return tuple(names)


def _c_sort_pairs_of_two(x, y, flag, mode):
    low, high = sorted(((x, y), (y, x)))
    return (*low, *high, (x, 3) < (y, 1), (x, y) < (x, 2, 1))


def _c_join_sorted(x, y, flag, mode):
    word = "".join(sorted(("a" if flag else "c") + "b"))
    return (word == "ab", word == "bc", word[0] == "a")
