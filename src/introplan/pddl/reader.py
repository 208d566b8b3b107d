"""The lexer of model files: nested lists of words with their places.

Errors point into the text. There is no recursion, so no text is too deep.

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

MAX_SHOWN_CHARACTERS = 60
"""Of a name in a message: a longer one would hide the message."""

MAX_COMPARED_NAMES = 2_000
"""For "did you mean": files have millions of names, and comparing two is slow."""

MAX_FILE_BYTES = 256 * 2**20
"""A million facts take a tenth of that; what is larger is hardly a model by intention."""

CHUNK_BYTES = 2**20
"""So much is read at a time: a device without an end is given up soon."""

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
    """The bytes of a file up to the first NUL; ModelError if there are too many."""
    content = bytearray()
    with open(file, "rb") as opened:
        while piece := opened.read(CHUNK_BYTES):
            content += piece
            if b"\0" in piece:
                break  # not a text file: `source_of` raises
            if len(content) > MAX_FILE_BYTES:
                most = f"model files have at most {MAX_FILE_BYTES // 2**20} MB"
                raise ModelError(f"the file is too large; {most}", file=file)
    return bytes(content)


def check_characters(source: Source) -> None:
    """ModelError for an invisible character, unless it stands in a comment."""
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
    return text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:MAX_SHOWN_CHARACTERS]}..."


def hint(name: str, known: Iterable[str]) -> str:
    """The end of a message: the known names that are close to `name`."""
    return did_you_mean(name, map(cut, islice(known, MAX_COMPARED_NAMES)))


MAX_NESTING = 200
"""Levels of parentheses and of formulas: readers of formulas recurse, and Python allows 1,000."""

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
        if token[0] == "(" and len(outer) == MAX_NESTING:
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
        # Where the text ends is no help: the missing parenthesis is most often a section further
        # up.
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
    return source.error(f"nested too deeply; {MAX_NESTING} levels are read", offset)
