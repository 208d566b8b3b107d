"""Gymnasium's Taxi, rule by rule: fetch the passenger and set them down at their destination.

A state is what `env.unwrapped.decode` gives for an observation. The rain and the fickle passenger,
which are off unless asked for, are not in this model: with them, an agent is surprised and plans
again.
"""

from typing import NamedTuple

SOUTH, NORTH, EAST, WEST, PICKUP, DROPOFF = range(6)

ACTIONS = [SOUTH, NORTH, EAST, WEST, PICKUP, DROPOFF]

SIZE = 5

STANDS = [(0, 0), (0, 4), (4, 0), (4, 3)]

RIDING = 4

WALLS = frozenset({(0, 1), (1, 1), (3, 0), (4, 0), (3, 2), (4, 2)})
"""The cells with a wall on their east side."""


class Taxi(NamedTuple):
    row: int
    col: int
    passenger: int  # the number of a stand, or RIDING
    destination: int  # the number of a stand


START = Taxi(3, 1, 2, 1)


def moved(s, a):
    if a == SOUTH:
        return s._replace(row=min(s.row + 1, SIZE - 1))
    if a == NORTH:
        return s._replace(row=max(s.row - 1, 0))
    if a == EAST and s.col < SIZE - 1 and (s.row, s.col) not in WALLS:
        return s._replace(col=s.col + 1)
    if a == WEST and s.col > 0 and (s.row, s.col - 1) not in WALLS:
        return s._replace(col=s.col - 1)
    return s


def can_pick_up(s):
    return s.passenger != RIDING and (s.row, s.col) == STANDS[s.passenger]


def can_set_down(s):
    return s.passenger == RIDING and (s.row, s.col) in STANDS


def transition(s, a):
    if a == PICKUP:
        return s._replace(passenger=RIDING) if can_pick_up(s) else s
    if a == DROPOFF:
        return s._replace(passenger=STANDS.index((s.row, s.col))) if can_set_down(s) else s
    return moved(s, a)


def is_delivered(s, a):
    return a == DROPOFF and s.passenger == RIDING and (s.row, s.col) == STANDS[s.destination]


def reward(s, a, s2):
    if is_delivered(s, a):
        return 20
    if a == PICKUP and not can_pick_up(s):
        return -10
    if a == DROPOFF and not can_set_down(s):
        return -10
    return -1


def terminal(s, a, s2):
    return is_delivered(s, a)


def state_of(number):
    """The state that an observation stands for."""
    number, destination = divmod(number, 4)
    number, passenger = divmod(number, 5)
    row, col = divmod(number, 5)
    return Taxi(row, col, passenger, destination)


def play(seed, **options):
    """Plan in the model and act in the real environment; the steps it took and their sum."""
    import gymnasium

    import introplan as ip
    from introplan.interop.gymnasium import IntrospectorAgent

    newest = max(name for name in gymnasium.registry if name.startswith("Taxi-"))
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
    for start in range(5):
        steps, score, agent = play(seed=start)
        print(f"start {start}: {steps} steps, plans made: {agent.plans}, {score} points")
