"""`python -m introplan` as a process: signals, closed pipes, a terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import introplan
from children import hears_ctrl_c
from introplan.api import ENGINES

pytestmark = pytest.mark.process

SOURCE = str(Path(introplan.__file__).parent.parent)
ENDLESS = ("plan", "blocks-world", "--blocks", "60", "--planner", "greedy", "--time", "60")


def _environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": SOURCE, "TERM": "xterm", **more}


def _started(*words: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "introplan", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(**more),
        preexec_fn=hears_ctrl_c,
    )


def _wait_until_at_work(process: subprocess.Popen[str]) -> None:
    """Wait until the process has used more time of the processor than starting up takes."""
    stat, deadline = Path(f"/proc/{process.pid}/stat"), time.monotonic() + 60
    while stat.exists() and time.monotonic() < deadline:
        ticks = int(stat.read_text(encoding="ascii").rpartition(")")[2].split()[11])
        if ticks > 2 * os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.05)
    time.sleep(4)  # systems without /proc


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_planner_and_the_answer_is_printed(number: signal.Signals) -> None:
    """The status is incomplete, the code 12, and there is no traceback."""
    process = _started(*ENDLESS)
    _wait_until_at_work(process)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 12
    assert "interrupted\nincomplete" in out
    assert err == ""


@pytest.mark.skipif("native" not in ENGINES, reason="built without a compiler")
def test_ctrl_c_reaches_the_native_engine_at_once() -> None:
    """Half a second after the signal the process is gone, with the answer printed."""
    process = _started(*ENDLESS, "--engine", "native")
    _wait_until_at_work(process)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert time.monotonic() - sent < 1.0
    assert (process.returncode, err) == (12, "")
    assert "interrupted" in out


def test_ctrl_c_ends_other_commands_with_130() -> None:
    """One word on stderr, no traceback."""
    process = _started("states", "blocks-world", "--blocks", "12")
    _wait_until_at_work(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert (process.returncode, out, err) == (130, "", "introplan: interrupted\n")


@pytest.mark.parametrize("form", ["--list", "--json"])
def test_a_closed_pipe_ends_quietly(form: str) -> None:
    """`introplan states ... | head -1` is no error."""
    process = _started("states", "blocks-world", "--blocks", "5", form)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()

    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_pipe_has_no_escape_codes_even_if_colour_is_forced() -> None:
    """Programs that parse the output want text."""
    out, err = _started("plan", "bins", FORCE_COLOR="1").communicate(timeout=60)

    assert "success" in out
    assert "\x1b" not in out + err


def _on_a_terminal(*words: str, **more: str) -> str:
    """What a command prints when standard output is a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "introplan", *words],
        stdout=theirs,
        stderr=theirs,
        env=_environment(**more),
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:
        pass  # Linux says so when the other end is closed
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return shown.decode()


def test_a_terminal_has_colours_unless_they_are_not_wanted() -> None:
    """NO_COLOR is respected."""
    assert "\x1b[" in _on_a_terminal("plan", "bins")
    assert "\x1b[" not in _on_a_terminal("plan", "bins", NO_COLOR="1")


def test_a_terminal_shows_head_and_tail_of_a_long_plan() -> None:
    """A thousand lines would push the summary off the screen."""
    shown = _on_a_terminal("plan", "blocks-world", "--blocks", "60", NO_COLOR="1")

    assert "more; --plan-file F writes all of them" in shown
    assert len(shown.splitlines()) < 60


def test_tables_are_drawn_on_a_terminal() -> None:
    """The lists of what is shipped."""
    assert "blocks-world" in _on_a_terminal("domains", NO_COLOR="1")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_closed_pipe_does_not_change_the_exit_code(
    tmp_path: Path, form: tuple[str, ...]
) -> None:
    """An invalid plan piped away is 32 as it is on the screen, and standard error stays empty."""
    plan = tmp_path / "plan"
    plan.write_text("(close-bin d1)\n(close-bin d1)\n", encoding="utf-8")
    ours, theirs = os.pipe()
    os.close(ours)  # whatever is written now is a broken pipe
    done = subprocess.run(
        [sys.executable, "-m", "introplan", "validate", "bins", str(plan), *form],
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=_environment(),
        check=False,
    )
    os.close(theirs)

    assert (done.returncode, done.stderr) == (32, b"")


def test_files_are_written_although_the_pipe_is_closed(tmp_path: Path) -> None:
    """`introplan plan ... --plan-file F | head -1` leaves the whole plan in F."""
    process = _started(
        "plan", "blocks-world", "--blocks", "30", "--plan-file", str(tmp_path / "plan")
    )
    assert process.stdout is not None
    process.stdout.close()

    assert process.wait(timeout=60) == 0
    assert "; cost = " in (tmp_path / "plan").read_text(encoding="utf-8")
    assert process.stderr is not None
    process.stderr.close()


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    "words",
    [
        ("plan", "bins"),
        ("explain", "bins"),
        ("explain", "grid"),
        ("states", "bins", "--items", "2"),
        ("domains",),
        ("planners",),
    ],
)
def test_answers_wrap_at_the_width_of_the_terminal(words: tuple[str, ...], columns: int) -> None:
    """Between words, with the further lines indented."""
    shown = _on_a_terminal(*words, NO_COLOR="1", COLUMNS=str(columns))

    assert max(len(line) for line in shown.splitlines()) <= columns


def test_drawings_are_not_wrapped(tmp_path: Path) -> None:
    """A map that is wider than the terminal keeps its rows."""
    world = tmp_path / "world.py"
    world.write_text(
        "ACTIONS = [1]\nSTART = 0\n"
        "def transition(s, a): return s + a\n"
        "def reward(s, a, after): return 1 if after == 2 else 0\n"
        "def terminal(s, a, after): return after == 2\n"
        "def draw(s): return '# ' * 60\n",
        encoding="utf-8",
    )
    assert "# " * 59 in _on_a_terminal("plan", str(world), NO_COLOR="1", COLUMNS="80")
