"""Coffee for the office, as a reward machine: what pays depends on what was done before.

A reward machine (Toro Icarte et al. 2018) is a small automaton: events move it, and edges pay.
Here it is a table, and its node is one more part of the state. First coffee, then mail, then to
the office; plants must not be broken.
"""

from typing import NamedTuple

ROOMS = [
    "..c..",
    ".*.*.",
    "m...o",
]

# node, event: next node, reward
MACHINE = {
    ("idle", "c"): ("coffee", 1),
    ("coffee", "m"): ("both", 2),
    ("coffee", "o"): ("served", 3),
    ("both", "o"): ("served", 10),
    ("idle", "*"): ("broken", -20),
    ("coffee", "*"): ("broken", -20),
    ("both", "*"): ("broken", -20),
}

STEPS = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}

ACTIONS = list(STEPS)


class Office(NamedTuple):
    x: int
    y: int
    node: str


START = Office(0, 0, "idle")


def moved(s, a):
    dx, dy = STEPS[a]
    x, y = s.x + dx, s.y + dy
    if not (0 <= x < 5 and 0 <= y < 3):
        raise ValueError("a wall")
    return x, y


def transition(s, a):
    x, y = moved(s, a)
    node, _ = MACHINE.get((s.node, ROOMS[y][x]), (s.node, 0))
    return Office(x, y, node)


def reward(s, a, s2):
    _, paid = MACHINE.get((s.node, ROOMS[s2.y][s2.x]), (s.node, 0))
    return paid - 0.5


# The habit of many environments: dead or won, by the same flag.
def terminal(s, a, s2):
    return s2.node in ("served", "broken")


if __name__ == "__main__":
    import introplan as ip

    print(ip.plan(ip.read_program(__file__), optimal=True))
