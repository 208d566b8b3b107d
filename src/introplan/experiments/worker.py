"""The process in which runs are made: `python -m introplan.experiments.worker`.

It says that it is ready, then reads a run per line and answers each with a line. Nothing else gets
out by that way: what a user's world prints goes to stderr. It ends when the reader of its
answers is gone, also in the middle of a run.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import IO, Any

from introplan.errors import IntroplanError
from introplan.experiments.run import failed_run, run
from introplan.experiments.suite import RunSpec, spec_from_json
from introplan.limits import limit_address_space

READY = "ready"

OUT_OF_MEMORY = "out-of-memory"
ERROR = "error"


def main() -> None:
    """Answer until there are no more questions."""
    answers = _private_output()
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    # In a thread, so that the end of the input is noticed in the middle of a run as well: a worker
    # whose runner was killed would otherwise plan on for hours.
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    _say(answers, READY)
    while True:
        _say(answers, _answer(spec_from_json(json.loads(lines.get()))))


def _listen(lines: queue.SimpleQueue[str]) -> None:
    """Pass lines on; where they end, everything ends."""
    for line in sys.stdin:
        lines.put(line)
    # Not `sys.exit`, which would end this thread only, and wait for the planner in the other one.
    os._exit(0)


def _private_output() -> IO[str]:
    """Standard output for us alone; what is printed from now on goes to stderr."""
    # The descriptor is moved, not only `sys.stdout`: compiled code writes to descriptor 1
    # directly.
    kept = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(kept, "w", encoding="utf-8")


def _say(answers: IO[str], value: Any) -> None:
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def _answer(spec: RunSpec) -> dict[str, Any]:
    """The record of a run, also where it fails."""
    try:
        limit_address_space(spec.limits.memory_mb)
        return run(spec)
    except MemoryError:
        # Lifted first: to write the record takes memory, too.
        limit_address_space(None)
        reason = f"asked for more than {spec.limits.memory_mb:g} MB"
        return failed_run(spec, OUT_OF_MEMORY, reason=reason, seconds=0.0)
    except IntroplanError as error:
        return failed_run(spec, ERROR, reason=str(error), seconds=0.0)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:500]
        return failed_run(spec, ERROR, reason=reason, seconds=0.0)


if __name__ == "__main__":
    main()
