"""Text of known length whose characters are not known: a board such as "12345678_".

It is a sequence of characters, each known or an opaque value. What can be done character by
character is done so; the place of a character is a fork for each place, as in a tuple.
"""

from __future__ import annotations

import inspect
import math
from typing import Any

from introplan.symbolic.interpreter.concretisation import call_python, possible_values, tabulate
from introplan.symbolic.interpreter.execution import Builtin, Execution
from introplan.symbolic.interpreter.iteration import items_of
from introplan.symbolic.interpreter.values import (
    Items,
    Value,
    as_term,
    concrete_value,
    is_concrete,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Raised, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.term import Term


def is_text(value: Value) -> bool:
    """Is this text with unknown characters?"""
    return isinstance(value, Items) and value.kind is str


def letters_of(run: Execution, value: Value) -> list[Value] | None:
    """The characters of a text, known or not; None for what is no text, or of unknown length."""
    if is_text(value):
        return list(value.items)
    if isinstance(value, str):
        return list(value)
    if not is_term(value):
        return None
    values = possible_values(run, value)
    if not values or not all(isinstance(v, str) for v in values):
        return None
    lengths = {len(v) for v in values}
    if lengths == {1}:
        return [value]
    if len(lengths) > 1:
        return None
    return [tabulate(run, _Letter(place), value) for place in range(lengths.pop())]


class _Letter:
    """text[place] as a function."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.__name__ = f"character {place}"

    def __call__(self, text: str) -> str:
        return text[self.place]


def are_texts(run: Execution, left: Value, right: Value) -> bool:
    """Is this text with unknown characters and something, or are both opaque texts?"""
    if is_text(left) or is_text(right):
        return True
    both = is_term(left) and is_term(right)
    return both and all(letters_of(run, value) is not None for value in (left, right))


def make_text(run: Execution, letters: list[Value]) -> Value:
    """A text of these characters; a plain one if all of them are known."""
    if all(map(is_concrete, letters)):
        return "".join(letters)
    return Items(str, letters, run.stamp())


def _letters(run: Execution, value: Value) -> list[Value]:
    found = letters_of(run, value)
    if found is None:
        raise Refused("PY-STR", "text whose length depends on the state")
    return found


def join_texts(run: Execution, left: Value, right: Value) -> Value:
    """left + right of two texts."""
    for value in (left, right):
        if not is_term(value) and not is_text(value) and not isinstance(value, str):
            raise Raised(TypeError)
    return make_text(run, _letters(run, left) + _letters(run, right))


def equal_texts(run: Execution, left: Value, right: Value) -> Value:
    """left == right where at least one is text with unknown characters."""
    for value in (left, right):
        if not is_term(value) and not is_text(value) and not isinstance(value, str):
            return False
    first, second = _letters(run, left), _letters(run, right)
    if len(first) != len(second):
        return False
    pairs = zip(first, second, strict=True)
    return unwrapped(terms.conjoin(as_term(run.equals(a, b)) for a, b in pairs))


def in_text(run: Execution, value: Value, text: Value) -> Value:
    """value in text: does it stand at some place?"""
    sought, letters = _letters(run, value), _letters(run, text)
    starts = range(len(letters) - len(sought) + 1)
    return unwrapped(terms.disjoin(_stands_at(run, sought, letters, i) for i in starts))


def _stands_at(run: Execution, sought: list[Value], letters: list[Value], place: int) -> Any:
    there = letters[place : place + len(sought)]
    pairs = zip(sought, there, strict=True)
    return terms.conjoin(as_term(run.equals(a, b)) for a, b in pairs)


def _join(run: Execution, receiver: Value, values: Value, /) -> Value:
    between, made = _letters(run, receiver), []
    for place, value in enumerate(items_of(run, values)):
        letters = letters_of(run, value)
        if letters is None:
            if is_term(value):
                raise Refused("PY-STR", "text whose length depends on the state")
            raise Raised(TypeError)
        made += [*(between if place else ()), *letters]
    return make_text(run, made)


def _index(run: Execution, receiver: Value, value: Value, /) -> Value:
    place = _find(run, receiver, value)
    if place == -1:
        raise Raised(ValueError)
    return place


def _find(run: Execution, receiver: Value, value: Value, /) -> Value:
    """The first place of a text; a fork for each, so that the place is known afterwards."""
    sought, letters = _letters(run, value), _letters(run, receiver)
    if run.is_merging:
        raise CannotMerge
    for place in range(len(letters) - len(sought) + 1):
        if run.decide(unwrapped(_stands_at(run, sought, letters, place))):
            return place
    return -1


def _count(run: Execution, receiver: Value, value: Value, /) -> Value:
    sought, letters = _letters(run, value), _letters(run, receiver)
    if len(sought) != 1:
        raise Refused("PY-STR", "counting more than one character in text")
    ones = [terms.number(as_term(run.equals(letter, sought[0]))) for letter in letters]
    return unwrapped(terms.combine(*((one, 1) for one in ones)))


def _replace(
    run: Execution, receiver: Value, old: Value, new: Value, count: Value = -1, /
) -> Value:
    """The text with the first `count` of a character replaced; a negative count: all of them."""
    before, after, letters = _letters(run, old), _letters(run, new), _letters(run, receiver)
    if len(before) != 1 or len(after) != 1:
        raise Refused("PY-STR", "replacing more than one character in text")
    if type(count) is not int:
        raise Refused("PY-STR", "replacing a number of times that depends on the state")
    made: list[Value] = []
    done: Term = terms.const(0)
    for letter in letters:
        test = as_term(run.equals(letter, before[0]))
        if count >= 0:
            test = terms.conjoin([test, terms.less(done, terms.const(count))])
            done = terms.add(done, terms.number(test))
        made.append(unwrapped(terms.choose(test, as_term(after[0]), as_term(letter))))
    return make_text(run, made)


def _on_letters(name: str) -> Builtin:
    """A method that changes each character by itself."""

    def call(run: Execution, receiver: Value, /, *arguments: Value) -> Value:
        try:
            method = _Method(name, tuple(map(concrete_value, arguments)))
        except KeyError:
            text = f"{name} with a value that depends on the state"
            raise Refused("PY-STR", text) from None
        changed = [tabulate(run, method, letter) for letter in _letters(run, receiver)]
        return make_text(run, [letter for c in changed for letter in _letters(run, c)])

    return call


class _Method:
    """text.name(...) as a function."""

    def __init__(self, name: str, arguments: tuple[Any, ...]) -> None:
        self.name, self.arguments = name, arguments
        self.__name__ = f"the method {name}"

    def __call__(self, text: str) -> Any:
        return getattr(text, self.name)(*self.arguments)


def _arguments_of(handler: Builtin) -> tuple[int, float]:
    """How many arguments a handler takes at least and at most, besides the run and the text."""
    parameters = [*inspect.signature(handler).parameters.values()][2:]
    is_open = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    own = [p for p in parameters if p.kind is p.POSITIONAL_ONLY]
    least = sum(p.default is p.empty for p in own)
    return least, math.inf if is_open else len(own)


def _known_first(handler: Builtin, name: str) -> Builtin:
    """The handler, but Python itself where all is known, and a table where text is opaque."""
    least, most = _arguments_of(handler)

    def call(run: Execution, receiver: Value, /, *arguments: Value) -> Value:
        if all(map(is_concrete, (receiver, *arguments))):
            return call_python(lambda: getattr(receiver, name)(*arguments))
        if all(is_concrete(v) or is_term(v) for v in (receiver, *arguments)):
            return tabulate(
                run, lambda text, *rest: getattr(text, name)(*rest), receiver, *arguments
            )
        if not least <= len(arguments) <= most:
            raise Refused("PY-STR", f"{name} of text with {len(arguments)} arguments")
        return handler(run, receiver, *arguments)

    return call


_HANDLERS: dict[str, Builtin] = {
    "join": _join,
    "index": _index,
    "find": _find,
    "count": _count,
    "replace": _replace,
    "translate": _on_letters("translate"),
    "upper": _on_letters("upper"),
    "lower": _on_letters("lower"),
    "swapcase": _on_letters("swapcase"),
}
METHODS: dict[Any, Builtin] = {
    getattr(str, name): _known_first(handler, name) for name, handler in _HANDLERS.items()
}
