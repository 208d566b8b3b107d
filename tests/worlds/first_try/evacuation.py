"""People evacuate rooms with capacities through corridors: nested dict, global tables, assert for illegal."""

import introplan as ip

ROOMS = {"A": 3, "B": 2, "C": 2, "exit": 99}
DOORS = [("A", "B", 2), ("B", "C", 1), ("A", "C", 1), ("C", "exit", 2), ("B", "exit", 1)]


def transition(people, action):
    source, target, n = action
    width = {(a, b): w for a, b, w in DOORS}.get((source, target))
    assert width is not None and n <= width
    assert people[source] >= n
    assert people[target] + n <= ROOMS[target]
    new = people.copy()
    new[source] -= n
    new[target] += n
    return new


ACTIONS = [(a, b, n) for a, b, w in DOORS for n in range(1, w + 1)]


def reward(people, action, after):
    return -sum(n for room, n in after.items() if room != "exit")


def terminal(people, action, after):
    return all(n == 0 for room, n in after.items() if room != "exit")


def make():
    return ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal).task(
        {"A": 3, "B": 2, "C": 1, "exit": 0}
    )
