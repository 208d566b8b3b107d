"""Calling the user's functions: an error there is reported with its file and line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from introplan.deferred import deferred
from introplan.errors import IntroplanError, ModelError, Stopped, UsageError
from introplan.limits import Meter, enforce_time_limit
from introplan.programs.places import place_of_error, place_of_frame

if TYPE_CHECKING:
    import traceback
else:
    traceback = deferred("traceback")

MAX_ERROR_CHARACTERS = 500
"""Characters of what an error says that are passed on."""

PASSING = (Stopped, KeyboardInterrupt, MemoryError)
"""What goes through the user's functions and is no mistake of theirs."""

MISTAKES = (
    NameError,
    AttributeError,
    TypeError,
    ImportError,
    RecursionError,
    NotImplementedError,
    SyntaxError,
    OSError,
)
"""Errors that are never a way to say that an action is not allowed."""


class WrongPartError(UsageError):
    """One part of a model is not what it has to be; `part` is its name in a module."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(message)
        self.part = part


class ChanceError(NotImplementedError):
    """A step comes out in more than one way; `function` is the user's that draws."""

    def __init__(self, message: str, function: Callable[..., Any]) -> None:
        super().__init__(message)
        self.function = function


def called(role: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What `function` returns; whatever it raises is a mistake in the model."""
    try:
        return function(*arguments)
    except PASSING:
        raise
    except BaseException as error:  # also a call for exit: the process is not the model's
        report(role, function, error)


def report(
    role: str,
    function: Callable[..., Any] | None,
    error: BaseException,
    *,
    file: str | None = None,
) -> NoReturn:
    """Raise a `ModelError` that points at the line of user code where `error` came from."""
    if isinstance(error, PASSING):
        raise error
    if isinstance(error, ChanceError):
        raise wrong_answer(role, error.function, str(error)) from None
    message = f"{role} raised {error_text(error)}"
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


@contextmanager
def blaming_users() -> Iterator[None]:
    """An error from the user's code that no call of ours expected, such as one in an `__eq__`."""
    try:
        yield
    except (IntroplanError, *PASSING):
        raise
    except BaseException as error:
        place = place_of_error(error)
        if place is None and isinstance(error, TypeError) and str(error).startswith("__"):
            message = f"a special method of the model is wrong: {error}"  # Python names it
            raise ModelError(message) from error
        if place is None:
            raise
        message = f"{place.function} raised {error_text(error)}"
        raise ModelError(message, file=place.file, line=place.line) from error


@contextmanager
def limit_user_code(meter: Meter, *, anywhere: bool = False) -> Iterator[None]:
    """Run user code in this block: it stops at the time limit, and its errors name its lines.

    With `anywhere` the limit interrupts our own code too (see `enforce_time_limit`).
    """
    with enforce_time_limit(meter, locate=place_of_frame, anywhere=anywhere), blaming_users():
        yield


def error_text(error: BaseException) -> str:
    """The name of an error and what it says, if it has anything to say."""
    try:
        said = str(error)
    except Exception:
        said = ""  # an error with a mistake of its own
    name = type(error).__name__
    return f"{name}: {said[:MAX_ERROR_CHARACTERS]}" if said else name


def shown(value: object) -> str:
    """A value in a message, cut short; one that cannot print itself goes by its type.

    Where it lies in memory is left out: the same mistake gives the same message.
    """
    try:
        return re.sub(r" at 0x[0-9a-fA-F]+", "", repr(value))[:80]
    except Exception:
        return f"a {type(value).__name__}"


def wrong_answer(role: str, function: Callable[..., Any], message: str) -> ModelError:
    """The error that `function` returned something it must not; points at where it is defined."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    line = None if code is None else code.co_firstlineno
    return ModelError(f"{role} {message}", file=_file_of(function), line=line)


def check_function(role: str, function: object, arguments: tuple[str, ...]) -> None:
    """Complain unless `function` can be called with that many positional arguments."""
    wanted = f"{role}({', '.join(arguments)})"
    if not callable(function):
        raise WrongPartError(f"{role} must be a function {wanted}, got {shown(function)}", role)
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):
        return  # written in C: nothing to read
    try:
        signature.bind(*arguments)
    except TypeError:
        given = f"{getattr(function, '__name__', role)}{signature}"
        message = f"{role} is called as {wanted}, got a function {given}"
        raise WrongPartError(message, role) from None


def _file_of(function: Callable[..., Any]) -> str | None:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return None if code is None else code.co_filename
