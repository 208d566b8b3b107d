"""Coverage-guided fuzzing of everything that reads: `make fuzz FUZZ_SECONDS=1800`.

The time is shared out among the targets. Before that a reader with a planted bug is fuzzed: a
fuzzer that does not find it would find nothing else. Texts that reached new code are kept in
build/fuzz, so that the next run goes on from there.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from reliability.fuzzing.judging import FUZZED, LONGEST, kept
from reliability.fuzzing.targets import PLANTED, TARGETS, Target
from reliability.records import keep

NUMBER = 10
WORK = Path("build/fuzz")
SECONDS_FOR_PLANTED = 600
FEWEST_PLACES = 50
OPTIONS = (f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1")
SLOWEST_STOP = 600


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of fuzzing a target."""

    executions: int
    finds: tuple[str, ...]


def main() -> int:
    """Fuzz all targets, write down what was seen, and fail if there was a find."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=1800)
    parser.add_argument("--targets", nargs="*", choices=TARGETS, default=list(TARGETS))
    chosen = parser.parse_args()
    started = time.monotonic()
    if not finds_the_planted_bug():
        print("the planted bug was not found: this fuzzer is blind")
        return 1
    each = chosen.seconds / len(chosen.targets)
    results = [fuzzed(TARGETS[name], each) for name in chosen.targets]
    executions = sum(result.executions for result in results)
    crashes = sum(len(result.finds) for result in results)
    seconds = time.monotonic() - started
    print(f"{executions} executions in {seconds:.0f} s, {crashes} crashes")
    counts = {"executions": executions, "targets": len(chosen.targets), "crashes": crashes}
    keep(NUMBER, counts, failures=crashes, seconds=seconds)
    return 1 if crashes else 0


def finds_the_planted_bug() -> bool:
    """Does the fuzzer find what is there to be found?"""
    return bool(_round(PLANTED, SECONDS_FOR_PLANTED, WORK / "planted-finds", runs=2_000_000).finds)


def fuzzed(target: Target, seconds: float) -> Fuzzed:
    """Fuzz a target for so long; a worker that died is followed by another."""
    executions, finds = 0, dict[str, None]()
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) >= 1:
        some = _round(target, left, FUZZED)
        executions += some.executions
        finds.update(dict.fromkeys(some.finds))
    print(f"{target.name}: {executions} executions, {len(finds)} crashes", flush=True)
    return Fuzzed(executions, tuple(finds))


def _round(target: Target, seconds: float, folder: Path, *, runs: int = -1) -> Fuzzed:
    """One worker from start to end."""
    corpus, wreck = _corpus(target), WORK / f"{target.name}-"
    worker = [sys.executable, "-m", "reliability.fuzzing.worker", target.name, str(folder)]
    words = [*OPTIONS, f"-artifact_prefix={wreck}", f"-max_total_time={max(1, int(seconds))}"]
    process = subprocess.run(
        [*worker, *words, f"-runs={runs}", str(corpus)],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        errors="replace",
        env={**os.environ, "PYTHONPATH": "src:tests"},
        timeout=seconds + SLOWEST_STOP,
    )
    finds = re.findall(r"^FIND (.*)$", process.stderr, re.MULTILINE)
    finds += [_kept_wreck(target, Path(file)) for file in _wrecks(process.stderr)]
    for find in finds:
        print(f"{target.name}: {find}", flush=True)
    if process.returncode and not finds:
        raise SystemExit(f"the worker of {target.name} died:\n{process.stderr[-2000:]}")
    _check_sight(target, process.stderr)
    return Fuzzed(_executions(process.stderr), tuple(finds))


def _check_sight(target: Target, told: str) -> None:
    """A fuzzer that sees few places of the code breeds on nothing."""
    places = max(map(int, re.findall(r" cov: (\d+)", told)), default=0)
    if places < FEWEST_PLACES and target is not PLANTED:
        raise SystemExit(f"the fuzzer of {target.name} sees {places} places of the code only")


def _corpus(target: Target) -> Path:
    """The folder of texts to breed from."""
    folder = WORK / "corpus" / target.name
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (folder / f"seed-{number}").write_bytes(seed)
    return folder


def _wrecks(told: str) -> list[str]:
    return re.findall(r"Test unit written to (\S+)", told)


def _kept_wreck(target: Target, wreck: Path) -> str:
    return f"{kept(wreck.read_bytes(), target.name)}: {wreck.name}"


def _executions(told: str) -> int:
    found = re.findall(r"^(?:#|stat::number_of_executed_units: *)(\d+)", told, re.MULTILINE)
    return max(map(int, found), default=0)


if __name__ == "__main__":
    sys.exit(main())
