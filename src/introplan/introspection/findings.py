"""What introspection finds out about a task: the nouns, the same for every kind of model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from introplan.introspection.programs.signals import Diagnostic
from introplan.pictures import picture


@dataclass(frozen=True, slots=True)
class MaximalReward:
    """The largest reward that a step can pay, and how sure that is.

    `status` is "exact", "upper bound", "unbounded" or "unknown"; in the last two cases `value` is
    None.
    """

    value: float | None
    status: str

    def __str__(self) -> str:
        """The value, and the status unless it is exact."""
        if self.value is None:
            return self.status
        text = f"{self.value:g}"
        return text if self.status == "exact" else f"{text} ({self.status})"


@dataclass(frozen=True, slots=True)
class RewardPath:
    """One way to be paid: the action, the condition, the value, and the line that says so."""

    action: Any
    guard: str
    value: str
    line: int

    def __str__(self) -> str:
        """The path as a sentence."""
        return f"{self.value} if {self.guard} (line {self.line})"


@dataclass(frozen=True, slots=True)
class Variable:
    """A part of the state that holds one simple value."""

    path: str
    sort: str
    domain: str
    mutable: bool

    @property
    def name(self) -> str:
        """What the part is called."""
        return self.path

    def __str__(self) -> str:
        """The name of the part."""
        return self.path


@dataclass(frozen=True, slots=True, eq=False)
class Heuristic:
    """A distance to the next milestone, in steps; infinite where there is none to be had."""

    distance: Callable[[Any], float]
    text: str
    parts: tuple[str, ...] = ()
    admissible: bool = True

    def __call__(self, state: Any) -> float:
        """At least so many steps from here."""
        return self.distance(state)

    def explain(self, state: Any) -> str:
        """The distance of a state, and how it comes about."""
        return f"{self.text} = {self(state):g}"

    def __str__(self) -> str:
        """The distance as a formula."""
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One of the conditions that a milestone asks for at once, and how to ask a state for it."""

    text: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Milestone:
    """A condition that pays r_max: on the state after a step, or before a certain action."""

    action: Any
    when: str
    require: Any
    met: Callable[[Any, Any, Any], bool]
    steps: Callable[[Any], float]
    parts: tuple[Part, ...] = ()

    def satisfied(self, before: Any, action: Any, after: Any) -> bool:
        """Does this step meet the milestone?"""
        return self.met(before, action, after)

    def distance(self, state: Any) -> float:
        """At least so many steps from here."""
        return self.steps(state)

    def __str__(self) -> str:
        """The condition; with the action, where it takes one."""
        return f"{self.require}" if self.action is None else f"{self.action!r} when {self.require}"


@dataclass(frozen=True, slots=True, eq=False)
class Introspection:
    """All that was found out about a task."""

    r_max: MaximalReward
    heuristic: Heuristic
    satisfied: Callable[[Any, Any, Any], bool]
    listed: Callable[[], Iterator[Milestone]]
    reward_paths: tuple[RewardPath, ...] = ()
    variables: tuple[Variable, ...] = ()
    immutable: tuple[str, ...] = ()
    operators: tuple[Any, ...] = ()
    invariants: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    details: Any = field(default=None, repr=False)

    def milestones(self) -> Iterator[Milestone]:
        """The conditions that pay r_max, lazily."""
        return self.listed()

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)

    def report(self) -> str:
        """All of this in words."""
        return "\n".join(_lines(self))


def _lines(info: Introspection) -> Iterator[str]:
    yield f"The most that one step can pay is {info.r_max}."
    shown = _first(info.milestones(), 8)
    if shown:
        yield "It is paid"
        for milestone in shown[:7]:
            yield f"  {_when(milestone)} {milestone}"
        if len(shown) > 7:
            yield "  ... and in other ways"
    else:
        yield "Nothing was found out about when it is paid; search has to try."
    yield f"From any state it takes at least  {info.heuristic}  steps to get there."
    if info.reward_paths:
        yield "What the reward says:"
        yield from (f"  {path}" for path in info.reward_paths[:12])
    if info.immutable:
        yield f"No action ever changes {_list(info.immutable)}."
    yield from (f"Always: {invariant}." for invariant in info.invariants)
    yield from info.notes
    if info.diagnostics:
        yield "Not understood:"
        yield from (f"  {line}" for d in info.diagnostics for line in str(d).splitlines())
    yield f"Found out in {info.seconds * 1000:.0f} ms."


def _when(milestone: Milestone) -> str:
    return "on arriving where" if milestone.when == "after" else "for doing"


def _list(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:12])
    return shown + (f" and {len(names) - 12} more" if len(names) > 12 else "")


def _first(items: Iterator[Milestone], count: int) -> list[Milestone]:
    found: list[Milestone] = []
    for item in items:
        found.append(item)
        if len(found) == count:
            break
    return found
