"""Gymnasium's FrozenLake, rule by rule, on any map: cross the ice and keep clear of the holes.

On ice that is not slippery the model is exact. On slippery ice it is too optimistic: it takes the
intended outcome for the only one, so that an agent with this model has to plan again at every
other step.
"""

from dataclasses import dataclass
from typing import NamedTuple

LEFT, DOWN, RIGHT, UP = range(4)

ACTIONS = [LEFT, DOWN, RIGHT, UP]


class Place(NamedTuple):
    row: int
    col: int


@dataclass(frozen=True)
class Lake:
    """A map: start S, ice F, holes H, goal G."""

    rows: tuple[str, ...]

    @property
    def start(self):
        for row, marks in enumerate(self.rows):
            if "S" in marks:
                return Place(row, marks.index("S"))

    def transition(self, s, a):
        if a == LEFT:
            return Place(s.row, max(s.col - 1, 0))
        if a == DOWN:
            return Place(min(s.row + 1, len(self.rows) - 1), s.col)
        if a == RIGHT:
            return Place(s.row, min(s.col + 1, len(self.rows[0]) - 1))
        return Place(max(s.row - 1, 0), s.col)

    def reward(self, s, a, s2):
        return 1 if self.rows[s2.row][s2.col] == "G" else 0

    def terminal(self, s, a, s2):
        mark = self.rows[s2.row][s2.col]
        if mark == "H":
            return "failure"
        return "success" if mark == "G" else "continue"

    def draw(self, s):
        rows = [list(row) for row in self.rows]
        rows[s.row][s.col] = "@"
        return "\n".join("".join(row) for row in rows)

    def state_of(self, number):
        """The state that an observation stands for."""
        return Place(*divmod(number, len(self.rows[0])))


def lake_of(env):
    """The map of a real FrozenLake."""
    return Lake(tuple("".join(map(bytes.decode, row)) for row in env.unwrapped.desc))


LAKE = Lake(("SFFF", "FHFH", "FFFH", "HFFG"))

START, transition, reward = LAKE.start, LAKE.transition, LAKE.reward

terminal, draw = LAKE.terminal, LAKE.draw


def play(seed, **options):
    """Plan in the model and act in the real environment; the steps it took and what was paid."""
    import gymnasium

    import introplan as ip
    from introplan.interop.gymnasium import IntrospectorAgent

    env = gymnasium.make("FrozenLake-v1", **options)
    lake = lake_of(env)
    world = ip.program(
        actions=ACTIONS,
        transition=lake.transition,
        reward=lake.reward,
        terminal=lake.terminal,
    )
    agent = IntrospectorAgent(
        env, world, read=lambda seen, info: lake.state_of(seen), optimal=True
    )
    seen, info = env.reset(seed=seed)
    steps, is_over = 0, False
    while not is_over:
        seen, paid, terminated, truncated, info = env.step(agent.act(seen, info))
        steps, is_over = steps + 1, terminated or truncated
    return steps, paid, agent


if __name__ == "__main__":
    for is_slippery in (False, True):
        steps, paid, agent = play(seed=1, map_name="8x8", is_slippery=is_slippery)
        ice = "slippery" if is_slippery else "plain"
        print(f"{ice} ice: {steps} steps, plans made: {agent.plans}, paid {paid}")
