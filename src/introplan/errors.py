"""Users' mistakes: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from introplan.deferred import deferred

if TYPE_CHECKING:
    import difflib
else:  # for messages only, and everything imports this module
    difflib = deferred("difflib")


class IntroplanError(ValueError):
    """Any mistake in what the user gave us."""


class ModelError(IntroplanError):
    """A mistake in a model file: `file:line:column: message`, the line and a caret."""

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        source_line: str | None = None,
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.source_line = source_line
        super().__init__(message)

    def __str__(self) -> str:
        """The place, the message, and the line with a caret under the place."""
        parts = (self.file, self.line, self.column)
        place = ":".join(visible(str(part)) for part in parts if part is not None)
        head = f"{place}: {self.message}" if place else self.message
        if self.source_line is None or self.column is None:
            return head
        return f"{head}\n{_excerpt(self.source_line, self.column)}"


class UsageError(IntroplanError):
    """A call or a command that asks for something we do not have."""


class ChanceError(UsageError):
    """Something that knows worlds without chance was asked about one with chance."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} has chance, and a plan is for worlds without; "
            "ip.policy (introplan policy) is for those with chance"
        )


class TooManyOutcomesError(UsageError):
    """An action has more outcomes than can be listed; one can still be drawn."""


class NoProofError(IntroplanError):
    """It is not proven that there is no plan: there is one, or the proof would be too large."""


class RefutedError(NoProofError):
    """There is a plan."""


class Stopped(BaseException):
    """The work is to end; no error, so it passes through `except Exception` in user code too."""


class MissingExtraError(UsageError, ImportError):
    """A part of the package needs a library that is not installed: an extra."""


_MAX_LISTED_NAMES = 9
"""In a message: as many as a problem file has kinds of sections; more are no help."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint such as "; did you mean 'clear'?", or the names there are, or nothing."""
    names = sorted(set(known))
    close = difflib.get_close_matches(name[:100], names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    if 0 < len(names) <= _MAX_LISTED_NAMES:
        return f"; there is {', '.join(names)}"
    return ""


def visible(text: str) -> str:
    """`text` with escapes for what would move the cursor or cannot be seen.

    >>> print(visible("a\\tb"))
    a\\tb
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _excerpt(source_line: str, column: int, *, width: int = 90) -> str:
    """The part of the line around `column` with a caret under it; long lines are cut."""
    start = max(0, column - 1 - width // 2) if len(source_line) > width else 0
    shown = source_line[start : start + width].replace("\t", " ")
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown)
    return f"    {shown}\n    {' ' * (column - 1 - start)}^"
