"""Processes that tests start."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def finished(
    words: Sequence[str],
    *,
    code: int = 0,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """A process that was run to its end; with another exit code than `code` the test fails.

    The failure shows what was printed, which `check=True` of the standard library does not.
    """
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == code, (
        f"exit code {done.returncode} instead of {code}: {' '.join(words)}\n"
        f"standard error:\n{done.stderr}\nstandard output:\n{done.stdout}"
    )
    return done


def hears_ctrl_c() -> None:
    """For `preexec_fn`: handle SIGINT, which is ignored where tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
