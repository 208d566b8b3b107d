"""Hostile inputs: what a command is given, and what it has to say to it.

The cases are in `hostile/*.cases`, one file for each kind, as plain text. To add one, add a
paragraph:

    ### name-of-the-case --options of the command
    31 first line of the message that is expected
    the input itself, up to the next case

The first number is the exit code. A message that ends in `...` may go on; one that is left out is
not looked at. In the input `@{x*1000}` stands for a thousand x and `@{00}` for the byte 00.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "hostile"


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile input."""

    name: str
    words: tuple[str, ...]
    code: int
    message: str
    content: bytes

    def expects(self, told: str) -> bool:
        """Is this the message?"""
        if self.message.endswith("..."):
            return told.startswith(self.message.removesuffix("..."))
        return not self.message or told == self.message


def cases_in(kind: str) -> list[Case]:
    """The cases of all files of a kind: `models` are those of models-*.cases."""
    files = sorted([*FOLDER.glob(f"{kind}.cases"), *FOLDER.glob(f"{kind}-*.cases")])
    found = [case for file in files for case in _cases(file)]
    names = [case.name for case in found]
    assert len(set(names)) == len(names), f"two cases of {kind} have one name"
    return found


def _cases(file: Path) -> Iterator[Case]:
    _, *paragraphs = re.split(r"^### ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for paragraph in paragraphs:
        head, expected, *lines = paragraph.rstrip("\n").split("\n")
        name, *words = shlex.split(head)
        code, _, message = expected.partition(" ")
        text = "".join(f"{line}\n" for line in lines)
        yield Case(name, tuple(words), int(code), message, unpacked(text))


def unpacked(text: str) -> bytes:
    r"""The bytes that a text stands for.

    >>> unpacked("a@{00}b@{(*3}")
    b'a\x00b((('
    """
    content = text.encode()
    content = re.sub(rb"@\{([^@]+?)\*(\d+)\}", lambda m: m[1] * int(m[2]), content)
    return re.sub(rb"@\{([0-9a-f]{2})\}", lambda m: bytes.fromhex(m[1].decode()), content)
