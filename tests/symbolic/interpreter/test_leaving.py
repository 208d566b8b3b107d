"""Loops that are left early, in pieces of program that become one value."""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable
from typing import Any

import pytest

from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.leaving import Left
from introplan.symbolic.interpreter.values import Value
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms.build import disjoin
from symbolic_runs import paths_through, wrong_answers

BIG = tuple(range(-40, 40))


def _first_above(x: int, y: int) -> int:
    for i in BIG:
        if i > x and i * i != y:
            return i
    return y


def _slide(place: int, way: int, wall: int) -> int:
    while True:
        after = place + way
        if not -2 <= after <= 3:
            break
        if after == wall:
            break
        place = after
    return place


def _cell(x: int, y: int) -> int:
    for row in range(4):
        for column in range(4):
            if row == x and column == y:
                return row * 4 + column
            if column > y:
                break
        else:
            if row > x:
                return -row
    return 99


def _seen(x: int, y: int) -> list[int]:
    seen = [7]
    i = x
    while i < 3:
        seen.append(i)
        if i == y:
            return seen
        if x + y == i:
            seen.pop()
            break
        i += 1
    else:
        seen.append(9)
    return seen


def _new_list(x: int, y: int) -> list[int]:
    found: list[int] = []
    for i in range(3):
        if not i:
            found = [x]
        if i == y:
            break
        found.append(i)
    return found


def _may_raise(x: int, y: int) -> int:
    for i in (1, 0, 2):
        if x == i:
            return 5 // (y - 1)
        if y == i:
            raise ValueError
    return 0


def _yielding(x: int, y: int) -> Any:
    for i in range(4):
        if i == x:
            return
        yield i
        if i > y:
            break
    yield 8


LOOPS: list[Callable[..., Any]] = [
    lambda x, y, flag: (_first_above(x, y),),
    lambda x, y, flag: (_slide(x, 1, y), _slide(x, -1, y)),
    lambda x, y, flag: (_cell(x, y),),
    lambda x, y, flag: (len(_seen(x, y)), sum(_seen(x, y)), _seen(x, y)[-1]),
    lambda x, y, flag: (len(_new_list(x, y)), sum(_new_list(x, y))),
    lambda x, y, flag: (_may_raise(x, y),),
    lambda x, y, flag: (len(list(_yielding(x, y))), sum(_yielding(x, y))),
]


@pytest.mark.parametrize("number", range(len(LOOPS)))
def test_a_loop_that_is_left_early_means_what_it_means_in_python(number: int) -> None:
    """Whatever it changes, raises or returns."""

    def function(x: int, y: int, flag: bool) -> Any:
        return LOOPS[number](x, y, flag)

    assert wrong_answers(function) == []


def test_a_helper_with_many_exits_is_one_value() -> None:
    """More of them than the paths that a piece of program may have; and loops in loops."""

    def first(x: int, y: int, flag: bool) -> Any:
        return (_first_above(x, y),)

    def cell(x: int, y: int, flag: bool) -> Any:
        return (_cell(x, y),)

    assert len(paths_through(first)) == 1
    assert len(paths_through(cell)) == 1


class Writer:
    """Writes a helper of x and y with loops and ways out of them."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng = seed, random.Random(seed)
        self.lines = ["def helper(x, y):", "    a, b, found = 0, x, [y]"]

    def number(self) -> str:
        """A number."""
        rng = self.rng
        return rng.choice(["a", "b", "x", "y", "a + b", "x - y", "len(found)", "found[-1]", "1"])

    def truth(self) -> str:
        """A condition."""
        sign = self.rng.choice(["<", "==", ">", "!="])
        return f"{self.number()} {sign} {self.number()} + {self.rng.randint(-2, 2)}"

    def block(self, indent: str, depth: int, *, in_loop: bool) -> None:
        """Some statements."""
        for _ in range(self.rng.randint(1, 3)):
            self.statement(indent, depth, in_loop=in_loop)

    def statement(self, indent: str, depth: int, *, in_loop: bool) -> None:
        """One statement."""
        rng, deeper = self.rng, indent + "    "
        kind = rng.randrange(9) if depth else rng.randrange(5)
        if kind < 2:
            self.lines.append(f"{indent}{rng.choice('ab')} = {self.number()}")
        elif kind == 2:
            self.lines.append(f"{indent}found.append({self.number()})")
        elif kind < 5:
            jumps = [f"return {self.number()}", "return found", "c = b"]
            jump = rng.choice(["break", "continue", *jumps[:1]] if in_loop else jumps)
            self.lines += [f"{indent}if {self.truth()}:", deeper + jump]
        elif kind == 5:
            self.lines.append(f"{indent}if {self.truth()}:")
            self.block(deeper, depth - 1, in_loop=in_loop)
        else:
            self.loop(indent, depth)

    def loop(self, indent: str, depth: int) -> None:
        """A loop of either kind, with or without `else`."""
        rng, deeper = self.rng, indent + "    "
        if rng.random() < 0.5:
            self.lines.append(f"{indent}for {rng.choice('abk')} in range({rng.randint(1, 4)}):")
        else:
            self.lines += [
                f"{indent}n{depth} = x",
                f"{indent}while n{depth} < {rng.randint(0, 3)}:",
            ]
            self.lines.append(f"{deeper}n{depth} += 1")
        self.block(deeper, depth - 1, in_loop=True)
        if rng.random() < 0.4:
            self.lines.append(f"{indent}else:")
            self.block(deeper, depth - 1, in_loop=False)

    def program(self) -> tuple[Callable[..., Any], str]:
        """A program that calls the helper, and its text."""
        self.block("    ", 2, in_loop=False)
        self.loop("    ", 2)
        self.lines += ["    return a", "def f(x, y, flag):", "    r = helper(x, y)"]
        self.lines.append("    return (r,) if isinstance(r, int) else (len(r), sum(r), r[0])")
        text = "\n".join(self.lines) + "\n"
        file = f"<loops {self.seed}>"
        names: dict[str, Any] = {}
        exec(compile(text, file, "exec"), names)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        return names["f"], text


def wrong_programs(seeds: range) -> tuple[list[str], int]:
    """The programs that are not understood as they are, and how many are refused."""
    wrong, refused = [], 0
    for seed in seeds:
        function, text = Writer(seed).program()
        try:
            if answers := wrong_answers(function):
                wrong.append(f"{text}\n{answers[:2]}")
        except Refused:
            refused += 1
    return wrong, refused


@pytest.mark.statistical
@pytest.mark.parametrize("chunk", range(6))
def test_random_helpers_with_loops_mean_what_they_mean_in_python(chunk: int) -> None:
    """None is wrong, most are understood."""
    wrong, refused = wrong_programs(range(chunk * 50, (chunk + 1) * 50))

    assert wrong[:1] == []
    assert refused <= 15


def _lists_as_they_become(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Execution, "changed_lists", lambda self: {})


def _all_return(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(left: Left, way: Any) -> Value:
        return disjoin([one.test for one in left.exits if one.way is way])

    monkeypatch.setattr(Left, "leaves_by", some)


@pytest.mark.parametrize("plant", [_lists_as_they_become, _all_return])
def test_planted_mistakes_are_caught(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in how exits are put together shows in random helpers."""
    plant(monkeypatch)

    assert any(wrong_programs(range(seed, seed + 10))[0] for seed in range(0, 200, 10))
