"""MiniGrid's registered environments, solved: `python benchmarks/wild/minigrid.py [ID ...]`.

Needs `pip install minigrid`, which is no part of this project. Every id of Gymnasium's registry
that begins with MiniGrid- is tried (`--babyai`: those with BabyAI- as well), each in a process of
its own: `ip.from_env`, `ip.plan`, and then the plan in a fresh environment, reset with the same
seed. Solved means that the real one terminates with a reward above 0. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

# This file has the name of the package that it imports.
sys.path[:] = [p for p in sys.path if Path(p).resolve() != Path(__file__).resolve().parent]

PLAN_SECONDS = 60
OTHER_SECONDS = 90
"""For all but planning: loading, making the environment, taking the plan."""

HEADS = "| environment | solved | steps | reward | from_env s | plan s | expanded | why not |"


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one environment; seconds are of the processor."""

    name: str
    is_made: bool = False
    is_solved: bool = False
    steps: int | None = None
    reward: float | None = None
    env_seconds: float | None = None
    plan_seconds: float | None = None
    expanded: int | None = None
    why: str = ""


def main() -> None:
    """Tries the environments that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--babyai", action="store_true", help="BabyAI's levels as well")
    parser.add_argument("--seed", type=int, default=0, help="of reset")
    parser.add_argument("--seconds", type=float, default=PLAN_SECONDS, help="for each plan")
    parser.add_argument("--jobs", type=int, default=1, help="environments tried at once")
    parser.add_argument("--one", action="store_true", help="in this process, as JSON")
    chosen = parser.parse_args()
    os.environ.setdefault("INTROPLAN_CACHE", "")
    warnings.filterwarnings("ignore")
    if chosen.one:
        print(json.dumps(asdict(tried(chosen.names[0], chosen.seed, chosen.seconds))))
        return
    heads = ("MiniGrid-", "BabyAI-") if chosen.babyai else ("MiniGrid-",)
    print(HEADS + "\n|" + " --- |" * (HEADS.count("|") - 1))
    rows = []
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for row in pool.map(
            partial(_of_child, chosen.seed, chosen.seconds), chosen.names or registered(heads)
        ):
            rows.append(row)
            print(_line(row), flush=True)
    print(f"\n{_summary(rows)}")


def registered(heads: tuple[str, ...]) -> list[str]:
    """The ids of the registry that begin with these."""
    import gymnasium
    import minigrid  # noqa: F401 - registers them

    return [name for name in gymnasium.registry if name.startswith(heads)]


def tried(name: str, seed: int, seconds: float) -> Row:
    """One environment, in this process."""
    import gymnasium
    import minigrid  # noqa: F401 - registers it

    import introplan as ip

    try:
        env = gymnasium.make(name)
        env.reset(seed=seed)
    except Exception as error:
        return Row(name, why=_told(error))
    started = time.process_time()
    try:
        task = ip.from_env(env, seed=seed)
        made = time.process_time()
        result = ip.plan(task, limits=ip.Limits(seconds=seconds))
        done = time.process_time()
    except Exception as error:
        return Row(name, True, env_seconds=time.process_time() - started, why=_told(error))
    real, paid, over = gymnasium.make(name), 0.0, False
    real.reset(seed=seed)
    for action in result.plan or ():
        _, reward, over, _, _ = real.step(action)
        paid += float(reward)
    is_solved = bool(over) and paid > 0
    steps = None if result.plan is None else len(result.plan)
    why = "" if is_solved else f"{result.status}: {result.reason or ', '.join(result.notes)}"
    spent = (made - started, done - made)
    return Row(name, True, is_solved, steps, paid, *spent, result.expanded, why)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _of_child(seed: int, seconds: float, name: str) -> Row:
    given = ["--seed", str(seed), "--seconds", str(seconds)]
    command = [sys.executable, __file__, "--one", *given, name]
    limit = seconds + OTHER_SECONDS
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return Row(name, True, why=f"not tried to the end within {limit:g} s")
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return Row(name, why=(done.stderr.strip().splitlines() or ["no answer"])[-1])
    return Row(**json.loads(lines[-1]))


def _line(row: Row) -> str:
    cells = (
        row.name,
        "yes" if row.is_solved else "no",
        "" if row.steps is None else str(row.steps),
        "" if row.reward is None else f"{row.reward:.3f}",
        "" if row.env_seconds is None else f"{row.env_seconds:.2f}",
        "" if row.plan_seconds is None else f"{row.plan_seconds:.2f}",
        "" if row.expanded is None else str(row.expanded),
        row.why[:160].replace("|", "\\|").replace("\n", " "),
    )
    return "| " + " | ".join(cells) + " |"


def _summary(rows: list[Row]) -> str:
    made = [row for row in rows if row.is_made]
    solved = [row for row in made if row.is_solved]
    chance = [row for row in made if "chance" in row.why]
    spent = [(r.env_seconds or 0) + (r.plan_seconds or 0) for r in solved]
    middle = statistics.median(spent) if spent else 0.0
    return (
        f"{len(rows)} registered, {len(made)} can be made, {len(solved)} solved in the real "
        f"environment ({100 * len(solved) / max(1, len(made)):.0f} %), {len(chance)} refused as "
        f"chance; median {middle:.2f} s, largest {max(spent, default=0.0):.2f} s."
    )


if __name__ == "__main__":
    main()
