"""Lists with types as PDDL writes them: `a b - block  c - (either x y)  d`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from introplan.language.reader import Node, Word, as_word, described, headed
from introplan.language.source import Source, hint, shown
from introplan.logic.formula import OBJECT, Variable


@dataclass(frozen=True, slots=True)
class Run:
    """Names that share their types; no types: nothing was said about them."""

    names: tuple[Word, ...]
    types: tuple[Word, ...]


def read_runs(nodes: Sequence[Node], source: Source, *, expected: str) -> list[Run]:
    """The runs of a typed list."""
    runs: list[Run] = []
    names: list[Word] = []
    rest = iter(nodes)
    for node in rest:
        word = as_word(node, source, expected=expected)
        if word.text == "-":
            runs.append(Run(tuple(names), _type_words(next(rest, None), word, source)))
            names = []
        elif word.text[0] == "-" and word.text[1].isalpha():
            # The space after the dash is sometimes forgotten: `?x -block`.
            if not names:
                problem = (
                    f"a name is missing before {shown(word.text)}; write name {word.text[:40]}"
                )
                raise source.error(problem, word.offset)
            runs.append(Run(tuple(names), (Word(word.text[1:], word.offset + 1),)))
            names = []
        else:
            names.append(word)
    return [*runs, Run(tuple(names), ())] if names else runs


def _type_words(node: Node | None, dash: Word, source: Source) -> tuple[Word, ...]:
    if node is None:
        raise source.error("a type is missing after '-'; write - object", dash.offset)
    if isinstance(node, Word):
        return (node,)
    group, head = headed(node, source, expected="a type or (either type ...)")
    if head.text != "either" or len(group.items) < 2:
        problem = f"unexpected {described(node)}; expected a type or (either type ...)"
        raise source.error(problem, node.offset)
    words = [as_word(n, source, expected="a type") for n in group.items[1:]]
    return tuple({word.text: word for word in words}.values())


def checked_types(
    words: tuple[Word, ...], known: Collection[str], source: Source
) -> tuple[str, ...]:
    """The types of a run, all of which must be among `known`; `object` if there are none."""
    names = tuple(word.text for word in words) or (OBJECT,)
    for word in words:
        if word.text not in known:
            problem = f"unknown type {shown(word.text)}{hint(word.text, known)}"
            raise source.error(problem, word.offset)
    return names


def read_variables(
    nodes: Sequence[Node], known: Collection[str], source: Source
) -> tuple[Variable, ...]:
    """A list of typed variables, each there once."""
    found: dict[str, Variable] = {}
    for run in read_runs(nodes, source, expected="a variable such as ?x"):
        types = checked_types(run.types, known, source)
        for word in run.names:
            if not is_variable(word.text):
                problem = f"unexpected {shown(word.text)}; expected a variable such as ?x"
                raise source.error(problem, word.offset)
            if word.text in found:
                raise source.error(
                    f"variable {shown(word.text)} is there twice; rename one", word.offset
                )
            found[word.text] = Variable(word.text[1:], types)
    return tuple(found.values())


def is_variable(text: str) -> bool:
    """Is this word a variable?"""
    return text[0] == "?" and len(text) > 1


def checked_name(node: Node, source: Source, *, expected: str) -> Word:
    """`node` as a name that may be given to something."""
    word = as_word(node, source, expected=expected)
    if word.text[0] in "?:" or word.text == "-":
        raise source.error(f"unexpected {shown(word.text)}; expected {expected}", word.offset)
    return word
