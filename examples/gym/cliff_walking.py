"""Gymnasium's CliffWalking, rule by rule: along the edge, one point per step, a hundred for a
fall.

A fall leads back to the start, and the episode goes on. It ends at the goal, and that step costs
as well.
"""

from typing import NamedTuple

UP, RIGHT, DOWN, LEFT = range(4)

ACTIONS = [UP, RIGHT, DOWN, LEFT]

ROWS, COLS = 4, 12


class Place(NamedTuple):
    row: int
    col: int


START = Place(ROWS - 1, 0)

GOAL = Place(ROWS - 1, COLS - 1)


def stepped(s, a):
    if a == UP:
        return Place(max(s.row - 1, 0), s.col)
    if a == RIGHT:
        return Place(s.row, min(s.col + 1, COLS - 1))
    if a == DOWN:
        return Place(min(s.row + 1, ROWS - 1), s.col)
    return Place(s.row, max(s.col - 1, 0))


def is_cliff(place):
    return place.row == ROWS - 1 and 0 < place.col < COLS - 1


def transition(s, a):
    there = stepped(s, a)
    return START if is_cliff(there) else there


def reward(s, a, s2):
    return -100 if is_cliff(stepped(s, a)) else -1


def terminal(s, a, s2):
    return s2 == GOAL


def state_of(number):
    """The state that an observation stands for."""
    return Place(*divmod(number, COLS))


def play(seed, **options):
    """Plan in the model and act in the real environment; the steps it took and their sum."""
    import gymnasium

    import introplan as ip
    from introplan.interop.gymnasium import IntrospectorAgent

    newest = max(name for name in gymnasium.registry if name.startswith("CliffWalking-"))
    env = gymnasium.make(newest, **options)
    world = ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal)
    agent = IntrospectorAgent(env, world, read=lambda seen, info: state_of(seen), optimal=True)
    seen, info = env.reset(seed=seed)
    steps, score, is_over = 0, 0, False
    while not is_over:
        seen, paid, terminated, truncated, info = env.step(agent.act(seen, info))
        steps, score, is_over = steps + 1, score + paid, terminated or truncated
    return steps, score, agent


if __name__ == "__main__":
    steps, score, agent = play(seed=1)
    print(f"{steps} steps, plans made: {agent.plans}, {score} points")
