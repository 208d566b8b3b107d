"""Texts that the fuzzer found are read again; and a fuzzer that notices nothing is noticed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from introplan.errors import ModelError
from reliability.fuzzing import judging
from reliability.fuzzing.accidents import mutated
from reliability.fuzzing.judging import FUZZED, judged, kept
from reliability.fuzzing.targets import PLANTED, TARGETS, as_text
from reliability.fuzzing.worker import bred_by

FOUND = sorted(FUZZED.glob("*/*.txt"))
DEEP = 9_999
Recorder = Callable[[str, object], None]


@pytest.mark.parametrize("file", FOUND, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_what_was_found_once_is_read_or_refused_in_words(
    file: Path, record_property: Recorder
) -> None:
    """Every find of a fuzzer is kept, and none is a find any more."""
    record_property("finds", 1)

    assert judged(TARGETS[file.parent.name].check, file.read_bytes()) is None


@pytest.mark.parametrize("name", TARGETS)
def test_texts_to_begin_with_and_their_children_are_no_finds(name: str) -> None:
    """A reader takes its seeds, and some accidents of each."""
    target, rng = TARGETS[name], random.Random(name)
    for seed in list(target.seeds())[::3]:
        text = mutated(as_text(seed), rng).encode("utf-8", errors="surrogatepass")

        assert judged(target.check, seed) is None
        assert judged(target.check, text) is None, text


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("text", ["", "(" * DEEP, "[" * DEEP, '{"a":' * (DEEP // 5), "9" * DEEP])
def test_what_is_deep_or_long_is_no_find(name: str, text: str) -> None:
    """The first things to try."""
    assert judged(TARGETS[name].check, text.encode()) is None
    assert judged(TARGETS[name].check, f"a = {text}".encode()) is None


def raises(error: Exception) -> Callable[[bytes], object]:
    """A reader that always raises this."""

    def check(data: bytes) -> None:
        raise error

    return check


def is_slow(data: bytes) -> None:
    """A reader that takes more than a second."""
    end = time.process_time() + 1.1
    while time.process_time() < end:
        pass


def misreads(data: bytes) -> None:
    """A reader whose values do not read back."""
    value: Any = object()
    assert value == data


@pytest.mark.parametrize(
    ("check", "place"),
    [
        (raises(KeyError("x")), "KeyError at test_fuzzing.py:"),
        (raises(RecursionError()), "too deep"),
        (raises(MemoryError()), "MemoryError at test_fuzzing.py:"),
        (raises(ModelError(" ")), "ModelError at test_fuzzing.py:"),
        (misreads, "AssertionError at test_fuzzing.py:"),
        (is_slow, "slow"),
    ],
)
def test_a_planted_fault_is_a_find(check: Callable[[bytes], object], place: str) -> None:
    """Crashes, refusals without a word, values that do not read back, waste."""
    find = judged(check, b"text")

    assert find is not None
    assert find.place.startswith(place)


def test_a_planted_waste_of_memory_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 500 MB above what the process ever had before."""
    peaks = iter([100.0, 601.0, 100.0, 599.0])
    monkeypatch.setattr(judging, "peak_mb", lambda: next(peaks))
    find = judged(len, b"text")

    assert find is not None
    assert find.place == "large"
    assert judged(len, b"text") is None


def test_a_find_is_kept_in_a_file_of_its_target(tmp_path: Path) -> None:
    """The same text twice is one file."""
    files = {kept(b"(bug", PLANTED.name, tmp_path) for _ in range(2)}

    assert [file.read_bytes() for file in files] == [b"(bug"]
    assert {file.parent.name for file in files} == {"planted"}


def test_the_planted_bug_is_hard_to_hit_but_there() -> None:
    """What the fuzzer has to find before its word counts."""
    assert all(judged(PLANTED.check, seed) is None for seed in PLANTED.seeds())
    assert judged(PLANTED.check, b"(bug") is not None


def test_children_are_texts_of_a_bounded_length() -> None:
    """Whatever happens to a text, it is bytes again and not too long."""
    child = bred_by(lambda data, longest: data[:longest])
    for seed in range(500):
        assert len(child(b"(define (domain d))\xff", 30, seed)) <= 30
