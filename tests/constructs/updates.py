# mypy: ignore-errors
"""One construct each: operators in place, and names that patterns bind."""

from __future__ import annotations

import itertools
from dataclasses import FrozenInstanceError, dataclass, replace

from constructs import own_classes as own


@dataclass(frozen=True)
class Frozen:
    """Its list can change, its field cannot be set."""

    row: list


class Purse:
    """Adds in place, and differently otherwise."""

    def __init__(self, coins):
        self.coins = coins

    def __add__(self, other):
        return Purse(self.coins - other)

    def __iadd__(self, other):
        self.coins += other
        return self


class Slotted:
    """Has room for one attribute only."""

    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


def _c_target_evaluated_once(x, y, flag, mode):
    todo, counts = [0, 1, 2], [0, 0, 0]
    if flag:
        counts[todo.pop()] += x
    return counts[2], counts[1], len(todo)


def _c_target_takes_from_iterator(x, y, flag, mode):
    it, counts = iter((0, 1, 2)), [x, y, 0]
    counts[next(it)] += 5
    return (*counts, next(it))


def _c_target_calls_function(x, y, flag, mode):
    log, counts = [], {0: x}

    def where():
        log.append(1)
        return 0

    counts[where()] += y
    return counts[0], len(log)


def _c_list_in_tuple_in_place(x, y, flag, mode):
    t = ([x], 1)
    try:
        t[0] += [y]
    except TypeError:
        return tuple(t[0])
    return ()


def _c_list_in_frozen_in_place(x, y, flag, mode):
    frozen = Frozen([x])
    try:
        frozen.row += [y]
    except FrozenInstanceError:
        return tuple(frozen.row)
    return ()


def _c_list_in_list_in_place(x, y, flag, mode):
    rows = [[x], [y]]
    first = rows[0]
    rows[0] += [1]
    rows[flag] += [2]
    return tuple(first), tuple(rows[1])


def _c_slice_in_place(x, y, flag, mode):
    row = [x, y, 3]
    row[1:] += [4]
    return tuple(row)


def _c_own_operator_in_place(x, y, flag, mode):
    purse = Purse(x)
    same = purse
    purse += y
    return same.coins, (purse + 1).coins


def _c_slots(x, y, flag, mode):
    slotted = Slotted(x)
    slotted.a += 1
    try:
        slotted.b = 1
    except AttributeError:
        return slotted.a
    return 0


def _c_failing_pattern_binds_nothing(x, y, flag, mode):
    best = 1
    match (x, y):
        case (best, 3):
            return 2
    return best


def _c_failing_option_binds_nothing(x, y, flag, mode):
    match (x, y):
        case (best, 3) | (3, best):
            return best
    return None


def _c_failing_guard_binds(x, y, flag, mode):
    best = 1
    match (x, y):
        case (best, 3) if flag:
            return 2
    return best


def _c_class_pattern_with_too_many_parts(x, y, flag, mode):
    match x:
        case int(a, b):
            return a + b
    return 0


def _c_fields_that_do_not_count(x, y, flag, mode):
    return own.Card(x, y) == own.Card(3), own.Card(x, y) != own.Card(3, 5)


def _c_float_keys(x, y, flag, mode):
    return own.FLOATS.get(x, 0), x in own.FLOATS, (x, y) in {(1.0, 2), (0.5, 1)}


def _c_enum_keys_that_are_numbers(x, y, flag, mode):
    return own.LEVELS.get(x, 0), x in own.LEVELS


def _c_default_dictionary_with_get(x, y, flag, mode):
    return own.COSTS.get(x, 0), x in own.COSTS, own.COUNTS.get(x, 1)


def _c_ordered_dictionary(x, y, flag, mode):
    return own.ORDERED.get(x, 0), sum(own.ORDERED.values()), own.ORDERED[1 + flag]


def _c_subclass_is_asked_first(x, y, flag, mode):
    return own.Base(x) + own.Derived(y), own.Derived(x) + own.Base(y)


def _c_unhashable_looked_up(x, y, flag, mode):
    return [x] in {1, 2}


def _c_unhashable_part_looked_up(x, y, flag, mode):
    return ([x], 1) in {(1, 2)}


def _c_unhashable_key(x, y, flag, mode):
    return {1: 2}.get([x])


def _c_dict_with_any_keyword(x, y, flag, mode):
    made = dict(values=[("a", x)], run=y, receiver=flag)  # noqa: C408 - keywords are the point
    return made["values"][0][1], made["run"], made["receiver"], len(made)


def _c_dict_update_with_any_keyword(x, y, flag, mode):
    made = {"other": 0}
    made.update(other=x, run=y, receiver=flag, values=2)
    return made["other"], made["run"], made["receiver"], made["values"], len(made)


