"""`python -m reliability`: run checks, keep their figures, and write docs/reliability.md.

python -m reliability            all checks that are part of `make test`, then the page
python -m reliability 1 7        these only, then the page
python -m reliability --page     only the page, from the records there are
python -m reliability --results FILE    from what `pytest --junitxml FILE` saw
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from reliability.checks import CHECKS
from reliability.page import PAGE, page
from reliability.running import recorded, run


def main() -> int:
    """Run what is asked for; fails if a promise was not kept."""
    parser = argparse.ArgumentParser(prog="python -m reliability", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER", help="these checks only")
    parser.add_argument("--page", action="store_true", help="run nothing, write the page")
    parser.add_argument("--results", type=Path, help="run nothing, read what a run has seen")
    parser.add_argument("--jobs", default="auto", help="processes for the tests")
    chosen = parser.parse_args()
    checks = [c for c in CHECKS if c.tests and (c.number in (chosen.numbers or [c.number]))]
    if chosen.page:
        checks, records = [], []
    elif chosen.results:
        records = recorded(checks, chosen.results)
    else:
        records = run(checks, jobs=chosen.jobs)
    broken = 0
    for check, record in zip(checks, records, strict=True):
        holds = check.is_kept(record)
        broken += not holds
        print(f"{check.number:3} {'holds ' if holds else 'BROKEN'} {check.reached(record)}")
    PAGE.write_text(page(), encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
