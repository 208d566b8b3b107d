"""Names that every PDDL reader accepts, and the way back to what they stand for.

In unified-planning a name may be anything: `Tray 1.b`, `move-To`, an object called like a type.
Here a name is lower case, starts with a letter, and stands for one thing only. So a translated
task prints as legal PDDL, and its plans find their way back.

>>> names = Names()
>>> [names.give(n) for n in ("Robot 1.b", "robot-1-b", "ROBOT-1-B", "object", "2nd", "")]
['robot-1-b', 'robot-1-b-2', 'robot-1-b-3', 'object-2', 'x2nd', 'x']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from introplan.pddl.formulas import RESERVED
from introplan.relational.formula import OBJECT

TAKEN = RESERVED | {OBJECT, "number", "either", "total-cost", "before", "did", "increase"}
"""Words that mean something in model files."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names that were given so far."""

    taken: set[str] = field(default_factory=lambda: set(TAKEN))

    def give(self, name: str) -> str:
        """A legal name close to `name` that nothing else has."""
        legal = re.sub(r"[^a-z0-9_-]", "-", name.lower())
        if not re.match("[a-z]", legal):
            legal = f"x{legal}"
        given, number = legal, 2
        while given in self.taken:
            given, number = f"{legal}-{number}", number + 1
        self.taken.add(given)
        return given
