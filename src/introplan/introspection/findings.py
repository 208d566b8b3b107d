"""Findings: what introspection knows about a task, the same nouns for every kind of world.

A milestone is a state that was reached; what is derived before any state is reached are the
*conditions* of milestones: a `Mutation` for relational tasks, a `MilestoneCondition` for worlds in
Python, with the same methods.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection.facts import (
    END,
    REWARD,
    EndPath,
    MaximalReward,
    MilestoneKind,
    RewardPath,
    Variable,
)
from introplan.mdp import display_number
from introplan.pictures import picture
from introplan.symbolic.budget import allowed
from introplan.symbolic.refusal import Diagnostic
from introplan.symbolic.terms.render import clipped, value_text
from introplan.symbolic.terms.term import Term

if TYPE_CHECKING:
    import pickle

    from introplan.introspection.returns.wishes import Wish
else:  # few findings are pickled
    pickle = deferred("pickle")

MAX_REPORT_COLUMNS = 140
"""Lines of a report are broken here: the width of a terminal that fills half a screen."""

MAX_FORMULA_CHARACTERS = 135
"""Formulas of a report are cut here, one line; the distance at twice as much."""

REPORT_SECONDS = 1.0
"""For conditions that are simplified, and wishes that are read, when the report is made; after
that conditions are longer than they need be."""

LEGENDS = {
    r"\bsteps\(": "where steps(...) is the exact distance when all but these parts is forgotten",
    r"(?<![\w\])])\[": "where [p] is 1 if p holds, and 0 if not",
    r"\binf\b": "where inf means that it cannot be had any more",
}
"""Signs in the text of a distance, and what they mean."""


@dataclass(frozen=True, slots=True, eq=False)
class Heuristic:
    """A distance to the next milestone, in steps; infinite where there is none to be had."""

    distance: Callable[[Any], float]
    text: str
    parts: tuple[str, ...] = ()
    admissible: bool = True
    term: Term | None = None
    """What is computed, over the variables of the reading; None if it is no term."""

    @property
    def is_trivial(self) -> bool:
        """Was nothing derived, so that every state is said to be 0 steps away?"""
        return self.text == "0"

    @property
    def has_tables(self) -> bool:
        """Are pattern databases among what it was made from?"""
        return "steps(" in self.text

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
    """One conjunct of a milestone condition: its text, and whether a state meets it."""

    text: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True, eq=False)
class MilestoneCondition:
    """A condition that pays r_max or ends an episode best: on the state after a step, or before a
    certain action."""

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
        if self.action is None:
            return f"{self.require}"
        doing = value_text(self.action)
        return doing if self.require == "True" else f"{doing} when {self.require}"


@dataclass(frozen=True, slots=True, eq=False)
class Introspection:
    """All that was found out about a task.

    `milestone` is the kind of step that leads to a milestone: one that pays r_max, if that is more
    than 0 and not what every step pays; else the best end, or named success; else r_max.
    `ends` are the ways in which an episode ends, `diagnostics` what was not understood.
    """

    r_max: MaximalReward
    heuristic: Heuristic
    satisfied: Callable[[Any, Any, Any], bool]
    listed: Callable[[], Iterator[MilestoneCondition]]
    reward_paths: tuple[RewardPath, ...] = ()
    variables: tuple[Variable, ...] = ()
    immutable: tuple[str, ...] = ()
    operators: tuple[Any, ...] = ()
    invariants: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    complete: bool = False
    """Was the whole reachable world seen?"""

    milestone: MilestoneKind = MilestoneKind(REWARD)  # noqa: RUF009 - it is frozen
    ends: tuple[EndPath, ...] = ()
    listed_wishes: Callable[[], tuple[Wish, ...]] = tuple
    constant_reward: float | None = None
    """What every step pays, if the reward is proven never to change."""

    understood: str = ""
    """What was and what was not read of a program, on one line."""

    details: Any = field(default=None, repr=False)
    again: tuple[Callable[..., Introspection], tuple[Any, ...]] | None = field(
        default=None, repr=False
    )
    """A function of a module and arguments that lead to the same findings: for pickling."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the task: findings are full of functions, and are derived from it again."""
        if self.again is None:
            raise pickle.PicklingError("only what introspect() returns can be pickled")
        try:
            pickle.dumps(self.again)
        except Exception as error:  # pickle raises nearly everything
            raise pickle.PicklingError(
                f"the task of this introspection cannot be pickled: {error}; "
                "functions can be if they are defined at the top level of a module"
            ) from error
        return _found_again, (*self.again, self.seconds)

    def __copy__(self) -> Introspection:
        """The same object: nothing in it changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Introspection:
        """The same object: nothing in it changes."""
        return self

    def milestones(self) -> Iterator[MilestoneCondition]:
        """The conditions of milestones, lazily: steps that pay r_max, or the best ends."""
        return self.listed()

    def wishes(self) -> tuple[Wish, ...]:
        """The reward as a sum of conditions with weights, as far as it was understood."""
        return self.listed_wishes()

    @property
    def is_blind(self) -> bool:
        """Was nothing understood of the code, so that planning is blind search?"""
        return bool(self.diagnostics) and not (self.operators or self.complete)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)

    def report(self) -> str:
        """All of this in words."""
        with allowed(REPORT_SECONDS).being_spent():
            return "\n".join(line for section in sections(self) for line in section.text_lines())


def _found_again(
    function: Callable[..., Introspection], arguments: tuple[Any, ...], seconds: float
) -> Introspection:
    """What unpickling returns; `seconds` is the time that the first introspection took."""
    return replace(function(*arguments), seconds=seconds)


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a report: a heading, and lines below it."""

    heading: str
    lines: tuple[str, ...] = ()

    def text_lines(self) -> Iterator[str]:
        """The piece as lines of a width that can be read."""
        yield from wrapped_lines(self.heading)
        for line in self.lines:
            yield from wrapped_lines(f"  {line}")