def _c_replace_with_any_field(x, y, flag, mode):
    made = replace(own.Named(0, 0), record=x, run=y)
    return made.record, made.run


def _c_named_tuple_replace_with_any_field(x, y, flag, mode):
    made = own.NamedRow(0, 0)._replace(receiver=x, run=y)
    return made.receiver, made.run


def _c_keywords_that_python_has(x, y, flag, mode):
    rows = [i * v for i, v in enumerate(iterable=(x, y), start=1)]
    pairs = [a * b for a, b in itertools.combinations(iterable=(x, y, 2), r=2)]
    low, high = sorted([y, x], reverse=True)
    return (
        sum([x, y], start=2),
        *rows,
        *pairs,
        max([], default=x),
        min([x, y], default=7),
        low,
        high,
    )


def _c_extreme_of_several_with_default(x, y, flag, mode):
    return min(x, y, default=3)


def _c_extreme_of_nothing(x, y, flag, mode):
    return max() if flag else x


def _c_dict_set_at_unknown_key(x, y, flag, mode):
    counts = {"a": x, "b": y, "c": 0}
    key = "a" if x > y else "c"
    counts[key] = 7
    counts[key] += 1
    return tuple(counts.values())


def _c_dict_set_at_unknown_number(x, y, flag, mode):
    rooms = {0: x, 1: y, 2: 5}
    if x in rooms:
        rooms[x] = y
    return (rooms[0], rooms[1], rooms[2])


def _c_dict_set_list_at_unknown_key(x, y, flag, mode):
    stacks = {"a": [x], "b": [y, 1]}
    stacks["a" if flag else "b"] = [3]
    return (len(stacks["a"]), len(stacks["b"]), stacks["a"][0])


def _c_dict_set_at_pair(x, y, flag, mode):
    grid = {(i, j): 0 for i in range(2) for j in range(2)}
    grid[x % 2, y % 2] = 4
    return tuple(grid.values())


def _c_dict_delete_at_unknown_key(x, y, flag, mode):
    rooms = {0: "hall", 1: "cellar", 2: "attic"}
    try:
        del rooms[x]
    except KeyError:
        return (-1, len(rooms), 0)
    return (len(rooms), 1 if 1 in rooms else 0, 1 if y in rooms else 0)


def _c_dict_pop_at_unknown_key(x, y, flag, mode):
    rooms = {0: y, 1: 7, 2: x}
    first = rooms.pop(x, -9)
    second = rooms.pop(x, -8)
    return (first, second, len(rooms))


class _Tally:
    def __init__(self):
        self.count, self.last, self.seen = 0, None, set()


def _c_elements_set_in_a_loop(x, y, flag, mode):
    places = [x, y, 1, 3]
    for i, place in enumerate(places):
        if place == 1:
            places[i] = x + 2
        elif place > y:
            places[i] -= 1
    return sum(places), places[0], places[3]


def _c_elements_of_two_kinds_set_in_a_loop(x, y, flag, mode):
    places = [x, "car", y]
    for i, place in enumerate(places):
        if place == 2 and places.count("car") < 2:
            places[i] = "car"
        elif place == "car" and flag:
            places[i] = x
    return places.count("car"), places[1] == x


def _c_attributes_set_in_a_loop(x, y, flag, mode):
    tally = _Tally()
    for each in (x, y, 2):
        if each > 1:
            tally.count += each
            tally.last = each
        if each in (0, y):
            tally.seen.add(each)
    return tally.count, tally.last is None, len(tally.seen), y in tally.seen


def _c_entries_set_in_a_loop(x, y, flag, mode):
    found = {"a": 0, "b": y}
    for key in ("a", "b", "a"):
        if found[key] < x:
            found[key] += 2
        elif flag:
            found[key] = -1
    return found["a"], found["b"]


def _c_one_list_by_two_names_in_a_loop(x, y, flag, mode):
    row = [x, y, 0]
    same = {"row": row}
    for i in range(3):
        if row[i] > 0:
            same["row"][i] = row[i - 1] + 1
            row[2] = i
    return tuple(row), same["row"] is row


def _c_a_list_within_a_list_set_in_a_loop(x, y, flag, mode):
    rows = [[x, 0], [y, 1]]
    for row in rows:
        for i in range(2):
            if row[i] == 1:
                row[1 - i] = 5
    return sum(map(sum, rows)), rows[1][0]


def _c_what_is_set_before_a_loop_is_left(x, y, flag, mode):
    row = [0, 0, 0]
    for i in range(3):
        if i == x:
            row[i] = 7
            break
        row[i] = y
    return tuple(row)
