"""What ends a symbolic run early. None of these derives from `Exception`.

A user's `except Exception` is executed by our interpreter, so it must never see our own signals.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something that was not understood: where, what follows from it, and what would help."""

    code: str
    file: str
    line: int
    construct: str
    consequence: str = ""
    hint: str = ""

    def __str__(self) -> str:
        """The place and the construct, then the consequence and the hint on lines of their own."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        lines = [f"{self.code}  {place}  {self.construct}"]
        if self.consequence:
            lines.append(f"    consequence: {self.consequence}")
        if self.hint:
            lines.append(f"    hint: {self.hint}")
        return "\n".join(lines)


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
        """Note the place; the innermost one counts."""
        if not self.line:
            self.file, self.line = file, line

    def diagnostic(self, consequence: str) -> Diagnostic:
        """The refusal as a value to show."""
        return Diagnostic(self.code, self.file, self.line, self.construct, consequence, self.hint)


class Outgrown(Refused):
    """A set gets elements that were not in it in any sampled state."""

    def __init__(self, place: object, elements: tuple[object, ...]) -> None:
        text = f"a set that gets {elements[0]!r}, which was in it in no sampled state"
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
