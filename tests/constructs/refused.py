# mypy: ignore-errors
# ruff: noqa: C417
"""One construct each: what the interpreter cannot say exactly, and so does not say at all."""

from __future__ import annotations

import copy

from constructs import own_classes as own

LINKS = {0: {"north": 1}, 1: {"south": 0}}


def _c_dict_grows_in_loop(x, y, flag, mode):
    d = {0: x}
    for k in d:
        if flag:
            d[k + 1] = y
    return len(d)


def _c_dict_grows_in_loop_over_items(x, y, flag, mode):
    d = {0: x}
    for k, v in d.items():
        d[k + 1] = v
    return len(d)


def _c_set_grows_in_loop(x, y, flag, mode):
    s = {0}
    for v in s:
        s.add(v + 1)
    return len(s)


def _c_iterator_after_any(x, y, flag, mode):
    it = iter((x > 3, False, True))
    any(it)
    return len(list(it))


def _c_iterator_after_in(x, y, flag, mode):
    it = iter((x, 2, 3))
    return sum(it) if 2 in it else 0


def _c_generator_function_with_effects(x, y, flag, mode):
    log = []

    def numbers():
        for i in range(3):
            log.append(i)
            yield i

    for v in numbers():
        if v == 1:
            break
    return len(log)


def _c_generator_function_over_changing_list(x, y, flag, mode):
    row, total = [1], 0

    def twice():
        yield row[0]
        yield row[0]

    for v in twice():
        total += v
        row[0] = 5
    return total


def _c_generator_function_over_changing_name(x, y, flag, mode):
    n, total = x, 0

    def twice():
        yield n
        yield n

    for v in twice():
        total += v
        n = 5
    return total


def _c_generator_function_yields_a_list(x, y, flag, mode):
    def rows():
        row = [x]
        yield row
        yield row[0]

    it = rows()
    next(it)[0] = 5
    return next(it)


def _c_generator_function_calls_its_argument(x, y, flag, mode):
    log = []

    def calls(f):
        yield f(1)
        yield f(2)

    next(calls(log.append))
    return len(log)


def _c_map_stopped_by_its_function(x, y, flag, mode):
    it = iter((x, y))
    return tuple(map(lambda v: next(it), (1, 2, 3)))


def _c_default_dictionary(x, y, flag, mode):
    return own.COSTS[x]


def _c_dictionary_with_missing(x, y, flag, mode):
    return own.DEFAULTS[x]


def _c_dictionary_with_own_lookup(x, y, flag, mode):
    return own.UPSIDE[x] if x in (1, -1) else 0


def _c_fraction_as_key(x, y, flag, mode):
    return own.FRACTIONS.get(x, 0)


def _c_key_equal_to_a_number(x, y, flag, mode):
    return own.FANCY.get(x, 0)


def _c_float_looked_up(x, y, flag, mode):
    return {1: 5, 2: 6}.get(x * 0.5, 0)


def _c_own_ne(x, y, flag, mode):
    return own.Own(x) != own.Own(y)


def _c_own_getattr(x, y, flag, mode):
    return own.Own(x).foo


def _c_own_getattribute(x, y, flag, mode):
    return own.Watched(x).v


def _c_named_tuple_with_new(x, y, flag, mode):
    return own.Doubled(x).a


def _c_named_tuples_with_order(x, y, flag, mode):
    return (own.FirstOnly(x, y), 1) < (own.FirstOnly(y, x), 1)


def _c_init_variable(x, y, flag, mode):
    return own.Box(x).a


def _c_enum_with_eq(x, y, flag, mode):
    return (own.Same.A if flag else own.Same.B) == own.Same.A


def _c_object_as_key(x, y, flag, mode):
    key = own.Base(1)
    table = {key: x}
    return table[key]


def _c_loop_over_set(x, y, flag, mode):
    total = 0
    for v in {9, 1, 16, 0}:
        total = total * 20 + v
    return total


def _c_list_of_set(x, y, flag, mode):
    found = [v for v in {9, x % 3, 16} if v > 3]
    return found[0]


def _c_next_of_set(x, y, flag, mode):
    return next(v for a in (1,) for v in {9, 16, x % 2})


def _c_any_of_set_that_may_raise(x, y, flag, mode):
    return any(6 // v > 2 for v in {2, x % 2, 3})


def _c_get_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return {1: x, 2: y}.get(key=x)


def _c_append_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return [x].append(value=y)


def _c_index_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return [x, 3].index(value=y)


def _c_sum_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return sum(values=[x, y])


def _c_len_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return len(value=[x])


def _c_any_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return any(values=[x, y])


def _c_isinstance_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return isinstance(value=x, kinds=int)


def _c_copy_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return copy.copy(value=[x])


def _c_set_add_with_a_keyword_that_python_has_not(x, y, flag, mode):
    return {1, 2}.union({3}).add(value=x)


def _c_setdefault_may_change_known(x, y, flag, mode):
    return LINKS.setdefault(x, {}).get("north", y)


def _c_int_of_other_floats(x, y, flag, mode):
    return int(x * 0.5)


class _Walker:
    def __init__(self, at):
        self.at = at

    def steps(self):
        for i in range(3):
            yield self.at + i

    def changing(self):
        for _ in range(3):
            self.at += 1
            yield self.at


def _c_generator_method_over_what_changes(x, y, flag, mode):
    walker, total = _Walker(x), 0
    for step in walker.steps():
        total += step
        walker.at = y
    return total


def _c_generator_method_that_changes(x, y, flag, mode):
    walker, total = _Walker(x), 0
    for step in walker.changing():
        total += step + walker.at
    return total
