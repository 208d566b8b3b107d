"""Calling the user's functions: an error there is told with its file and line."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from introplan.errors import ModelError, UsageError

MISTAKES = (NameError, AttributeError, TypeError, ImportError, RecursionError)
"""Errors that are never a way to say that an action is not allowed."""


def called(role: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What `function` returns; whatever it raises is a mistake in the model."""
    try:
        return function(*arguments)
    except Exception as error:
        report(role, function, error)


def report(
    role: str, function: Callable[..., Any] | None, error: Exception, *, file: str | None = None
) -> NoReturn:
    """Raise a `ModelError` that points at the line of user code where `error` came from."""
    if isinstance(error, MemoryError):
        raise error
    text = f"{role} raised {type(error).__name__}"
    message = f"{text}: {error}" if str(error) else text
    frames = traceback.extract_tb(error.__traceback__)
    file = file or (None if function is None else _file_of(function))
    own = [frame for frame in frames if frame.filename == file] or frames[-1:]
    place = own[-1]
    # Python counts the columns of a line as it is in the file; the summary strips it.
    line = place._original_line if hasattr(place, "_original_line") else place.line
    raise ModelError(
        message,
        file=place.filename,
        line=place.lineno,
        column=None if place.colno is None else place.colno + 1,
        source_line=line.rstrip("\n") if line else None,
    ) from error


def wrong_answer(role: str, function: Callable[..., Any], message: str) -> ModelError:
    """The error that `function` returned something it must not; points at where it is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    line = None if code is None else code.co_firstlineno
    return ModelError(f"{role} {message}", file=_file_of(function), line=line)


def check_function(role: str, function: object, arguments: tuple[str, ...]) -> None:
    """Complain unless `function` can be called with that many positional arguments."""
    wanted = f"{role}({', '.join(arguments)})"
    if not callable(function):
        raise UsageError(f"{role} must be a function {wanted}, got {function!r:.80}")
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):
        return  # written in C: nothing to read
    try:
        signature.bind(*arguments)
    except TypeError:
        given = f"{getattr(function, '__name__', role)}{signature}"
        raise UsageError(f"{role} is called as {wanted}, got a function {given}") from None


def _file_of(function: Callable[..., Any]) -> str | None:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return None if code is None else code.co_filename
