"""In which order to meet the literals of a goal: first those that would undo others.

A goal that is a plain conjunction over one state is met in stages, each of which contains the one
before: first without everything that would have to be undone for the rest, in the end the whole.

>>> import introplan as ip
>>> from introplan.introspection.relational.goals import goal_of
>>> from introplan.relational.precedence import precedences
>>> task = ip.sample("drawers", drawers=2, items=1, seed=1)
>>> (mutation,) = ip.mutations(task)
>>> print(mutation)
(and (in-drawer i1 d2) (not (open d1)) (not (open d2)))
>>> for stage in stages_of(goal_of(mutation), precedences(task.domain)):
...     print(*(f"{want.literal} {want.truth}" for want in wants(stage)), sep=", ")
(in-drawer i1 d2) True, (open d1) False
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from introplan.relational.formula import Literal, Moment
from introplan.relational.grounding import All, Goal, Want, all_of, wants
from introplan.relational.precedence import Precedence


def stages_of(goal: Goal, precedences: Sequence[Precedence]) -> tuple[Goal, ...]:
    """The goals to meet before the whole, each part of the next; none if there is no order."""
    if not isinstance(goal, All) or not all(_is_plain(child) for child in goal.children):
        return ()
    stages: list[Goal] = []
    wanted = list(wants(goal))
    while True:
        known = set(wanted)
        late = {w for want in wanted for w in _followers(want, precedences) if w in known}
        wanted = [want for want in wanted if want not in late]
        if not late or not wanted:
            return tuple(reversed(stages))
        stages.append(all_of(wanted))


def _is_plain(goal: Goal) -> bool:
    return isinstance(goal, Want) and goal.literal.moment is Moment.AFTER


def _followers(want: Want, precedences: Sequence[Precedence]) -> Iterator[Want]:
    """What should only be met after `want`."""
    for order in precedences:
        if order.earlier == (want.literal.predicate, want.truth):
            predicate, truth = order.later
            terms = tuple(want.literal.terms[i] for i in order.positions)
            yield Want(Literal(predicate, terms), truth)
