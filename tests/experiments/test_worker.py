"""The process in which runs are made: a line in, a line out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from experiments import worlds
from introplan.experiments.suite import Experiment


def test_every_line_is_answered_by_a_line(tmp_path: Path) -> None:
    """Ready first, then a record per run; prints of worlds go elsewhere, errors are records."""
    names = {"noise": worlds.NOISE, "wrong": worlds.WRONG, "fine": worlds.FINE}
    files = tuple((str(worlds.world(tmp_path, n, code)),) for n, code in names.items())
    runs = Experiment("files", (), ("greedy",), (0,), files=files).runs()
    with subprocess.Popen(
        [sys.executable, "-m", "introplan.experiments.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        answers = []
        for run in runs:
            process.stdin.write(json.dumps(run.as_json()) + "\n")
            process.stdin.flush()
            answers.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        assert process.wait(timeout=30) == 0

    assert ready == "ready"
    assert [answer["status"] for answer in answers] == ["horizon", "error", "horizon"]
    assert [answer["key"] for answer in answers] == [run.key for run in runs]
