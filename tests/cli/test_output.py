"""Printing: widths, wrapping, numbers of rows, notes."""

from __future__ import annotations

import contextlib
import io
import sys
import time

import pytest

from introplan.cli import output
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


def test_progress_leaves_standard_output_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A block that redirects output itself (`isolated`) ends with the output it began with."""
    monkeypatch.setattr(output, "SECONDS_BEFORE_PROGRESS", 0.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    before = sys.stdout
    with output.progress("working"), contextlib.redirect_stdout(io.StringIO()):
        time.sleep(0.3)  # the line is shown by now
    assert sys.stdout is before
    print("the answer")
    assert capsys.readouterr().out == "the answer\n"


def test_progress_shows_what_was_found_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each better plan with its time, and the best beside the counts."""
    monkeypatch.setattr(output, "SECONDS_BEFORE_PROGRESS", 0.0)
    monkeypatch.setattr(output, "PROGRESS_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with output.progress("planning") as known:
        known.tell("score 5 of at most 9 (gap 4), cost 3")
        known.tell("score 9, which no plan exceeds, cost 4")
        time.sleep(0.1)

    shown = capsys.readouterr().err
    assert "   0.0 s: score 5 of at most 9 (gap 4), cost 3" in shown
    assert "   0.0 s: score 9, which no plan exceeds, cost 4" in shown
    assert known.so_far == "score 9, which no plan exceeds, cost 4"
