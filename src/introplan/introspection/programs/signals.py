"""What ends a symbolic run early. None of these derives from `Exception`.

A user's `except Exception` is executed by our interpreter, so it must never see our own signals.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

LIBRARY = os.path.dirname(os.__file__) + os.sep
"""Where Python's own modules are: never a place to point to."""

HINTS: dict[str, str] = {
    "PY-CALL": "compute it with arithmetic, comparisons, tables and Python's own functions",
    "PY-EXPR": "write it with whole numbers, comparisons and lookups in constant tables",
    "PY-FLOAT": "use whole numbers where values are compared",
    "PY-LIMIT": "a larger budget, fewer branches, or a state of fewer parts",
    "PY-NONDET": "let the functions depend on nothing but their arguments",
    "PY-PURE": "change nothing but what the function has made itself; return the rest",
    "PY-RAISES": "mend the model: every action that is offered must work, or raise in transition",
    "PY-SELFCHECK": "let no two parts of a state be one object; otherwise please report this",
    "PY-SHAPE": "let every state have the same fields, lengths and kinds of values",
    "PY-SRC": "define the model in a file that is not edited while it is used",
    "PY-STMT": "write it with if, for, return and assignments",
    "PY-STR": "use a tuple or a number in place of text made from the state",
    "PY-UNBOUNDED": "give the rewarded quantity a limit in transition",
}
"""What helps, by cause, where nothing more precise is known."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something that was not understood: where, what follows from it, and what would help."""

    code: str
    file: str
    line: int
    construct: str
    consequence: str = ""
    hint: str = ""

    def repeats(self, other: Diagnostic) -> bool:
        """Does it say the same as another one, perhaps of another line?"""
        mine = (self.code, self.file, self.construct, self.consequence)
        return mine == (other.code, other.file, other.construct, other.consequence)

    def __str__(self) -> str:
        """The place and the construct, then the consequence and the hint on lines of their own."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        lines = [f"{self.code}  {place}  {self.construct}"]
        if self.consequence:
            lines.append(f"    consequence: {self.consequence}")
        if self.hint:
            lines.append(f"    hint: {self.hint}")
        return "\n".join(lines)


def _is_library(file: str) -> bool:
    return file.startswith(LIBRARY) and "site-packages" not in file


class Refused(BaseException):
    """The interpreter does not know what this means."""

    def __init__(self, code: str, construct: str, hint: str = "") -> None:
        super().__init__(code, construct)
        self.code = code
        self.construct = construct
        self.hint = hint
        self.file = "<unknown>"
        self.line = 0

    def at(self, file: str, line: int) -> None:
        """Note the place; the innermost one in the user's own files counts."""
        if not self.line and not _is_library(file):
            self.file, self.line = file, line

    def diagnostic(self, consequence: str) -> Diagnostic:
        """The refusal as a value to show."""
        hint = self.hint or HINTS[self.code]
        return Diagnostic(self.code, self.file, self.line, self.construct, consequence, hint)


class Outgrown(Refused):
    """A set gets elements that were not in it in any sampled state."""

    def __init__(self, place: object, elements: tuple[object, ...]) -> None:
        text = f"a set gets {elements[0]!r}, an element that was not there in any sampled state"
        super().__init__("PY-SHAPE", text, "start with fewer kinds of elements, or use fields")
        self.place = place
        self.elements = elements


class Raised(BaseException):
    """The model raises an exception here."""

    def __init__(self, kind: type[BaseException], value: object = None) -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


class CannotMerge(BaseException):
    """Two ways through the program do not fit into one formula."""


class Infeasible(BaseException):
    """What was assumed contradicts itself."""
