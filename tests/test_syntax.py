"""Trees of Python text, in a process in which other threads parse at the same moment."""

from __future__ import annotations

import ast
import gc
import weakref
from collections.abc import Iterator

import pytest

import introplan as ip
from introplan.syntax import MAX_TRIES, expression_tree, module_tree
from random_programs import random_world

TEXT = "\n".join(f"a{number} = [b(c), (d, {{e: f}})]" for number in range(200))


class Knot:
    """Garbage that only the collector finds, and that has a tree parsed when it goes."""

    def __init__(self) -> None:
        self.itself = self
        self.end = weakref.finalize(self, ast.parse, "x = 1")


@pytest.fixture
def garbage() -> Iterator[None]:
    """Something to collect in the middle of whatever makes objects next."""
    before = gc.get_threshold()
    gc.collect()
    Knot()
    gc.set_threshold(300)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("garbage")
def test_a_text_is_parsed_while_another_one_is() -> None:
    """Python itself may give up here; we do not."""
    assert ast.dump(module_tree(TEXT)) == ast.dump(ast.parse(TEXT))


@pytest.mark.parametrize("error", [SystemError, RecursionError])
def test_an_error_that_passes_is_not_told(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """A world is read, sampled and planned by all the same."""
    parse, calls = ast.parse, []

    def faltering(*arguments: object, **named: object) -> ast.AST:
        calls.append(arguments)
        if len(calls) % 3:
            raise error("AST constructor recursion depth mismatch")
        return parse(*arguments, **named)  # type: ignore[call-overload, no-any-return]

    with monkeypatch.context() as patch:  # who tells of a failure parses, too
        patch.setattr(ast, "parse", faltering)
        times_two = ast.unparse(expression_tree("2*d"))
        seen = ip.introspect(random_world(19).task())
        result = ip.plan(ip.sample("grid", distance=2, seed=1), "beam[2*3]")

    assert times_two == "2 * d"
    assert seen.diagnostics == ()
    assert result.plan is not None
    assert len(calls) > 9


@pytest.mark.parametrize("error", [SystemError, RecursionError])
def test_an_error_that_stays_is_told(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """After a few attempts."""
    calls = []

    def failing(*arguments: object, **named: object) -> ast.AST:
        calls.append(arguments)
        raise error("no")

    with monkeypatch.context() as patch:
        patch.setattr(ast, "parse", failing)
        with pytest.raises(error, match="no"):
            module_tree("x")

    assert len(calls) == MAX_TRIES


def test_a_mistake_in_a_text_is_told_at_once() -> None:
    """With its line."""
    with pytest.raises(SyntaxError) as told:
        module_tree("x = 1\ny = (")
    assert told.value.lineno == 2
