"""Messages about users' mistakes."""

from __future__ import annotations

from introplan.errors import ModelError, did_you_mean, visible


def test_an_error_shows_place_line_and_caret() -> None:
    """`file:line:column: message`, the line, and a caret under the column."""
    error = ModelError("no such thing", file="a.pddl", line=2, column=3, source_line="ab cd")

    assert str(error) == "a.pddl:2:3: no such thing\n    ab cd\n      ^"


def test_a_long_line_is_cut_around_the_caret() -> None:
    """The caret still stands under its column."""
    error = ModelError("wrong", column=501, source_line="x" * 500 + "Y" + "x" * 500)

    _, line, caret = str(error).splitlines()
    assert len(line) < 100
    assert line[caret.index("^")] == "Y"


def test_a_slip_gets_the_nearest_name_or_all_of_a_few() -> None:
    """And nothing where there are too many."""
    assert did_you_mean("claer", ["clear", "on"]) == "; did you mean 'clear'?"
    assert did_you_mean("zzz", ["clear", "on"]) == "; there is clear, on"
    assert did_you_mean("zzz", map(str, range(20))) == ""


def test_what_moves_the_cursor_is_escaped() -> None:
    """A file name must not hide the message."""
    assert visible("a\x1b[2Jb") == "a\\x1b[2Jb"
