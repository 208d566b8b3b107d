"""MCTS[K] and MCTS-U[K]: Monte Carlo tree search, K simulations from the start (Coulom 2006).

A simulation goes down the tree by a rule of selection, adds one node, and plays on at random to
the end of the episode; its score is added to every node on the way. What comes back is the best of
all episodes simulated. The rules look at mean scores, scaled to [0, 1] between the lowest and the
highest seen so far:

* UCT (Kocsis and Szepesvári 2006) tries every action once, then picks the highest mean +
  sqrt(2 ln N / n).
* pUCT (Rosin 2011; constants of MuZero, Schrittwieser et al. 2020), with a uniform prior P, picks
  the highest mean + P sqrt(N) / (1 + n) * c, where
  c = 1.25 + ln((N + 19652 + 1) / 19652) and the mean of what was not tried is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from introplan.mdp import Status, add, attempt
from introplan.planners.nodes import Conclusion, Node, Search
from introplan.planners.random_shooting import random_walk, take_note

PB_C_INIT, PB_C_BASE = 1.25, 19652.0
"""The published constants of MuZero, under their published names."""


@dataclass(slots=True, eq=False)
class Branch:
    """A node of the tree: the actions left to try, and what the simulations through it gave."""

    node: Node
    untried: list[Any] | None = None
    children: list[Branch] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0


@dataclass(slots=True)
class Range:
    """The lowest and the highest score seen, to which means are scaled."""

    lowest: float = math.inf
    highest: float = -math.inf

    def include(self, score: float) -> None:
        """Widen the range if need be."""
        self.lowest, self.highest = min(self.lowest, score), max(self.highest, score)

    def scale(self) -> tuple[float, float]:
        """What to subtract from a mean and what to multiply it with."""
        width = self.highest - self.lowest
        return (self.lowest, 1 / width) if width > 0 else (self.lowest, 0.0)


Rule: TypeAlias = Callable[[Branch, Range], Branch | None]
"""The child to follow, or None to try something new."""


def mcts(search: Search, simulations: int) -> Conclusion:
    """Pure Monte Carlo tree search with UCT."""
    return _simulated(search, simulations, uct)


def mcts_u(search: Search, simulations: int) -> Conclusion:
    """Monte Carlo tree search with the pUCT rule and a uniform prior."""
    return _simulated(search, simulations, puct)


def uct(branch: Branch, seen: Range) -> Branch | None:
    """Every action once, then the highest upper confidence bound."""
    if branch.untried:
        return None
    lowest, scale = seen.scale()
    log_visits = 2 * math.log(branch.visits)
    sqrt = math.sqrt
    return max(
        branch.children,
        key=lambda c: (c.total / c.visits - lowest) * scale + sqrt(log_visits / c.visits),
    )


def puct(branch: Branch, seen: Range) -> Branch | None:
    """The highest mean plus prior-weighted exploration."""
    lowest, scale = seen.scale()
    count = len(branch.children) + len(branch.untried or ())
    c = PB_C_INIT + math.log((branch.visits + PB_C_BASE + 1) / PB_C_BASE)
    explore = c * math.sqrt(branch.visits) / count
    best, best_value = None, explore if branch.untried else -math.inf
    for child in branch.children:
        mean = (child.total / child.visits - lowest) * scale
        value = mean + explore / (1 + child.visits)
        if value > best_value:
            best, best_value = child, value
    return best


def _simulated(search: Search, simulations: int, rule: Rule) -> Conclusion:
    root, seen = Branch(search.root), Range()
    for _ in range(simulations):
        path = _selected(search, root, rule, seen)
        walk = random_walk(search, path[-1].node)
        take_note(search, walk)
        seen.include(walk.score)
        for branch in path:
            branch.visits += 1
            # The score of the whole walk, not from the branch on: within one branch they differ by
            # a constant, so that the comparison of its children is the same.
            branch.total += walk.score
    return search.concluded(is_proof=False, why=f"no success in {simulations} simulations")


def _selected(search: Search, root: Branch, rule: Rule, seen: Range) -> list[Branch]:
    """Down the tree from the root; the last one is new, or an end."""
    path = [root]
    while not search.is_over(path[-1].node):
        branch = path[-1]
        search.meter.check()
        if branch.untried is None:
            branch.untried = list(search.episode.model.actions(branch.node.state))
            # Shuffled once here and popped one by one: a random untried action in constant time.
            search.rng.shuffle(branch.untried)
        following = rule(branch, seen) if branch.untried or branch.children else None
        if following is not None:
            path.append(following)
            continue
        new = _grown(search, branch)
        if new is not None:
            return [*path, new]
        if not branch.children:
            break
    return path


def _grown(search: Search, branch: Branch) -> Branch | None:
    """A new child by the next action that is allowed and does not fail, if there is one."""
    node = branch.node
    # A node is expanded once, with its first child, however many simulations pass through it.
    if not branch.children and branch.untried:
        search.meter.expand()
    while branch.untried:
        action = branch.untried.pop()
        search.meter.check_now()
        outcome = attempt(search.episode.model, node.state, action)
        if outcome is None:
            continue
        search.meter.generated += 1
        state, reward, status = outcome
        if status is not Status.FAILURE:
            worth = search.worth(node.depth)
            score = add(node.score, reward if worth == 1 else worth * reward)
            new = Node(state, node, action, reward, score, node.depth + 1, status)
            search.best.pass_through(new)
            branch.children.append(Branch(new))
            return branch.children[-1]
    return None
