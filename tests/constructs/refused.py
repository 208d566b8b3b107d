# mypy: ignore-errors
# ruff: noqa: C417
"""One construct each: what the interpreter cannot say exactly, and so does not say at all."""

from __future__ import annotations


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
