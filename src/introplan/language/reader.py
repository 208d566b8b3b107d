"""From text to nested lists of words, each with its place; no recursion, so no text is too deep.

>>> from introplan.language.source import source_of
>>> group = read_group(source_of("(On a (b)) ; a comment"), expected="a literal")
>>> group.items[0]
Word(text='on', offset=1)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from introplan.language.source import Source, shown

DEEPEST_NESTING = 200

_TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*")


@dataclass(slots=True, eq=False)
class Word:
    """A name, a variable, a keyword or a number, in lower case."""

    text: str
    offset: int


@dataclass(slots=True, eq=False)
class Group:
    """What stands between two parentheses."""

    items: list[Node]
    offset: int


Node: TypeAlias = Word | Group


def read_nodes(source: Source) -> list[Node]:
    """Everything in the text, in order."""
    items: list[Node] = []
    outer: list[list[Node]] = []
    for match in _TOKEN.finditer(source.text):
        token = match.group()
        if token == "(":
            group = Group([], match.start())
            items.append(group)
            outer.append(items)
            items = group.items
            if len(outer) > DEEPEST_NESTING:
                raise too_deep(source, match.start())
        elif token == ")":
            if not outer:
                raise source.error("unexpected ')'; no list is open here", match.start())
            items = outer.pop()
        elif token[0] != ";":
            items.append(Word(token.lower(), match.start()))
    if outer:
        raise source.error("this '(' is never closed; add a ')'", outer[-1][-1].offset)
    return items


def read_group(source: Source, *, expected: str) -> Group:
    """The one list that the whole text is."""
    nodes = read_nodes(source)
    if not nodes:
        raise source.error(f"nothing to read; expected {expected}", len(source.text))
    if len(nodes) > 1:
        raise source.error(f"unexpected {described(nodes[1])} after the end", nodes[1].offset)
    return as_group(nodes[0], source, expected=expected)


def as_group(node: Node, source: Source, *, expected: str) -> Group:
    """`node`, which must be a list."""
    if isinstance(node, Word):
        raise source.error(f"unexpected {described(node)}; expected {expected}", node.offset)
    return node


def as_word(node: Node, source: Source, *, expected: str) -> Word:
    """`node`, which must be a single word."""
    if isinstance(node, Group):
        raise source.error(f"unexpected {described(node)}; expected {expected}", node.offset)
    return node


def headed(node: Node, source: Source, *, expected: str) -> tuple[Group, Word]:
    """`node` as a list, and the word it begins with."""
    group = as_group(node, source, expected=expected)
    if not group.items:
        raise source.error(f"an empty list; expected {expected}", group.offset)
    return group, as_word(group.items[0], source, expected=expected)


def described(node: Node) -> str:
    """A node as messages call it."""
    if isinstance(node, Word):
        return shown(node.text)
    first = node.items[0] if node.items else None
    return f"list ({shown(first.text)[1:-1]} ...)" if isinstance(first, Word) else "list"


def too_deep(source: Source, offset: int) -> Exception:
    """The error about a place that is nested too deeply."""
    return source.error(f"nested too deeply; {DEEPEST_NESTING} levels are read", offset)
