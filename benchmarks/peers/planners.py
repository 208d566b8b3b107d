"""How each planner is called, as data.

A command runs in a directory of its own that holds `domain.pddl` and `problem.pddl`. In its words
`{python}`, `{bin}` and `{site}` stand for the peers' environment, `{self}` for the Python that
runs introplan, `{here}` for this directory. A run is solved if it leaves a plan that holds when it
is replayed; the exit code only tells why there is none.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

OUT_OF_MEMORY, OUT_OF_TIME, UNSOLVED = "out-of-memory", "out-of-time", "unsolved"

SATISFICING = "-planner sat-hmrph"
ENHSP = "{site}/up_enhsp/ENHSP/enhsp.jar"

FAST_DOWNWARD_CODES = {
    11: UNSOLVED,
    12: UNSOLVED,
    20: OUT_OF_MEMORY,
    21: OUT_OF_TIME,
    22: OUT_OF_MEMORY,
    23: OUT_OF_TIME,
    24: OUT_OF_MEMORY,
}


@dataclass(frozen=True, slots=True)
class Planner:
    """A program: how to call it, where its plan is, and what it cannot do."""

    name: str
    command: tuple[str, ...]
    needs: str
    plan: str = "plan"
    takes_reward: bool = False
    needs_java: bool = False
    codes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Places:
    """Where the programs are."""

    environment: Path

    def words(self) -> dict[str, str]:
        """What the words in braces stand for."""
        site = next(self.environment.glob("lib/python*/site-packages"), self.environment)
        return {
            "python": str(self.environment / "bin" / "python"),
            "bin": str(self.environment / "bin"),
            "site": str(site),
            "self": sys.executable,
            "here": str(Path(__file__).resolve().parent),
        }

    def command(self, planner: Planner) -> list[str]:
        """The command with nothing left to fill in."""
        return [word.format(**self.words()) for word in planner.command]

    def missing(self, planner: Planner) -> str | None:
        """Why this planner cannot be run here; None if it can."""
        if not Path(planner.needs.format(**self.words())).exists():
            return "not installed"
        if planner.needs_java and shutil.which("java") is None:
            return "needs Java"
        return None


def words(command: str) -> tuple[str, ...]:
    """The words of a command that has no spaces in them."""
    return tuple(command.split())


def fast_downward(name: str, *options: str) -> Planner:
    """Fast Downward in one of its configurations."""
    driver = "{site}/up_fast_downward/downward/fast-downward.py"
    files = words("domain.pddl problem.pddl")
    # The driver wants an alias before the files and the parts of a search after them.
    ordered = (*options, *files) if "--alias" in options else (*files, *options)
    command = words(f"{{python}} {driver} --plan-file plan")
    return Planner(name, (*command, *ordered), needs=driver, codes=FAST_DOWNWARD_CODES)


def mimir(name: str, heuristic: str) -> Planner:
    """Mimir's lifted search, through a program of ours."""
    command = words("{python} {here}/run_mimir.py domain.pddl problem.pddl plan")
    return Planner(name, (*command, heuristic), needs="{site}/pymimir", codes={12: UNSOLVED})


OURS = Planner(
    "introplan",
    words("{self} -m introplan plan domain.pddl problem.pddl --json --quiet --plan-file plan"),
    needs="{self}",
    takes_reward=True,
    codes={11: UNSOLVED, 12: UNSOLVED, 22: OUT_OF_MEMORY, 23: OUT_OF_TIME},
)

PEERS = (
    fast_downward("FD lama-first", "--alias", "lama-first"),
    fast_downward("FD goalcount", "--search", "eager_greedy([goalcount()])"),
    fast_downward(
        "FD ff", "--evaluator", "hff=ff()", "--search", "eager_greedy([hff],preferred=[hff])"
    ),
    mimir("Mimir goalcount", "goalcount"),
    mimir("Mimir ff", "ff"),
    Planner(
        "LPG",
        words("{site}/up_lpg/lpg -o domain.pddl -f problem.pddl -n 1 -seed 1 -out plan"),
        needs="{site}/up_lpg/lpg",
        plan="plan_1.SOL",
    ),
    Planner(
        "ENHSP",
        words(
            f"java -jar {ENHSP} -o domain.pddl -f problem.pddl -sp plan -npm -planner sat-hmrph"
        ),
        needs=ENHSP,
        needs_java=True,
    ),
    Planner(
        "pyperplan",
        words("{bin}/pyperplan -s gbf -H hff domain.pddl problem.pddl"),
        needs="{bin}/pyperplan",
        plan="problem.pddl.soln",
    ),
)
