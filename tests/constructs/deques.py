# mypy: ignore-errors
"""One construct each: deques."""

from __future__ import annotations

from collections import deque
from copy import deepcopy

GOAL = deque([1, 2])


def _c_deque_ends(x, y, flag, mode):
    row = deque([x, y])
    row.append(3)
    row.appendleft(4)
    first, last = row.popleft(), row.pop()
    return (first, last, len(row), row[0], row[-1], y in row)


def _c_deque_empty(x, y, flag, mode):
    row = deque()
    if flag:
        row.append(x)
    try:
        return (row.popleft(), len(row))
    except IndexError:
        return (-9, 0)


def _c_deque_rotate(x, y, flag, mode):
    row = deque((x, y, 1, 2))
    row.rotate(1)
    row.rotate(-3)
    row.extendleft([7, 8])
    row[2] = y
    return tuple(row)


def _c_deque_compare(x, y, flag, mode):
    row = deque([x, y])
    return (row == GOAL, row == [x, y], row == deque([y, x]), bool(row), list(row) == [1, 2])


def _c_deque_breadth_first(x, y, flag, mode):
    queue, seen = deque([0]), {0}
    while queue:
        at = queue.popleft()
        for to in (at + 1, at + 3):
            if to < 6 and to not in seen:
                seen.add(to)
                queue.append(to)
    return (len(seen), x in seen)


def _c_deque_slice(x, y, flag, mode):
    row = deque([x, y])
    try:
        return len(row[:1])
    except TypeError:
        return -1


def _c_deque_copy(x, y, flag, mode):
    row = deque([x, [y]])
    other, same = deepcopy(row), row.copy()
    other[1].append(1)
    same.append(5)
    row.extend(other)
    return (len(row), len(row[1]), len(row[3]), len(same), sum(v for v in deque([x, y])))


def _c_deque_in_place(x, y, flag, mode):
    row = alias = deque([x])
    row += [y, 2]
    row.remove(2)
    row.insert(0, 6)
    return (
        *alias,
        alias.index(6),
        alias.count(x),
        isinstance(alias, deque),
        isinstance(alias, list),
    )
