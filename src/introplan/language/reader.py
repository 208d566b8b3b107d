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

from introplan.language.source import Source, check_characters, cut, lower, shown

DEEPEST_NESTING = 200

_TOKEN = re.compile(r"\([^();]*+\)|[()]|[^\s();]+|;[^\n]*")
_WORD = re.compile(r"[^\s()]+")


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


@dataclass(slots=True, eq=False)
class Unread:
    """A list of mere words, still as text: files have millions, and each is looked at once."""

    text: str
    offset: int

    def read(self) -> Group:
        """The list with its words."""
        words = _WORD.finditer(self.text)
        return Group([Word(lower(w.group()), self.offset + w.start()) for w in words], self.offset)


Node: TypeAlias = Word | Group | Unread


def read_nodes(source: Source) -> list[Node]:
    """Everything in the text, in order."""
    check_characters(source)
    items: list[Node] = []
    outer: list[list[Node]] = []
    for match in _TOKEN.finditer(source.text):
        token = match.group()
        if token[0] == "(" and len(outer) == DEEPEST_NESTING:
            raise too_deep(source, match.start())
        if token == "(":
            group = Group([], match.start())
            items.append(group)
            outer.append(items)
            items = group.items
        elif token[0] == "(":
            items.append(Unread(token, match.start()))
        elif token == ")":
            if not outer:
                raise source.error("unexpected ')'; no list is open here", match.start())
            items = outer.pop()
        elif token[0] != ";":
            items.append(Word(lower(token), match.start()))
    if outer:
        place = _never_closed(outer[0][-1], outer[-1][-1])
        raise source.error("this '(' is never closed; add a ')'", place)
    return items


def _never_closed(outermost: Node, innermost: Node) -> int:
    """The place of the list that lacks its end: one that holds a section, or the innermost."""
    place = 0
    waiting = [outermost]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Group):
            waiting.extend(node.items)
            if node is not outermost and any(map(_is_section, node.items)):
                place = max(place, node.offset)
    return place or innermost.offset


def _is_section(node: Node) -> bool:
    return described(node).startswith("list (:")


def read_group(source: Source, *, expected: str) -> Group:
    """The one list that the whole text is."""
    nodes = read_nodes(source)
    if not nodes:
        raise source.error(f"nothing to read; expected {expected}", len(source.text))
    if len(nodes) > 1:
        raise source.error(
            f"unexpected {described(nodes[1])} after the end; remove it", nodes[1].offset
        )
    return as_group(nodes[0], source, expected=expected)


def as_group(node: Node, source: Source, *, expected: str) -> Group:
    """`node`, which must be a list."""
    if isinstance(node, Word):
        raise source.error(f"unexpected {described(node)}; expected {expected}", node.offset)
    return node.read() if isinstance(node, Unread) else node


def as_word(node: Node, source: Source, *, expected: str) -> Word:
    """`node`, which must be a single word."""
    if not isinstance(node, Word):
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
    items = items_of(node)
    if not items:
        return "empty list"
    first = items[0]
    return f"list ({cut(first.text)} ...)" if isinstance(first, Word) else "list"


def call_text(node: Node) -> str:
    """A word, or a list of words as text; nothing for deeper lists."""
    if isinstance(node, Word):
        return node.text
    items = items_of(node)
    words = [n.text for n in items if isinstance(n, Word)]
    return f"({' '.join(words)})" if len(words) == len(items) else ""


def is_empty(node: Node) -> bool:
    """Is this the empty list?"""
    return not isinstance(node, Word) and not items_of(node)


def items_of(node: Group | Unread) -> list[Node]:
    """What stands in a list."""
    return node.read().items if isinstance(node, Unread) else node.items


def too_deep(source: Source, offset: int) -> Exception:
    """The error about a place that is nested too deeply."""
    return source.error(f"nested too deeply; {DEEPEST_NESTING} levels are read", offset)
