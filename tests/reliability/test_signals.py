"""Signals, closed pipes, full disks, vanished folders: a line, a code, no half of a file."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import introplan as ip
import introplan.__main__ as command
from children import hears_ctrl_c
from introplan.cli import files
from reliability.limits import GROWING, SOURCE

LOOPING = """
START = 0
ACTIONS = [1]
def transition(s, a):
    print("at work", flush=True)
    while True: pass
def reward(s, a, t): return 0
"""
IMPORTING = "import sys\nprint('at work', file=sys.stderr, flush=True)\nwhile True: pass\n"


def started(*words: str, cwd: Path | None = None) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "introplan", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE},
        text=True,
        cwd=cwd,
        preexec_fn=hears_ctrl_c,
    )


def stopped(process: subprocess.Popen[str], number: signal.Signals) -> tuple[int, str, str]:
    """What comes of a signal once the guest has said that it is at work."""
    assert process.stderr is not None
    assert process.stderr.readline() == "at work\n"
    time.sleep(0.3)
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, out, err


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_names_the_line_that_never_ends(number: signal.Signals, tmp_path: Path) -> None:
    """Once is enough, and the answer is given."""
    world = tmp_path / "w.py"
    world.write_text(LOOPING, encoding="utf-8")
    code, out, err = stopped(started("plan", str(world)), number)

    assert (code, err) == (12, "")
    assert f"interrupted while {world}:6 was running" in out


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["plan", "explain", "states"])
def test_a_signal_ends_a_module_that_never_does(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    """While it is read there is no answer yet: 130, and one line."""
    world = tmp_path / "w.py"
    world.write_text(IMPORTING, encoding="utf-8")
    code, out, err = stopped(started(command, str(world)), number)

    assert (code, out) == (130, "")
    assert err == f"introplan: interrupted while {world}:3 was running\n"


def test_an_endless_loop_ends_with_the_limit_of_the_library_too() -> None:
    """In the main thread `Limits(seconds=...)` holds for functions that never return."""

    def transition(s: int, a: int) -> int:
        while s == 3:
            pass
        return s + a

    world = ip.program(actions=[1], transition=transition, reward=lambda s, a, t: float(t))
    for planner in ("introspector", "greedy", "beam[5]", "random[5]", "value-iteration"):
        result = ip.plan(world.task(0), planner, ip.Limits(seconds=0.6))
        assert result.status == "out-of-time"
        assert "test_signals.py" in result.reason


def test_who_uses_the_alarm_keeps_it() -> None:
    """A program with an alarm of its own hears it as before."""
    heard: list[int] = []
    signal.signal(signal.SIGALRM, lambda number, frame: heard.append(number))
    try:
        world = ip.program(
            actions=[1], transition=lambda s, a: min(5, s + a), reward=lambda s, a, t: float(t)
        )
        assert ip.plan(world.task(0), limits=ip.Limits(seconds=5)).status == "success"
        signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    assert heard == [signal.SIGALRM]


def test_ctrl_c_while_the_command_line_is_loaded_shows_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before anything handles it, an interruption just ends the process."""
    handlers: list[object] = []

    class Entry:
        @staticmethod
        def run_process() -> int:
            handlers.append(signal.getsignal(signal.SIGINT))
            return 7

    def loaded(name: str) -> type[Entry]:
        handlers.append(signal.getsignal(signal.SIGINT))
        return Entry

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(importlib, "import_module", loaded)
    try:
        assert command.main() == 7
    finally:
        signal.signal(signal.SIGINT, before)

    assert handlers == [signal.SIG_DFL, signal.default_int_handler]


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        "states bins --bins 2 --items 3 --list",
        "plan blocks-world --blocks 50 --quiet",
        "plan blocks-world --blocks 50 --json",
        "domains",
        "explain bins --json",
        "generate blocks-world --blocks 2000",
    ],
)
def test_a_pipe_that_nobody_reads_is_no_error(words: str) -> None:
    """`introplan ... | true`: nothing on stderr, no traceback."""
    process = started(*words.split())
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()

    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    ["plan bins --quiet", "states bins --bins 2 --items 2", "explain bins", "plan bins --json"],
)
def test_a_full_disk_behind_standard_output_is_told(words: str) -> None:
    """/dev/full takes nothing."""
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = subprocess.run(
            [sys.executable, "-m", "introplan", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": SOURCE},
            text=True,
            check=False,
        )

    assert (process.returncode, process.stderr) == (
        1,
        "introplan: cannot write: no space left on device\n",
    )


@pytest.mark.process
def test_a_folder_that_is_gone_is_no_reason_not_to_plan(tmp_path: Path) -> None:
    """Names that need no folder work; those that do are told."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m introplan plan bins --quiet"
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    process = subprocess.run(
        ["sh", "-c", script], capture_output=True, text=True, env=environment, check=False
    )

    assert process.returncode == 0, process.stderr
    assert "Traceback" not in process.stderr


def test_an_interrupted_write_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither half of the new file nor the part it was written to; the old one stays."""
    target = tmp_path / "x.plan"
    target.write_text("old", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(str(target), "new")

    assert [(p.name, p.read_text(encoding="utf-8")) for p in tmp_path.iterdir()] == [
        ("x.plan", "old")
    ]


def test_growing_states_stop_at_the_limit_on_nodes() -> None:
    """The exact limit holds for worlds in Python."""
    names: dict[str, object] = {}
    exec(GROWING, names)
    world = ip.program(
        actions=names["ACTIONS"],  # type: ignore[arg-type]
        transition=names["transition"],  # type: ignore[arg-type]
        reward=names["reward"],  # type: ignore[arg-type]
    )

    assert ip.plan(world.task(()), "greedy", ip.Limits(nodes=50)).expanded == 50
