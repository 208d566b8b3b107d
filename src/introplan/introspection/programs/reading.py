"""What was read off a program; `reader.py` reads it, `kept_models.py` finds it again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from introplan.deferred import deferred
from introplan.introspection.programs.clauses import Clause
from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.peaks import Peak
from introplan.introspection.programs.rewards import Payment
from introplan.introspection.programs.sample import Sample
from introplan.introspection.programs.shape import Shape
from introplan.programs.listed_successors import ListedSuccessor
from introplan.programs.program import ProgramTask
from introplan.programs.stepping import is_derived
from introplan.symbolic.constraints.interval import Domain
from introplan.symbolic.refusal import Diagnostic
from introplan.symbolic.terms.term import Term, Var

if TYPE_CHECKING:
    from introplan.introspection.programs import diagnostics as places
    from introplan.symbolic.refusal import Refused
else:  # most readings refuse nothing
    places = deferred("introplan.introspection.programs.diagnostics")

BLACK_BOX = "treated as a black box: no heuristic is derived from it"

NOT_LISTED = "is understood, but its cases are not listed"


@dataclass(slots=True)
class Reading:
    """All that was read off a program; parts that were not understood are empty."""

    task: ProgramTask
    sample: Sample
    shape: Shape | None = None
    order: list[Var] = field(default_factory=list)
    read: Callable[[Any], tuple[Any, ...]] | None = None
    box: dict[Var, Domain] = field(default_factory=dict)
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    meetings: list[Term] = field(default_factory=list)
    actions: tuple[Any, ...] | None = None
    offers: list[tuple[Any, tuple[Term, ...]]] = field(default_factory=list)
    offered_in: dict[Var, Domain] = field(default_factory=dict)
    """The box in which the offers are all there are; empty: everywhere."""

    operators: list[Operator] | None = None
    raising: list[Operator] = field(default_factory=list)
    has_dead_ends: bool = True
    payments: list[Payment] | None = None
    endings: list[Payment] | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    said: dict[str, list[Clause] | None] = field(default_factory=dict)
    """What the parts of a program say of any two states, as far as it was asked for."""

    ask: Callable[[str], None] | None = None
    """Reads what a part says, and enters it in `said`."""
    peaks: dict[int, Peak] = field(default_factory=dict)
    """The most that payments can be, by their identity, as far as it was asked for."""

    place: Place | None = None
    """Where more about this program is kept between runs (`kept_place`), if anywhere."""

    @property
    def is_by_places(self) -> bool:
        """Are the actions places in a list of successors?"""
        return any(isinstance(action, ListedSuccessor) for action in self.actions or ())

    @property
    def clauses(self) -> list[Clause] | None:
        """What the reward says of any two states; read when it is asked for."""
        return self._what_says("reward")

    @property
    def end_clauses(self) -> list[Clause] | None:
        """What `terminal` says of any two states; read when it is asked for."""
        return self._what_says("terminal")

    @property
    def proven_box(self) -> dict[Var, Domain]:
        """The ranges of all states that can be reached, as far as they are known."""
        return self.box if self.operators is not None else {}

    def is_said_by_step(self, part: str) -> bool:
        """Is the reward, or the end, part of what `step` answers?"""
        program = self.task.program
        return is_derived(getattr(program, part), program.step)

    def _what_says(self, part: str) -> list[Clause] | None:
        if part not in self.said:
            self.said[part] = None
            if self.ask is not None:
                self.ask(part)
        return self.said[part]

    def unlisted(self, part: str) -> str:
        """The consequence where what a part says of any two states is not known."""
        known = self.payments if part == "reward" else self.endings
        return BLACK_BOX if known is None else NOT_LISTED

    def refuse(self, refusal: Refused, part: str, consequence: str) -> None:
        """Note what was not understood."""
        refusal.at(*places.place_of(self.task, part))
        diagnostic = refusal.diagnostic(f"{part} {consequence}")
        if not any(diagnostic.repeats(other) for other in self.diagnostics):
            self.diagnostics.append(diagnostic)


def sampled_states(reading: Reading) -> list[Any]:
    """The sampled states; one that was noted as a state and as what a step leads to comes once."""
    found = [*reading.sample.states, *(t[2] for t in reading.sample.transitions)]
    return list({id(state): state for state in found}.values())
