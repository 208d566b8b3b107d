"""Suites as data: an experiment is a product of sizes, planners and seeds, a run one of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from introplan.errors import UsageError
from introplan.experiments import entries
from introplan.limits import Limits
from introplan.programs.imports import files_beside

DEFAULT_LIMITS = Limits(seconds=60.0, nodes=None, memory_mb=2048.0)
"""What a run may use if its suite does not say; no run lasts without end."""


@dataclass(frozen=True, slots=True)
class RunSpec:
    """One planner on one task: all that decides what comes of it.

    The task is number `seed` of a shipped domain with its `parameters`, or what is in `files`.
    """

    domain: str
    parameters: tuple[tuple[str, int], ...]
    planner: str
    seed: int
    limits: Limits = DEFAULT_LIMITS
    files: tuple[str, ...] = ()
    content: str = ""
    """What is in the files (`content_of`); empty without files."""
    episodes: int = 0
    """Episodes in which a policy is tried, in a world with chance; 0: a plan is asked for."""
    slippery: float = 0.0
    """The probability with which another action is done; 0: the world as it is."""

    @property
    def key(self) -> str:
        """The run as a line of text; two runs with one key are the same run.

        Files count by their names and content, not by their folder: an edited world is another
        one, and a suite may be moved.
        """
        values = [f"{name}={value}" for name, value in self.parameters]
        names = [Path(file).name for file in self.files]
        values += [f"slippery={self.slippery:g}"] if self.slippery else []
        task = " ".join([self.domain, *values, *names, *([self.content] if self.content else [])])
        played = f"; {self.episodes} episodes" if self.episodes else ""
        return f"{task}; {self.planner}; seed {self.seed}; {limits_text(self.limits)}{played}"

    def as_json(self) -> dict[str, Any]:
        """The run as plain values."""
        limits = self.limits
        chance: dict[str, Any] = {}
        if self.episodes:  # records of plans stay as they were
            chance = {"episodes": self.episodes, "slippery": self.slippery}
        return {
            "domain": self.domain,
            "parameters": dict(self.parameters),
            "planner": self.planner,
            "seed": self.seed,
            "limits": {
                "seconds": limits.seconds,
                "nodes": limits.nodes,
                "memory_mb": limits.memory_mb,
            },
            "files": list(self.files),
            "content": self.content,
            **chance,
        }


def spec_from_json(found: Mapping[str, Any]) -> RunSpec:
    """The run that `as_json` wrote down; raises ValueError that names what it lacks."""
    parameters, limits = entries.table(found, "parameters"), entries.table(found, "limits")
    return RunSpec(
        entries.text(found, "domain"),
        tuple((name, entries.whole(parameters, name)) for name in parameters),
        entries.text(found, "planner"),
        entries.seed(found, "seed"),
        Limits(
            entries.number_or_none(limits, "seconds"),
            entries.whole_or_none(limits, "nodes"),
            entries.number_or_none(limits, "memory_mb"),
        ),
        entries.texts(found, "files"),
        entries.text(found, "content") if "content" in found else "",
        entries.whole(found, "episodes") if "episodes" in found else 0,
        float(entries.amount(found, "slippery")) if "slippery" in found else 0.0,
    )


def content_of(files: tuple[str, ...]) -> str:
    """A digest of the content of files, and of the modules beside a world that it imports.

    Raises UsageError for a file that cannot be read.
    """
    digest = hashlib.sha256()
    for file in map(Path, files):
        beside = files_beside(file) if file.suffix == ".py" else ()
        try:
            texts = [path.read_bytes() for path in (file, *beside)]
        except OSError as problem:
            raise UsageError(f"cannot read {file}: {problem.strerror or problem}") from None
        for text in texts:
            digest.update(hashlib.sha256(text).digest())
    return digest.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Every planner on every task: all values of all parameters, all seeds."""

    domain: str
    parameters: tuple[tuple[str, tuple[int, ...]], ...]
    planners: tuple[str, ...]
    seeds: tuple[int, ...]
    limits: Limits = DEFAULT_LIMITS
    files: tuple[tuple[str, ...], ...] = ((),)
    episodes: int = 0
    slippery: float = 0.0

    def runs(self) -> list[RunSpec]:
        """The runs, sizes first."""
        names = [name for name, _ in self.parameters]
        content = {task: content_of(task) if task else "" for task in self.files}
        return [
            RunSpec(
                self.domain,
                tuple(zip(names, sizes, strict=True)),
                planner,
                seed,
                self.limits,
                task,
                content[task],
                self.episodes,
                self.slippery,
            )
            for task in self.files
            for sizes in product(*(values for _, values in self.parameters))
            for planner in self.planners
            for seed in self.seeds
        ]


@dataclass(frozen=True, slots=True)
class Suite:
    """Experiments under one name; those of `quick` are enough to see what comes out."""

    name: str
    summary: str
    experiments: tuple[Experiment, ...]
    quick: tuple[Experiment, ...]

    def runs(self, *, quick: bool = False) -> list[RunSpec]:
        """All runs, each once, however many experiments ask for it."""
        chosen = self.quick if quick else self.experiments
        return list({run.key: run for e in chosen for run in e.runs()}.values())


def limits_text(limits: Limits) -> str:
    """Limits on one line.

    >>> limits_text(Limits(seconds=60.0, nodes=1000)), limits_text(Limits())
    ('60 s, 1000 nodes', 'no limits')
    """
    seconds = [] if limits.seconds is None else [f"{limits.seconds:g} s"]
    nodes = [] if limits.nodes is None else [f"{limits.nodes} nodes"]
    memory = [] if limits.memory_mb is None else [f"{limits.memory_mb:g} MB"]
    return ", ".join([*seconds, *nodes, *memory]) or "no limits"
