"""All states of a world in Python that can be reached, as a certificate for others to check."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Hashable

from introplan.errors import NoProofError, RefutedError
from introplan.mdp import NotAllowedError, Status, Wanted
from introplan.model.certificate import ClosedTexts
from introplan.programs.program import BlackBox, ProgramTask
from introplan.programs.snapshots import kept
from introplan.programs.state_texts import state_text
from introplan.search.limits import Meter

ADDRESS = re.compile(r"\bat 0x[0-9a-f]+")
"""What Python writes for things that have no text of their own."""


def closed_texts(
    task: ProgramTask, meter: Meter, *, most_states: int, most_transitions: int | None = None
) -> ClosedTexts:
    """The states that can be reached from the start, breadth first.

    Raises `NoProofError` where one of them succeeds, or where there is more than allowed.
    """
    model, start = BlackBox(task), kept(task.start)
    met: dict[Hashable, None] = {start: None}
    waiting = deque([start])
    transitions = 0
    while waiting:
        state = waiting.popleft()
        meter.expand()
        for action in model.actions(state):
            meter.look()
            try:
                after, _, status = model.step(state, action)
            except NotAllowedError:
                continue
            meter.generated += 1
            transitions += 1
            if status is Status.SUCCESS or task.wanted is Wanted.BEST_REWARD:
                raise RefutedError("there is a plan: an action leads to what is wanted")
            if status is Status.CONTINUE and after not in met:
                met[after] = None
                waiting.append(after)
            if len(met) > most_states:
                raise NoProofError(f"more than {most_states} states can be reached")
            if most_transitions is not None and transitions > most_transitions:
                raise NoProofError(f"more than {most_transitions} transitions can be made")
    texts = tuple(dict.fromkeys(map(state_text, met)))
    if len(texts) < len(met):
        raise NoProofError("different states have the same text")
    if any(ADDRESS.search(text) for text in texts):
        raise NoProofError("states have addresses in their texts, which change with every run")
    return ClosedTexts(texts)
