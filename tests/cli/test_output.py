"""Printing: widths, wrapping, numbers of rows, notes."""

from __future__ import annotations

import sys

import pytest

from introplan.cli.output import Output, note, print_wrapped, terminal_columns, wrapped


def test_the_width_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS counts, nonsense does not, and nothing is narrower than a sentence."""
    for said, columns in (("120", 120), ("7", 40), ("many", 80), ("0", 80)):
        monkeypatch.setenv("COLUMNS", said)
        assert terminal_columns() == columns


def test_text_is_broken_between_words() -> None:
    """What is longer than a line stays whole, and further lines are indented."""
    text = wrapped("  plan  find a plan-for-all", 14, hang=8)

    assert text == "  plan  find a\n        plan-for-all"


def test_people_get_wrapped_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the width of the terminal."""
    monkeypatch.setenv("COLUMNS", "40")
    print_wrapped("word " * 20)

    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40


def test_a_pipe_gets_plain_lines_however_long(capsys: pytest.CaptureFixture[str]) -> None:
    """Scripts read lines."""
    out = Output.standard()
    out.say(("a" * 200, "bold"), " b")
    out.table(("x", "y"), [("1", "22"), ("333", "4")])

    assert not out.is_terminal
    assert capsys.readouterr().out == f"{'a' * 200} b\nx    y\n1    22\n333  4\n"


def test_a_note_needs_no_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is lost then, and does not turn up among the results."""
    monkeypatch.setattr(sys, "stderr", None)
    note("lost")

    assert capsys.readouterr().out == ""
