"""Model text, where it came from, and errors that point into it."""

from __future__ import annotations

import os
import re
import string
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

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
