"""Random walks, and RANDOM[K]: the best of K random plans.

Random shooting is the simplest sampling planner (Rao 2009; the baseline of the paper). A walk
chooses among what is allowed and does not fail, every choice equally likely. It keeps no nodes:
only a walk that is better than all before is turned into nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from introplan.mdp import Outcome, Status, Wanted, add, attempt
from introplan.planners.nodes import Conclusion, Node, Search

MAX_WALK_STEPS = 1_000
"""Steps after which a walk is given up in a world without a horizon: most worlds have plans that
are shorter, and a walk that has not ended by then wanders."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A way on from a node, the score in the end, and how it ended.

    `is_whole`: the episode ended, used up its moves, or nothing more can be done.
    """

    start: Node
    steps: list[tuple[Any, float]]
    score: float
    status: Status
    is_whole: bool = True

    @property
    def length(self) -> int:
        """The number of steps, those to its start included."""
        return self.start.depth + len(self.steps)


def random_shooting(search: Search, count: int) -> Conclusion:
    """The best of `count` random plans."""
    for _ in range(count):
        take_note(search, random_walk(search, search.root))
    return search.concluded(is_proof=False, why=f"no success in {count} random plans")


def moves_from(search: Search, node: Node) -> int:
    """How long a walk from `node` may be."""
    return MAX_WALK_STEPS if search.horizon is None else search.horizon - node.depth


def random_walk(search: Search, start: Node) -> Walk:
    """Random moves until the episode ends, nothing can be done, or no move is left."""
    model, meter, draw = search.episode.model, search.meter, search.rng.random
    state, score, status = start.state, start.score, start.status
    steps: list[tuple[Any, float]] = []
    moves = moves_from(search, start)
    discount, worth = search.episode.discount, search.worth(start.depth)
    while status is Status.CONTINUE and len(steps) < moves:
        meter.expand()
        meter.check_now()
        actions = model.actions(state)
        if not actions:
            break
        # One action is drawn and tried before all are listed: mostly it is allowed. This form of
        # drawing is three times as fast as `Random.choice`, and walks do little else.
        action = actions[int(draw() * len(actions))]
        outcome = attempt(model, state, action)
        if outcome is None or outcome.status is Status.FAILURE:
            found = _another_step(search, state, list(actions))
            if found is None:
                break
            action, outcome = found
        meter.generated += 1
        state, reward, status = outcome
        score = add(score, reward if discount == 1 else worth * reward)
        worth *= discount
        steps.append((action, reward))
    else:
        is_whole = status is not Status.CONTINUE or search.horizon is not None
        return Walk(start, steps, score, status, is_whole)
    return Walk(start, steps, score, status)  # nothing can be done


def _another_step(
    search: Search, state: Any, actions: list[Any]
) -> tuple[Any, Outcome[Any]] | None:
    """A random step among those that are allowed and do not fail."""
    while actions:
        search.meter.check_now()
        action = actions.pop(int(search.rng.random() * len(actions)))
        outcome = attempt(search.episode.model, state, action)
        if outcome is not None and outcome.status is not Status.FAILURE:
            return action, outcome
    return None


def take_note(search: Search, walk: Walk) -> None:
    """Write the walk down if it is the best so far."""
    best, wanted = search.best, search.episode.wanted
    if wanted is Wanted.BEST_REWARD:
        _note_best_reward(search, walk)
        return
    if wanted is Wanted.SCORE and not walk.is_whole:  # it just stops somewhere: no plan
        _note_best_reward(search, walk)
        return
    is_finished = walk.status is Status.SUCCESS or wanted is Wanted.SCORE
    known = best.finished if is_finished else best.furthest
    if not is_finished and best.has_penalties and best.stopped is not None:
        known = best.stopped
    if known is None or (walk.score, -walk.length) > (known.score, -known.depth):
        search.update_best(written_down(walk, len(walk.steps), search))


def _note_best_reward(search: Search, walk: Walk) -> None:
    """The walk up to the first time that it was paid most, if that is more than before."""
    if walk.steps:
        most = max(reward for _, reward in walk.steps)
        best = search.best
        known = best.furthest if best.wanted is Wanted.BEST_REWARD else best.paid_most
        if known is None or known.depth == 0 or most > known.reward:
            first = next(i for i, (_, reward) in enumerate(walk.steps, 1) if reward == most)
            best.pass_through(written_down(walk, first, search))


def written_down(walk: Walk, length: int, search: Search) -> Node:
    """The first steps of a walk as nodes; their states are not needed any more."""
    node = walk.start
    discount, worth = search.episode.discount, search.worth(node.depth)
    for action, reward in walk.steps[:length]:
        score = add(node.score, reward if discount == 1 else worth * reward)
        worth *= discount
        node = Node(None, node, action, reward, score, node.depth + 1)
    if length == len(walk.steps):
        node.status = walk.status
    return node
