"""A code world model with a State class that copies itself, as a language model writes it."""

from __future__ import annotations

from typing import List, Optional, Tuple

import introplan as ip


class BlocksState:
    """Blocks world with three positions."""

    def __init__(self, stacks: List[List[str]], holding: Optional[str] = None):
        self.stacks = stacks
        self.holding = holding

    def copy(self) -> BlocksState:
        return BlocksState([list(s) for s in self.stacks], self.holding)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BlocksState):
            return False
        return self.stacks == other.stacks and self.holding == other.holding

    def __hash__(self) -> int:
        return hash((tuple(tuple(s) for s in self.stacks), self.holding))


class BlocksModel:
    def __init__(self):
        self.goal = [["c", "b", "a"], [], ["d"]]
        self.init = [["a", "b"], ["d", "c"], []]

    def get_initial_state(self) -> BlocksState:
        return BlocksState([list(s) for s in self.init])

    def get_legal_actions(self, state: BlocksState) -> List[Tuple[str, int]]:
        actions = []
        for i, stack in enumerate(state.stacks):
            if state.holding is None and len(stack) > 0:
                actions.append(("pick", i))
            if state.holding is not None:
                actions.append(("place", i))
        return actions

    def transition(self, state: BlocksState, action: Tuple[str, int]) -> BlocksState:
        next_state = state.copy()
        verb, i = action
        if verb == "pick":
            next_state.holding = next_state.stacks[i].pop()
        elif verb == "place":
            next_state.stacks[i].append(next_state.holding)
            next_state.holding = None
        return next_state

    def reward(self, state, action, next_state) -> float:
        return 100.0 if self.is_terminal(next_state) else -1.0

    def is_terminal(self, state: BlocksState) -> bool:
        return state.stacks == self.goal and state.holding is None


def make():
    model = BlocksModel()
    world = ip.program(
        actions=model.get_legal_actions,
        transition=model.transition,
        reward=model.reward,
        terminal=lambda s, a, s2: model.is_terminal(s2),
    )
    return world.task(model.get_initial_state())