def sections(info: Introspection, *, most: int = 7) -> Iterator[Section]:
    """All that was found out in words, with at most so many milestones."""
    yield Section(_most_paid(info.r_max))
    yield _when_met(info, most)
    yield _how_far(info)
    said, wishes = _sayings(info.reward_paths), info.wishes()
    if len(wishes) > 1 and _is_sum(info.reward_paths, len(wishes) < len(said)):
        yield Section("What a step pays is a sum:", _shortlist(tuple(map(str, wishes)), 12))
    if said:
        heading = "What the reward says, with x before the step and x' after it:"
        yield Section(heading, _shortlist(said, 12))
    if info.ends:
        yield Section("An episode ends:", _shortlist(_sayings(info.ends), 12))
    if info.immutable:
        yield Section(f"No action ever changes {_list(info.immutable)}.")
    yield from (Section(f"Always: {invariant}.") for invariant in info.invariants)
    yield from (Section(note) for note in info.notes)
    if info.diagnostics:
        lines = [line for d in info.diagnostics for line in str(d).splitlines()]
        yield Section("Not understood:", tuple(lines))
    if info.understood:
        yield Section(f"In short: {info.understood}.")
    yield Section(f"Found out in {info.seconds * 1000:.0f} ms.")


def wrapped_lines(line: str) -> list[str]:
    """A line, broken where it is too long to read; what follows is indented further."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(
        line, MAX_REPORT_COLUMNS, subsequent_indent=indent, break_on_hyphens=False
    )


def _most_paid(r_max: MaximalReward) -> str:
    match r_max.status:
        case "unbounded":
            return (
                "No limit was found to what one step can pay; "
                "give the rewarded quantity a limit in transition."
            )
        case "upper bound":
            return f"The most that one step can pay is {r_max}: no step was seen to pay that much."
        case _:
            return f"The most that one step can pay is {r_max}."


def _when_met(info: Introspection, most: int) -> Section:
    shown = list(islice(info.milestones(), most + 1))
    kind = info.milestone
    if not shown and info.constant_reward is not None and kind.name == REWARD:
        return Section("It is paid", ("for every step",))
    if not shown:
        return Section(_why_no_condition(info))
    lines = [clipped(occasion(milestone), MAX_FORMULA_CHARACTERS) for milestone in shown[:most]]
    rest = ["... and in other ways"] if len(shown) > most else []
    if kind.name == REWARD:
        return Section("It is paid", (*lines, *rest))
    paying = "" if kind.value is None else f", paying {display_number(kind.value)} at most"
    what = "the best end" if kind.name == END else "success"
    return Section(f"The milestone is {what}{paying}. It is reached", (*lines, *rest))


def _why_no_condition(info: Introspection) -> str:
    """What to say where no condition of a milestone was derived."""
    if info.reward_paths and not info.operators:
        return "The rules were not read: when it is paid is known only as far as the reward says."
    return "Nothing was found out about when it is paid; search has to try."


def _how_far(info: Introspection) -> Section:
    if info.heuristic.is_trivial:
        return Section("No distance was derived: search is not guided by one.")
    how_far = "at least so many steps" if info.heuristic.admissible else "about so many steps"
    return Section(f"From any state it takes {how_far} to get there:", _steps(info))


def occasion(milestone: MilestoneCondition) -> str:
    """When a milestone is met, as the end of a sentence."""
    if milestone.when == "after":
        is_anywhere = str(milestone) == "True"
        return "for every step" if is_anywhere else f"on arriving where {milestone}"
    return f"for doing {milestone}"


def _steps(info: Introspection) -> tuple[str, ...]:
    text = str(info.heuristic)
    legends = [words for sign, words in LEGENDS.items() if re.search(sign, text)]
    return (clipped(text, 2 * MAX_FORMULA_CHARACTERS), *legends)


def _sayings(paths: Sequence[RewardPath] | Sequence[EndPath]) -> tuple[str, ...]:
    """The sentences of paths; what differs by the action alone is said once."""
    found: dict[tuple[Any, ...], list[RewardPath | EndPath]] = {}
    for path in paths:
        key = (path.guard, path.value, path.line if isinstance(path, RewardPath) else path.status)
        found.setdefault(key, []).append(path)
    return tuple(
        same[0].sentence([path.action for path in same if path.action is not None])
        for same in found.values()
    )


def _is_sum(paths: Sequence[RewardPath], has_fewer_terms: bool) -> bool:
    """Does a reward say more as a sum than as a list of cases with a number each?"""
    numbers = [re.fullmatch(r"-?[\d.e+-]+|True|False", path.value) for path in paths]
    return has_fewer_terms or not all(numbers)


def _shortlist(lines: tuple[str, ...], most: int) -> tuple[str, ...]:
    rest = len(lines) - most
    return lines if rest <= 0 else (*lines[:most], f"... and {rest} more")


def _list(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:12])
    return shown + (f" and {len(names) - 12} more" if len(names) > 12 else "")
