"""Jealous pairs with an island: three couples, a boat for two."""

from itertools import combinations

import introplan as ip

COUPLES = "abc"
PEOPLE = [c for c in COUPLES] + [c.upper() for c in COUPLES]  # lower: wife, upper: husband
BANKS = ("left", "right")


def safe(group):
    husbands = {p for p in group if p.isupper()}
    return not husbands or all(p.upper() in husbands for p in group if p.islower())


START = (frozenset(PEOPLE), "left")
ACTIONS = [tuple(c) for n in (1, 2) for c in combinations(PEOPLE, n)]


def transition(state, crew):
    left, boat = state
    here = left if boat == "left" else frozenset(PEOPLE) - left
    if not here.issuperset(crew):
        return None
    left2 = left - set(crew) if boat == "left" else left | set(crew)
    if not (safe(left2) and safe(frozenset(PEOPLE) - left2) and safe(crew)):
        return None
    return left2, BANKS[1 - BANKS.index(boat)]


def reward(state, crew, after):
    left, _ = after
    return 100 if not left else -len(crew)


def terminal(state, crew, after):
    return len(after[0]) == 0


def make():
    return ip.program(
        actions=ACTIONS, transition=transition, reward=reward, terminal=terminal
    ).task(START)
