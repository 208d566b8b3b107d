"""Files that commands write: never one that they read, and standard output if it is asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan

Run = Callable[..., Any]
SOURCE = str(Path(introplan.__file__).parent.parent)


def process(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `introplan` in a process of its own, where descriptor 1 belongs to guests."""
    return subprocess.run(
        [sys.executable, "-m", "introplan", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "--plan-file"),
        ("plan", "--certificate"),
        ("view", "--out"),
        ("states", "--svg"),
        ("states", "--dot"),
        ("export", "--domain-out"),
        ("export", "--problem-out"),
    ],
)
def test_a_file_that_is_read_is_not_written(
    run: Run, two_bins: Path, tmp_path: Path, words: tuple[str, str]
) -> None:
    """Neither under its own name nor under another."""
    text = two_bins.read_text(encoding="utf-8")
    command, option = words
    for kind, make in (("link", os.symlink), ("twin", os.link)):
        make(two_bins, tmp_path / kind)

    for name in (two_bins, tmp_path / "link", tmp_path / "twin"):
        answer = run(command, "bins", two_bins, option, name)

        assert answer.code == 33
        assert answer.err == (
            f"introplan: cannot write {name}: it is a file that this command reads\n"
        )
    assert two_bins.read_text(encoding="utf-8") == text


def test_a_file_that_has_the_name_of_a_shipped_domain_may_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The domain is not read from there."""
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert run("plan", "bins", "--plan-file", "bins").code == 0


@pytest.mark.process
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/../dev/stdout"])
def test_a_plan_goes_to_standard_output_by_name(name: str) -> None:
    """Descriptor 1 is another one by then, so the name is understood, not opened."""
    answer = process("plan", "bins", "--quiet", "--plan-file", name)
    file, _, screen = answer.stdout.partition("; cost = 9 (unit cost)\n")

    assert (answer.returncode, answer.stderr) == (0, "")
    assert file == screen
    assert file.startswith("(")


@pytest.mark.process
def test_standard_output_may_be_a_file_that_goes_on(tmp_path: Path) -> None:
    """What was in it before stays, and what is printed later comes behind."""
    with (tmp_path / "log").open("a", encoding="utf-8") as log:
        log.write("before\n")
        log.flush()
        words = [sys.executable, "-m", "introplan", "generate", "bins", "--out", "/dev/stdout"]
        subprocess.run(words, stdout=log, check=True, env={**os.environ, "PYTHONPATH": SOURCE})

    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert text.startswith("before\n(define (problem bins-3-6)")


@pytest.mark.process
def test_pages_and_proofs_go_to_standard_output_and_nothing_else_does(
    switch: Path, unsolvable: Path
) -> None:
    """What `view` says about the page stands beside it."""
    page = process("view", "bins", "--out", "/dev/stdout")
    assert page.stdout.startswith("<!")
    assert page.stdout.endswith("</html>")
    assert page.stderr == "A plan was found.\nwritten: /dev/stdout\n"

    words = ("plan", str(switch), str(unsolvable), "--quiet", "--certificate", "/dev/stdout")
    proof = process(*words)
    assert (proof.returncode, "(:certificate " in proof.stdout) == (11, True)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("plan", "bins", "--plan-file", "-"), "/dev/stdout"),
        (("plan", "bins", "--certificate", "-"), "/dev/stdout"),
        (("view", "bins", "--out", "-"), "/dev/stdout"),
        (("generate", "bins", "--out", "-"), "/dev/stdout"),
        (("plan", "bins", "-"), "/dev/stdin"),
        (("plan", "-"), "/dev/stdin"),
        (("validate", "bins", "-"), "/dev/stdin"),
    ],
)
def test_a_dash_gets_a_hint(run: Run, words: tuple[str, ...], hint: str) -> None:
    """It is no file, and which stream was meant can be said."""
    answer = run(*words)

    assert answer.code == 33
    assert hint in answer.err


@pytest.mark.process
@pytest.mark.parametrize("closing", ["2>&-", "2>/dev/full"])
def test_a_note_that_nobody_can_read_costs_nothing(
    switch: Path, unsolvable: Path, tmp_path: Path, closing: str
) -> None:
    """It neither ends up among the answer nor replaces it."""
    words = f"-m introplan plan {switch} {unsolvable} --json --plan-file {tmp_path / 'plan'}"
    answer = subprocess.run(
        f"{sys.executable} {words} {closing}",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": SOURCE},
    )

    assert answer.returncode == 11
    assert answer.stdout.startswith("{")
