"""Ways to ends: the nearest, and the one beyond the largest reward."""

from __future__ import annotations

import introplan as ip
from introplan.introspection.programs.finder import Finder
from introplan.limits import Meter
from introplan.planners.nodes import Node
from introplan.planners.program_draft import Draft
from introplan.planners.program_ends import WaysToEnds
from introplan.planners.program_search import ANY_END
from introplan.planners.status import Method
from introplan.symbolic.budget import Budget


def ways() -> WaysToEnds:
    """A line with an end at -40, one at 60 and a jewel at 50."""
    model = ip.program(
        actions=[-1, 1],
        transition=lambda s, a: (s[0] + a, s[1] or s[0] + a == 50),
        reward=lambda s, a, t: 200.0 if t[1] and not s[1] else -1.0,
        terminal=lambda s, a, t: t[0] == -40 or t[0] == 60,
    )
    task = model.task((0, False))
    budget = Budget.of(5.0)
    return WaysToEnds(task, Meter(), budget, Finder.of(task, budget), ANY_END)


def test_the_nearest_end_comes_first_and_the_jewel_second() -> None:
    """The score decides which is kept."""
    draft, scores = Draft(), []
    for planner, answer in ways().found(draft):
        assert answer.path is not None
        draft.keep_path(answer.path, planner.method)
        scores.append(sum(answer.path.rewards))
    assert scores == [-40.0, 141.0]
    assert (draft.score, draft.status) == (141.0, "ended")


def test_an_episode_under_way_is_led_to_its_end() -> None:
    """With what was paid before."""
    ends, draft = ways(), Draft()
    list(ends.found(draft))
    before = Node((0, False))
    ends.lead(Node((1, False), before, 1, -1.0, -1.0, 1), draft)
    assert draft.method is Method.BEAM
    assert (len(draft.actions or ()), draft.score) == (42, -42.0)
