"""The same input gives the same output, whatever the hash seed and wherever objects lie."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from determinism.everything import COMMANDS, printed

ROOT = Path(__file__).parents[2]
HASH_SEEDS, RUNS = range(10), 5
AT_A_TIME = 2
Recorder = Callable[[str, object], None]


def outputs(folder: Path, hash_seed: int) -> list[bytes]:
    """What is printed under a hash seed, run after run."""
    own = folder / str(hash_seed)
    own.mkdir()
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": paths}
    words = [sys.executable, "-m", "determinism.runs", str(own), str(RUNS)]
    subprocess.run(words, env=environment, check=True, cwd=ROOT)
    return [(own / f"{number}.txt").read_bytes() for number in range(RUNS)]


def first_difference(one: bytes, other: bytes) -> tuple[str, str]:
    """The first lines that are not the same."""
    pairs = zip(one.splitlines(), other.splitlines(), strict=False)
    a, b = next(((a, b) for a, b in pairs if a != b), (one[-200:], other[-200:]))
    return a.decode()[:500], b.decode()[:500]


def test_everything_printed_is_the_same_in_every_run(
    tmp_path: Path, record_property: Recorder
) -> None:
    """Byte-identical: all planners on both engines, all commands, pages, pictures, mistakes."""
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        found = list(pool.map(lambda seed: outputs(tmp_path, seed), HASH_SEEDS))
    runs = [text for texts in found for text in texts]
    first = runs[0]

    assert first.count(b'"success"') > 40
    for text in runs[1:]:
        assert text == first, first_difference(first, text)
    record_property("runs", len(runs))
    record_property("bytes", sum(map(len, runs)))


def test_what_is_compared_are_answers_and_mistakes_with_a_hint() -> None:
    """Nothing is compared that only complains by accident."""
    texts = [printed(words) for words in COMMANDS]
    hints = [text for text in texts if "did you mean" in text]

    assert [text.split("\n")[1] for text in texts].count("0") == len(COMMANDS) - len(hints)
    assert len(hints) == 3
