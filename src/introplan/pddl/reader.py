"""Model text, where it came from, and errors that point into it.

From text to nested lists of words, each with its place; no recursion, so no text is too deep.

>>> from introplan.pddl.reader import source_of
>>> group = read_group(source_of("(On a (b)) ; a comment"), expected="a literal")
>>> group.items[0]
Word(text='on', offset=1)
"""

from __future__ import annotations

import os
import re
import string
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from introplan.errors import ModelError, did_you_mean

LONGEST_NAME_SHOWN = 60
MOST_NAMES_COMPARED = 2000

MOST_BYTES = 256 * 2**20
"""A million facts are a tenth of that."""

PIECE = 2**20

_COMMENT_OR_BAD_BYTE = re.compile("[;][^\n]*|([\udc80-\udcff])")
_COMMENT_OR_ODD = re.compile(r"[;][^\n]*|([^\s!-~])")
_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name of its file, if it has one."""

    text: str
    file: str | None = None

    def error(self, message: str, offset: int) -> ModelError:
        """The error that says `message` about the place `offset`."""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return ModelError(
            message,
            file=self.file,
            line=self.text.count("\n", 0, offset) + 1,
            column=offset - start + 1,
            source_line=self.text[start : end if end >= 0 else None],
        )


def source_of(text: str, file: str | None = None) -> Source:
    """`text` with plain line ends and without a byte order mark; a NUL is an error."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    source = Source(plain, file)
    if "\0" in plain:
        raise source.error("a NUL byte; model files are plain text", plain.index("\0"))
    return source


def load(path: str | os.PathLike[str]) -> Source:
    """The text of a file, which is UTF-8 but for comments, where old files have anything."""
    file = os.fspath(path)
    if not file:
        raise ModelError("the name of a file is empty; name a PDDL file")
    try:
        content = _content(file)
    except ModelError:
        raise
    except (OSError, ValueError) as problem:
        reason = str(getattr(problem, "strerror", None) or problem).lower()
        raise ModelError(f"cannot be read: {reason}", file=file) from None
    source = source_of(content.decode("utf-8", errors="surrogateescape"), file)
    if not content.isascii():
        for match in _COMMENT_OR_BAD_BYTE.finditer(source.text):
            if match.group(1):
                raise source.error("not UTF-8 text; save the file as UTF-8", match.start())
    return source


def _content(file: str) -> bytes:
    """The bytes of a file, as far as they can be text; what has no end is not read to its end."""
    content = bytearray()
    with open(file, "rb") as opened:
        while piece := opened.read(PIECE):
            content += piece
            if b"\0" in piece:
                break  # no text: somebody else says so
            if len(content) > MOST_BYTES:
                most = f"model files have at most {MOST_BYTES // 2**20} MB"
                raise ModelError(f"the file is too large; {most}", file=file)
    return bytes(content)


def check_characters(source: Source) -> None:
    """Complain about a character that nobody can see, unless it stands in a comment."""
    if source.text.replace("\n", "").replace("\t", "").isprintable():
        return
    for match in _COMMENT_OR_ODD.finditer(source.text):
        if (odd := match[1]) and not odd.isprintable():
            name = f"U+{ord(odd):04X} {unicodedata.name(odd, '')}".rstrip()
            problem = f"{name} is a character that cannot be seen; remove it"
            raise source.error(problem, match.start())


def lower(text: str) -> str:
    """`text` in lower case: the letters of ASCII, as PDDL has it, and no others.

    >>> lower("On-\N{KELVIN SIGN}")
    'on-\N{KELVIN SIGN}'
    """
    return text.lower() if text.isascii() else text.translate(_LOWER)


def shown(name: str) -> str:
    """`name` in quotes, cut when it is long."""
    return repr(cut(name))


def cut(text: str) -> str:
    """`text`, or its beginning when it is long."""
    return text if len(text) <= LONGEST_NAME_SHOWN else f"{text[:LONGEST_NAME_SHOWN]}..."


def hint(name: str, known: Iterable[str]) -> str:
    """What `name` may have been meant to be, as the end of a message."""
    return did_you_mean(name, map(cut, islice(known, MOST_NAMES_COMPARED)))


DEEPEST_NESTING = 200

# A question mark begins a word wherever it stands: public files have `(aircraft?a)`, and other
# readers take it for `(aircraft ?a)`.
_TOKEN = re.compile(r"\([^();]*+\)|[()]|\?[^\s();?]*|[^\s();?]+|;[^\n]*")
_WORD = re.compile(r"\?[^\s()?]*|[^\s()?]+")


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
