"""Mistakes of users: what, where, and what would be right."""

from __future__ import annotations

import pytest

from introplan import errors
from introplan.errors import IntroplanError, ModelError, did_you_mean, visible


def test_a_model_error_shows_the_place_and_a_caret() -> None:
    """`file:line:column: message`, then the line."""
    error = ModelError("unknown predicate", file="a.pddl", line=3, column=2, source_line="(onn a)")

    assert str(error) == "a.pddl:3:2: unknown predicate\n    (onn a)\n     ^"
    assert str(ModelError("no place")) == "no place"


def test_a_long_line_is_cut_around_the_mistake() -> None:
    """The caret stands under it all the same; what cannot be seen is replaced."""
    line = "x" * 500 + "!" + "\x00" * 500
    text = str(ModelError("here", line=1, column=501, source_line=line))
    _, shown, caret = text.splitlines()

    assert len(shown) < 120
    assert shown[caret.index("^")] == "!"
    assert "\x00" not in text


def test_names_of_files_are_shown_in_escapes() -> None:
    """A name with a line break cannot forge a message."""
    assert "\n" not in str(ModelError("m", file="a\nb"))
    assert visible("plain") == "plain"


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("clera", ["clear", "on"], "; did you mean 'clear'?"),
        ("zzz", ["b", "a", "a"], "; there is a, b"),
        ("zzz", [], ""),
        ("zzz", [f"name{number}" for number in range(20)], ""),
    ],
)
def test_a_close_name_is_suggested(name: str, known: list[str], hint: str) -> None:
    """Or all names if there are few, or nothing."""
    assert did_you_mean(name, known) == hint


def test_all_mistakes_are_introplan_errors() -> None:
    """So that one `except` is enough; internal signals are none."""
    for kind in (errors.ModelError, errors.UsageError, errors.NoProofError):
        assert issubclass(kind, IntroplanError)
    assert issubclass(errors.MissingExtraError, ImportError)
