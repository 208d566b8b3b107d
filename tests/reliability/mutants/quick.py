"""The first tasks of the differential check (row 1), without making failures small: a quick look.

python -m reliability.mutants.quick 40
"""

from __future__ import annotations

import sys

from random_tasks import random_case
from reliability.differential import disagreements


def main(tasks: int) -> int:
    """Whether something is wrong with the answers to so many tasks."""
    for seed in range(tasks):
        for found in disagreements(random_case(seed), seed):
            print(f"FAILED quick::{found.contestant.name} random_task({seed}) {found.complaint}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
