# mypy: ignore-errors
# ruff: noqa: C417, B905
"""One construct each: what is changed while it is iterated over, and iterators in parts."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from itertools import chain, combinations, pairwise, permutations, product


def _c_loop_over_growing_list(x, y, flag, mode):
    row, total = [x, y], 0
    for v in row:
        if len(row) < 4:
            row.append(v + 1)
        total = total * 3 + v
    return total


def _c_loop_over_shrinking_list(x, y, flag, mode):
    row, seen = [x, y, 3, 4], 0
    for v in row:
        row.remove(v)
        seen += 1
    return seen


def _c_enumerate_changed_list(x, y, flag, mode):
    row = [x, y, 0]
    for i, v in enumerate(row):
        if i < 2:
            row[i + 1] += v
    return tuple(row)


def _c_enumerate_changed_where_true(x, y, flag, mode):
    row = [int(x > 3 and y > 3), 0, 0]
    for i, v in enumerate(row):
        if v and i < 2:
            row[i + 1] = 1
    return sum(row)


def _c_zip_changed_list(x, y, flag, mode):
    row = [x, y, 0]
    for v, i in zip(row, range(2)):
        row[i + 1] += v
    return tuple(row)


def _c_reversed_changed_list(x, y, flag, mode):
    row, total = [x, y, 1], 0
    for v in reversed(row):
        row[0] += 1
        total = total * 3 + v
    return total


def _c_map_changed_list(x, y, flag, mode):
    row = [x]
    doubled = map(lambda v: 2 * v, row)
    row.append(y)
    return tuple(doubled)


def _c_filter_changed_list(x, y, flag, mode):
    row = [x]
    kept = filter(lambda v: v > 0, row)
    row.append(y)
    return sum(kept)


def _c_dict_values_changed(x, y, flag, mode):
    d, total = {0: x, 1: y}, 0
    for k, v in d.items():
        d[1] = 7
        total = total * 3 + v + k
    return total


def _c_dict_view_grows(x, y, flag, mode):
    d = {0: x}
    keys = d.keys()
    d[1] = y
    return len(keys), 1 in keys, tuple(keys)


def _c_iterator_used_up_by_in(x, y, flag, mode):
    it = iter((1, 2, 3))
    return next(it), (2 in [next(it)]), sum(it)


def _c_zip_one_iterator_twice(x, y, flag, mode):
    it = iter((x, 1, y, 3))
    return sum(a * b for a, b in zip(it, it))


def _c_zip_takes_one_too_many(x, y, flag, mode):
    it = iter((x, y, 3))
    pairs = tuple(zip(it, (1,)))
    return pairs[0][0], tuple(it)


def _c_zip_strict(x, y, flag, mode):
    rows = [(x, y), (1, 2)] if flag else [(x, y), (1,)]
    return sum(a * b for a, b in zip(*rows, strict=True))


def _c_iterator_in_two_loops(x, y, flag, mode):
    it, total = iter([x, y, 1, 2]), 0
    for v in it:
        total += v
        if v > 0:
            break
    for v in it:
        total += 10 * v
    return total


def _c_iterator_in_a_branch(x, y, flag, mode):
    it = iter((x, y, 3))
    first = next(it) if flag else 0
    return first, next(it)


def _c_iterator_in_a_helper(x, y, flag, mode):
    it = iter((x, y, 3))

    def take():
        return next(it)

    return take() + 10 * take(), tuple(it)


def _c_combinations_once(x, y, flag, mode):
    pairs = combinations((x, y, 1), 2)
    return tuple(pairs), tuple(pairs)


def _c_generator_expression_is_late(x, y, flag, mode):
    n = 1
    later = (v + n for v in (x, y))
    n = 5
    return tuple(later)


def _c_generator_expression_over_iterator(x, y, flag, mode):
    it = iter((x, y, 3))
    later = (2 * v for v in it)
    return next(later), next(it), tuple(later)


def _c_generator_stopped_by_next(x, y, flag, mode):
    it = iter(())
    return tuple(next(it) for _ in (x, y))


def _c_any_stops(x, y, flag, mode):
    log = []

    def positive(v):
        log.append(v)
        return v > 0

    found = any(positive(v) for v in (x, y, 1))
    return found, len(log)


def _c_all_stops(x, y, flag, mode):
    log = []

    def positive(v):
        log.append(v)
        return v > 0

    found = all(positive(v) for v in (x, y, 1))
    return found, len(log)


def _c_in_stops(x, y, flag, mode):
    log = []

    def noted(v):
        log.append(v)
        return v

    return 1 in (noted(v) for v in (x, y, 1)), len(log)


def _c_extend_by_itself(x, y, flag, mode):
    row = [x, y]
    row += row
    row.extend(row)
    return tuple(row)


def _c_extend_by_what_looks_at_it(x, y, flag, mode):
    row = [x, y]
    row += (len(row) for _ in range(2))
    return tuple(row)


def _c_length_of_iterator(x, y, flag, mode):
    return len(zip((x, y), (1, 2)))


def _c_dict_display_order(x, y, flag, mode):
    log = []
    d = {log.append(1) or len(log): log.append(2) or len(log)}
    return d.get(1, 0), d.get(2, 0)


def _c_generator_function_of_arguments(x, y, flag, mode):
    def upto(n, step):
        for i in range(n):
            yield i * step

    for v in upto(3, x):
        if v > 2:
            break
    return v, sum(upto(2, y))


def _c_sorted_set(x, y, flag, mode):
    return tuple(sorted({9, 16, 0, 1})), sum({9, 16}), max(v + x for v in {9, 16})


def _c_sort_looks_at_the_list(x, y, flag, mode):
    row, seen = [3, 1, 2], []

    def key(v):
        seen.append(len(row))
        return v

    row.sort(key=key)
    return tuple(seen), tuple(row)


def _c_deep_copy_keeps_what_is_shared(x, y, flag, mode):
    row = [x]
    rows = copy.deepcopy([row, row])
    rows[0].append(y)
    return tuple(rows[1]), len(row)


def _c_permutations(x, y, flag, mode):
    return max(a - b for a, b, _ in permutations((x, y, 2)))


def _c_permutations_of_two(x, y, flag, mode):
    return tuple(permutations([x, y, 7], 2))


def _c_chain(x, y, flag, mode):
    return tuple(chain([x], (y, 1), [n for n in (4, 5) if n > x]))


def _c_chain_from_lists(x, y, flag, mode):
    return sum(chain.from_iterable([[x, 1], (y,), []]))


def _c_pairwise(x, y, flag, mode):
    return tuple(b - a for a, b in pairwise([x, y, 3, x]))


def _c_pairwise_of_one(x, y, flag, mode):
    return tuple(pairwise([x]))


def _c_dict_from_keys(x, y, flag, mode):
    found = dict.fromkeys(["a", "b", "a"], x)
    found["b"] = y
    return tuple(found.items())


def _c_sorted_difference_of_sets(x, y, flag, mode):
    return tuple(sorted({1, 2, 3, 5} - {x, y}))


def _c_sorted_backwards(x, y, flag, mode):
    return tuple(sorted({n for n in (4, 1, 3) if n > x}, reverse=True))


def _c_sorted_that_may_raise(x, y, flag, mode):
    found = {1} if x > 2 else {"a"}
    if flag:
        found.add("b")
    return len(sorted(found))


def _c_generator_that_raises(x, y, flag, mode):
    def numbers(n):
        yield n
        yield 6 // n
        yield n + 1

    return sum(numbers(x))


def _c_generator_that_is_left_before_it_raises(x, y, flag, mode):
    def numbers(n):
        yield n
        yield 6 // n

    return next(numbers(x)), any(n == 0 for n in numbers(x))


@dataclass
class _Bag:
    name: str
    items: list = field(default_factory=list)
    marks: tuple = field(default_factory=lambda: (1, 2))


def _c_default_factories(x, y, flag, mode):
    one, two = _Bag("a"), _Bag("b", [y])
    one.items.append(x)
    return tuple(one.items), tuple(two.items), one.marks, len(_Bag("c").items)


def _c_text_is_no_sequence_in_a_pattern(x, y, flag, mode):
    match "".join(["c" if flag else "d", "b"]):
        case [a, b]:
            return a, b
        case _:
            return "text"


class Walker:
    """Its moves come from a generator method, over attributes that can change."""

    def __init__(self, at, bag):
        self.at = at
        self.bag = bag

    def moves(self):
        """One for each thing, and one more."""
        for thing in self.bag:
            yield self.at + thing
        if self.at > 0:
            yield 0


def _c_generator_method(x, y, flag, mode):
    walker = Walker(x, [y, 2])
    return (sum(walker.moves()), len(list(walker.moves())), max(walker.moves()))


def _c_generator_method_of_changed_object(x, y, flag, mode):
    walker = Walker(x, [y])
    walker.at = y
    walker.bag.append(x)
    return tuple(sorted([m for m in walker.moves() if m > 2][:1])) or (0,)


def _c_generator_over_list_argument(x, y, flag, mode):
    def doubled(row):
        for v in row:
            yield 2 * v

    row = [x, y]
    first = list(doubled(row))
    row[0] = 5
    return (*first, *doubled(row))


def _c_product_of_what_is_there(x, y, flag, mode):
    held = sorted({n for n in (x, 2, y + 3) if n > 0})
    pairs = [(m, n) for m, n in product(range(2), [n for n in (x, y, 4) if n > 1])]
    return len(held), len(pairs), pairs[-1], sum(a * b for a, b in pairs)


def _c_combinations_of_what_is_there(x, y, flag, mode):
    there = [n for n in (x, y, 3, x + y) if n > 0]
    first = next((a + 10 * b for a, b in combinations(there, 2)), None)
    return first, sum(a - b for a, b in permutations(there, 2) if a > b)


def _c_permutations_of_all_that_is_there(x, y, flag, mode):
    there = [n for n in (x, y, 3) if n > 1]
    return sum(row[0] for row in permutations(there))


def _first_difference(one, other):
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), None)


def _c_next_of_a_new_iterator_in_a_helper(x, y, flag, mode):
    place = _first_difference((x, 1, y), (1, y, x))
    other = _first_difference((y, x), (x, 2))
    return place, other, -1 if place is None else place * 2


def _c_next_of_a_new_iterator_that_ends(x, y, flag, mode):
    total = 0
    for n in range(3):
        total += next(v for v in (x, y, n, 2) if v >= n)
    return total


def _c_next_of_an_older_iterator_in_a_branch(x, y, flag, mode):
    numbers = iter((x, y, 3))
    total = 0
    for n in range(2):
        if n < x:
            total += next(numbers)
    return total, next(numbers)


def _c_next_of_one_that_draws_from_an_older_one(x, y, flag, mode):
    numbers = iter((x, y, 3, 4))
    found = [next((v for v in numbers if v > n), 9) for n in range(2)]
    return found[0], found[1], sum(numbers)
