"""The interpreter may exit while a daemon thread plans in the native engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from introplan.search.native.engine import is_available

pytestmark = [
    pytest.mark.skipif(not is_available(), reason="built without the native engine"),
]

PLANNING = """
import random, threading, time
import introplan as ip
from introplan.domains.generators import blocks_world

task = blocks_world(random.Random(1), blocks={blocks})
searching = threading.Event()

def plan_without_end():
    while True:
        searching.set()
        ip.plan(task, planner={planner!r}, engine="native")

for _ in range({threads}):
    threading.Thread(target=plan_without_end, daemon=True).start()
searching.wait()
time.sleep({seconds})
"""


@pytest.mark.process
@pytest.mark.parametrize(("blocks", "planner"), [(12, "greedy"), (4, "introspector")])
@pytest.mark.parametrize("seconds", [0.3, 0.4])
def test_daemon_threads_may_plan_while_the_interpreter_exits(
    blocks: int, planner: str, seconds: float
) -> None:
    """One long search, or many short ones: return code 0 and nothing on standard error."""
    code = PLANNING.format(blocks=blocks, planner=planner, threads=2, seconds=seconds)
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
