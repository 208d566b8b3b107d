"""The same input gives the same output, whatever the hash seed and wherever objects lie."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from children import finished
from determinism.everything import COMMANDS, printed

ROOT = Path(__file__).parents[2]
HASH_SEEDS, RUNS = range(10), 5
Recorder = Callable[[str, object], None]


def outputs(folder: Path, *, hash_seed: int, runs: int) -> list[bytes]:
    """What is printed under a hash seed, run after run."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths}
    words = [sys.executable, "-m", "determinism.runs", str(folder), str(runs)]
    finished(words, env=environment, cwd=ROOT)
    return [(folder / f"{number}.txt").read_bytes() for number in range(runs)]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What all other runs are compared with."""
    return outputs(tmp_path_factory.mktemp("expected"), hash_seed=0, runs=1)[0]


def first_difference(one: bytes, other: bytes) -> tuple[str, str]:
    """The first lines that are not the same."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), (one[-200:], other[-200:]))
    return a.decode()[:500], b.decode()[:500]


@pytest.mark.process
@pytest.mark.statistical
@pytest.mark.parametrize("chunk", HASH_SEEDS)
def test_everything_printed_is_the_same_in_every_run(
    chunk: int, tmp_path: Path, expected: bytes, record_property: Recorder
) -> None:
    """Byte-identical: all planners on both engines, all commands, pages, pictures, mistakes."""
    runs = outputs(tmp_path, hash_seed=chunk, runs=RUNS)

    assert expected.count(b'"success"') > 40
    for text in runs:
        assert text == expected, first_difference(expected, text)
    record_property("runs", len(runs))
    record_property("bytes", sum(map(len, runs)))


def test_what_is_compared_are_answers_and_mistakes_with_a_hint() -> None:
    """Nothing is compared that only complains by accident."""
    texts = [printed(words) for words in COMMANDS]
    hints = [text for text in texts if "did you mean" in text]

    assert [text.split("\n")[1] for text in texts].count("0") == len(COMMANDS) - len(hints)
    assert len(hints) == 3
