"""Files that commands write: never one that they read, and standard output if it is asked for."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan
from introplan.cli.files import check_outputs, write_text
from introplan.errors import UsageError

Run = Callable[..., Any]
SOURCE = str(Path(introplan.__file__).parent.parent)


def process(*words: str) -> subprocess.CompletedProcess[str]:
    """Run `introplan` in a process of its own, where descriptor 1 belongs to user code."""
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
def test_a_note_that_cannot_be_read_costs_nothing(
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


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "bins", "--plan-file", "{a}", "--certificate", "{b}"),
        ("states", "bins", "--items", "1", "--svg", "{a}", "--dot", "{b}"),
        ("export", "bins", "--domain-out", "{a}", "--problem-out", "{b}"),
    ],
)
@pytest.mark.parametrize("second", ["x", "./x", "link", "../{folder}/x"])
def test_two_outputs_under_one_name_are_refused(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    second: str,
) -> None:
    """Under whatever spelling, and before anything is written: the second replaced the first."""
    monkeypatch.chdir(tmp_path)
    os.symlink("x", "link")
    names = {"a": "x", "b": second.format(folder=tmp_path.name)}

    answer = run(*(word.format(**names) for word in words))

    assert answer.code == 33
    assert "are the same file" in answer.err
    assert os.listdir(tmp_path) == ["link"]


def test_two_hard_links_are_one_file(tmp_path: Path) -> None:
    """Writing either would leave the other as it was, but which one was meant is not known."""
    (tmp_path / "a").write_text("", encoding="utf-8")
    os.link(tmp_path / "a", tmp_path / "b")

    with pytest.raises(UsageError, match="--svg and --dot are the same file"):
        check_outputs({"--svg": str(tmp_path / "a"), "--dot": str(tmp_path / "b")})


def test_two_outputs_may_go_to_the_screen_or_nowhere(run: Run) -> None:
    """There nothing is lost that was wanted."""
    for name in ("/dev/null", "/dev/stdout"):
        assert run("states", "bins", "--items", "1", "--svg", name, "--dot", name).code == 0


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode_when_it_is_rewritten(tmp_path: Path, mode: int) -> None:
    """A private plan does not become readable for all."""
    file = tmp_path / "plan"
    file.touch()
    file.chmod(mode)

    write_text(str(file), "new")

    assert file.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    """As every other program's do."""
    earlier = os.umask(0o027)
    try:
        write_text(str(tmp_path / "plan"), "new")
    finally:
        os.umask(earlier)

    assert stat.S_IMODE((tmp_path / "plan").stat().st_mode) == 0o640


@pytest.mark.process
def test_a_pipe_that_no_process_reads_is_an_error_and_no_wait(tmp_path: Path) -> None:
    """The plan is printed all the same."""
    os.mkfifo(tmp_path / "pipe")

    answer = process("plan", "bins", "--quiet", "--plan-file", str(tmp_path / "pipe"))

    assert answer.returncode == 33
    assert "it is a pipe that no process reads from" in answer.stderr
    assert answer.stdout.startswith("(")


@pytest.mark.process
def test_a_pipe_with_a_reader_gets_all_of_it(tmp_path: Path) -> None:
    """Also what is longer than a pipe holds."""
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", str(tmp_path / "pipe")], stdout=subprocess.PIPE) as reader:
        words = ("states", "bins", "--items", "3", "--dot", str(tmp_path / "pipe"))
        while process(*words).returncode == 33:
            pass  # the reader has not opened it yet
        out, _ = reader.communicate(timeout=60)

    assert len(out) > 65536
    assert out.endswith(b"}\n")
