"""Where things are kept: by what a program says, and nowhere if nothing tells what it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import kept_place
from introplan.introspection.programs.kept_place import place_of


def counter(limit: int, *, start: int = 0) -> ip.ProgramTask:
    """A world with a constant."""

    def count(s: int, a: int) -> int:
        return min(s + a, limit)

    program = ip.program(
        actions=[1, 2], transition=count, reward=lambda s, a, t: 1 if t == limit else 0
    )
    return program.task(start)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))


def test_equal_worlds_have_one_place() -> None:
    """Made twice, they are one world; another constant or start is another."""
    one, again = place_of(counter(7)), place_of(counter(7))
    assert one is not None
    assert again is not None
    assert one.question == again.question
    for other in (counter(8), counter(7, start=1)):
        place = place_of(other)
        assert place is not None
        assert place.question != one.question


def test_one_function_for_all_is_in_the_key() -> None:
    """Where a world is a `step`, everything is said there."""
    questions = set()
    for far in (3, 4):

        def step(s: int, a: int, far: int = far) -> tuple[int, int, bool]:
            return s + a, 0, s == far

        program = ip.program(actions=[1], step=step)
        place = place_of(program.task(0))
        assert place is not None
        questions.add(place.question)
    assert len(questions) == 2


def test_all_modules_of_this_package_are_in_the_key() -> None:
    """What reads may read otherwise in another version, or after an edit."""
    words = kept_place._surroundings()
    size = Path(kept_place.__file__).stat().st_size
    assert any(word.startswith(f"{kept_place.__file__} {size} ") for word in words)
    assert sys.version in words


def test_what_is_put_is_got_back() -> None:
    """Under the words that it was put there with, as JSON."""
    place = place_of(counter(7))
    assert place is not None
    assert place.get("a", "b") is None
    place.put([1, {"x": None}], "a", "b")
    assert place.get("a", "b") == [1, {"x": None}]
    assert place.get("a") is None


def test_an_entry_that_is_no_json_is_nothing() -> None:
    """Whatever is wrong with it."""
    place = place_of(counter(7))
    assert place is not None
    place.put(1, "a")
    [entry] = list(Path(str(place.cache.folder)).rglob("*.entry"))
    entry.write_bytes(entry.read_bytes()[:-1])
    assert place.get("a") is None


def test_without_a_folder_or_a_fingerprint_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An iterator that has begun says nothing of what it will give."""
    numbers: Any = iter([1, 2])
    program = ip.program(
        actions=[1], transition=lambda s, a: s + a if numbers else s, reward=lambda s, a, t: 0
    )
    assert place_of(program.task(0)) is None
    monkeypatch.setenv("INTROPLAN_CACHE", "")
    assert place_of(counter(7)) is None
