"""Random conditions of the model language: plain tuples with a printer and an evaluation.

A condition is `(kind, ...)`: `and`, `or`, `not` with conditions; `exists`, `forall` with a typed
variable and a condition; `lit` with a predicate, arguments and a moment; `did` with an action and
arguments; `cmp` with an operator, a function, arguments and a number.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Condition = tuple[Any, ...]
Scope = Mapping[str, str]
"""Variables and the objects they stand for; while drawing, their types."""

Facts = frozenset[tuple[str, ...]]
Numbers = frozenset[tuple[tuple[str, ...], int]]

COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What conditions can speak of."""

    objects: Mapping[str, str]
    """Objects and their types."""

    predicates: Mapping[str, int]
    """Predicates and how many arguments they take."""

    functions: Mapping[str, int] = field(default_factory=dict)
    actions: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Actions and the types of their parameters; empty where only a state is spoken of."""

    @property
    def types(self) -> list[str]:
        """Those that an object has."""
        return sorted(set(self.objects.values()))

    def of(self, kind: str) -> list[str]:
        """The objects of a type."""
        return [name for name, own in self.objects.items() if own == kind]


@dataclass(frozen=True, slots=True)
class Moment:
    """What a condition is read in: facts and numbers after and before a step, and the step."""

    words: Vocabulary
    facts: Facts
    numbers: Mapping[tuple[str, ...], int]
    before: Facts = frozenset()
    done: tuple[str, ...] = ()


def draw(rng: random.Random, words: Vocabulary, scope: Scope, depth: int) -> Condition:
    """Any condition over the variables of a scope."""
    if depth == 0 or rng.random() < 0.3:
        return _draw_leaf(rng, words, scope)
    kind = rng.choice(("and", "and", "or", "not", "exists", "forall"))
    if kind == "not":
        return ("not", draw(rng, words, scope, depth - 1))
    if kind in ("and", "or"):
        return (kind, *(draw(rng, words, scope, depth - 1) for _ in range(2)))
    variable, of = f"?v{len(scope)}", rng.choice(words.types)
    return (kind, variable, of, draw(rng, words, {**scope, variable: of}, depth - 1))


def _draw_leaf(rng: random.Random, words: Vocabulary, scope: Scope) -> Condition:
    found = _leaf(rng, words, scope)
    if found is None:  # nothing to speak of yet
        variable, of = f"?v{len(scope)}", rng.choice(words.types)
        inner = _draw_leaf(rng, words, {**scope, variable: of})
        return (rng.choice(("exists", "forall")), variable, of, inner)
    return ("not", found) if rng.random() < 0.25 else found


def _leaf(rng: random.Random, words: Vocabulary, scope: Scope) -> Condition | None:
    """A literal, an action or a comparison; None if the scope has no variable for it."""
    names = list(scope)
    if words.actions and rng.random() < 0.2:
        action = rng.choice(list(words.actions))
        fitting = [[n for n in names if scope[n] == of] for of in words.actions[action]]
        return ("did", action, *map(rng.choice, fitting)) if all(fitting) else None
    if words.functions and rng.random() < 0.35:
        function = rng.choice(list(words.functions))
        if words.functions[function] and not names:
            return None
        arguments = [rng.choice(names) for _ in range(words.functions[function])]
        return ("cmp", rng.choice(list(COMPARE)), rng.randint(0, 3), function, *arguments)
    predicate = rng.choice(list(words.predicates))
    if words.predicates[predicate] and not names:
        return None
    moment = "before" if words.actions and rng.random() < 0.2 else "after"
    return (
        "lit",
        moment,
        predicate,
        *(rng.choice(names) for _ in range(words.predicates[predicate])),
    )


def text(condition: Condition) -> str:
    """The condition as PDDL."""
    kind, *parts = condition
    if kind in ("and", "or", "not"):
        return f"({kind} {' '.join(map(text, parts))})"
    if kind in ("exists", "forall"):
        variable, of, child = parts
        return f"({kind} ({variable} - {of}) {text(child)})"
    if kind == "did":
        return f"(did ({' '.join(parts)}))"
    if kind == "cmp":
        compare, number, *term = parts
        return f"({compare} ({' '.join(term)}) {number})"
    moment, *literal = parts
    return f"(before ({' '.join(literal)}))" if moment == "before" else f"({' '.join(literal)})"


def holds(condition: Condition, moment: Moment, scope: Scope) -> bool:
    """Is it true?"""
    kind, *parts = condition
    if kind == "not":
        return not holds(parts[0], moment, scope)
    if kind in ("and", "or"):
        return (all if kind == "and" else any)(holds(part, moment, scope) for part in parts)
    if kind in ("exists", "forall"):
        variable, of, child = parts
        found = (holds(child, moment, {**scope, variable: o}) for o in moment.words.of(of))
        return any(found) if kind == "exists" else all(found)
    if kind == "did":
        return moment.done == ground(parts, scope)
    if kind == "cmp":
        compare, number, *term = parts
        return bool(COMPARE[compare](moment.numbers[ground(term, scope)], number))
    when, *literal = parts
    return ground(literal, scope) in (moment.before if when == "before" else moment.facts)


def ground(term: Sequence[str], scope: Scope) -> tuple[str, ...]:
    """A literal or an action with its objects in place of variables."""
    return tuple(scope.get(word, word) for word in term)
