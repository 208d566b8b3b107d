"""Broken files: each message is in the file beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from introplan.errors import ModelError
from introplan.pddl import read, read_domain

MODELS = Path(__file__).parent
FIXED_DOMAIN = MODELS / "valid" / "blocks.domain.pddl"
BROKEN = sorted((MODELS / "invalid").glob("*.pddl"))


def error_in(path: Path) -> ModelError:
    """The error that reading the file raises; a problem is read with a fixed domain."""
    is_problem = path.name.endswith(".problem.pddl")
    with pytest.raises(ModelError) as caught:
        read(FIXED_DOMAIN, path) if is_problem else read_domain(path)
    return caught.value


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_broken_file_gets_the_expected_message(path: Path) -> None:
    """The first line names file, line and column, what is wrong and what would be right."""
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").strip()

    assert f"{path}:{expected}" == str(error_in(path)).splitlines()[0]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_a_message_ends_with_the_line_and_a_caret(path: Path) -> None:
    """The second line shows the place, the third points at it."""
    _, line, caret = str(error_in(path)).split("\n")

    assert caret.strip() == "^"
    assert len(caret) <= len(line) + 1


def test_there_are_many_broken_files_and_none_without_its_message() -> None:
    """A new case is a new pair of files."""
    assert len(BROKEN) >= 70
    assert {p.stem for p in BROKEN} == {p.stem for p in (MODELS / "invalid").glob("*.expected")}


@pytest.mark.parametrize("name", ["missing.pddl", "", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read_is_named(name: str, tmp_path: Path) -> None:
    """Missing files, folders and impossible names are users' mistakes, too."""
    with pytest.raises(ModelError, match="cannot be read: ") as caught:
        read_domain(f"{tmp_path}/{name}")

    assert f"{tmp_path}/{name}" == caught.value.file


def test_a_caret_stands_under_the_mistake() -> None:
    """The whole of a message, once."""
    path = MODELS / "invalid" / "predicate-misspelt.pddl"

    assert str(error_in(path)).split("\n")[1:] == [
        "      (:action go :parameters (?x) :precondition (claer ?x)))",
        "                                                  ^",
    ]
