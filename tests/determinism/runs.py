"""Everything printed several times in one process: `python -m determinism.runs FOLDER TIMES`.

Each time in a child of its own, after some garbage: whatever goes by the address of an object or
by the order in which memory was handed out comes out differently.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from determinism.everything import everything

MOST_GARBAGE = 20_000


def main(folder: Path, times: int) -> int:
    """Print to `folder`, a file for each time; how many of them failed."""
    return sum(_in_a_child(folder / f"{number}.txt") for number in range(times))


def _in_a_child(file: Path) -> bool:
    """Print once; did that fail?"""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _garbage = garbage(random.SystemRandom())
            file.write_text("\n".join(everything()), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0


def garbage(rng: random.Random) -> list[object]:
    """Objects of several sizes with holes between them, never the same twice."""
    made: list[object] = [
        (index,) * rng.randrange(1, 9) for index in range(rng.randrange(MOST_GARBAGE))
    ]
    made += [object() for _ in range(rng.randrange(MOST_GARBAGE))]
    rng.shuffle(made)
    return made[::2]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
