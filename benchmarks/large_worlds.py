"""Larger worlds of known kinds, whose proofs take a while: for benchmarks/known_worlds.py --large.

Ordinary functions over tables; the tables come from a small congruential generator, so that they
are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import introplan as ip
from introplan.pddl import parse_domain, parse_problem


def numbers(seed: int) -> Iterator[int]:
    """Numbers that look random (Park and Miller 1988)."""
    while True:
        seed = seed * 48271 % 2147483647
        yield seed >> 8


def coins() -> Any:
    """A board of 9 by 9 with 11 coins, and 26 moves."""
    draw = numbers(1)
    worth = {(next(draw) % 9, next(draw) % 9): 1 + next(draw) % 9 for _ in range(11)}
    steps = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}

    def transition(s: Any, a: str) -> Any:
        x, y, left = s
        dx, dy = steps[a]
        x, y = x + dx, y + dy
        if not (0 <= x < 9 and 0 <= y < 9):
            raise ValueError("over the edge")
        return (x, y, left - {(x, y)})

    def reward(s: Any, a: str, s2: Any) -> int:
        return sum(worth[c] for c in s[2] - s2[2])

    model = ip.program(actions=list(steps), transition=transition, reward=reward)
    return model.task((4, 4, frozenset(worth)), horizon=26)


def job_shop() -> Any:
    """Seventeen jobs for one machine, with due dates and penalties."""
    draw = numbers(2)
    jobs = {
        f"job{i}": (
            1 + next(draw) % 6,
            5 + next(draw) % 60,
            5 + next(draw) % 20,
            1 + next(draw) % 5,
        )
        for i in range(17)
    }

    def transition(s: Any, job: str) -> Any:
        hour, waiting = s
        if job not in waiting:
            raise ValueError("that is done")
        return (hour + jobs[job][0], waiting - {job})

    def reward(s: Any, job: str, s2: Any) -> int:
        _, due, pay, penalty = jobs[job]
        total = pay
        if s2[0] > due:
            total -= penalty * (s2[0] - due)
        return total

    def terminal(s: Any, job: str, s2: Any) -> bool:
        return not s2[1]

    model = ip.program(actions=list(jobs), transition=transition, reward=reward, terminal=terminal)
    return model.task((0, frozenset(jobs)))


def orienteering() -> Any:
    """Fifteen places and a budget; home in time."""
    draw = numbers(3)
    places = {f"p{i}": (next(draw) % 20, next(draw) % 20, 1 + next(draw) % 9) for i in range(15)}
    places["home"] = (10, 10, 0)

    def distance(a: str, b: str) -> int:
        return abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1])

    def transition(s: Any, place: str) -> Any:
        at, left, visited = s
        way = distance(at, place)
        if place == at or place in visited or way + distance(place, "home") > left:
            raise ValueError("no way home in time")
        return (place, left - way, visited | {place})

    def reward(s: Any, place: str, s2: Any) -> int:
        return places[place][2]

    def terminal(s: Any, place: str, s2: Any) -> bool:
        return place == "home"

    model = ip.program(
        actions=list(places), transition=transition, reward=reward, terminal=terminal
    )
    return model.task(("home", 60, frozenset()))


def inventory() -> Any:
    """A year of known demand, and room for 60."""
    draw = numbers(4)
    demand = [next(draw) % 25 for _ in range(52)]

    def transition(s: Any, order: int) -> Any:
        week, stock = s
        if stock + order > 60:
            raise ValueError("no room")
        return (week + 1, max(0, stock + order - demand[week]))

    def reward(s: Any, order: int, s2: Any) -> int:
        week, stock = s
        profit: int = 6 * min(stock + order, demand[week]) - 2 * order - s2[1]
        return profit - 30 if order > 0 else profit

    def terminal(s: Any, order: int, s2: Any) -> bool:
        return bool(s2[0] == len(demand))

    model = ip.program(
        actions=list(range(61)), transition=transition, reward=reward, terminal=terminal
    )
    return model.task((0, 0))


def delivery() -> Any:
    """Five parcels on a street of twelve places, with deadlines; the van holds three."""
    draw = numbers(8)
    parcels = {
        f"p{i}": (next(draw) % 12, next(draw) % 12, 8 + next(draw) % 25, 4 + next(draw) % 9)
        for i in range(5)
    }
    verbs = [f"{verb} {name}" for verb in ("take", "drop") for name in parcels]

    def transition(s: Any, a: str) -> Any:
        at, hour, load, left = s
        if a in ("left", "right"):
            at += 1 if a == "right" else -1
            if not 0 <= at < 12:
                raise ValueError("the street ends")
            return (at, hour + 1, load, left)
        verb, name = a.split()
        if verb == "take":
            if name not in left or at != parcels[name][0] or len(load) == 3:
                raise ValueError("nothing to take")
            return (at, hour + 1, load | {name}, left - {name})
        if name not in load or at != parcels[name][1]:
            raise ValueError("not here")
        return (at, hour + 1, load - {name}, left)

    def reward(s: Any, a: str, s2: Any) -> float:
        if a.startswith("drop"):
            _, _, due, pay = parcels[a[5:]]
            return pay if s2[1] <= due else -2
        return -0.1

    model = ip.program(actions=["left", "right", *verbs], transition=transition, reward=reward)
    return model.task((0, 0, frozenset(), frozenset(parcels)), horizon=32)


SWAMP = """(define (domain swamp)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (swampy ?p - place) (home ?p - place))
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:reward (if (exists (?p - place) (and (at ?p) (swampy ?p))) -20) (else -1))
  (:termination (if (exists (?p - place) (and (at ?p) (home ?p))) success)))
"""

COINS = """(define (domain coins)
  (:requirements :strips :typing)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (small ?p - place) (large ?p - place))
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (not (small ?b)) (not (large ?b))))
  (:reward
    (sum (?p - place) (if (and (before (small ?p)) (not (small ?p))) 2))
    (sum (?p - place) (if (and (before (large ?p)) (not (large ?p))) 7))))
"""

CLEANING = """(define (domain cleaning)
  (:requirements :strips :typing :negative-preconditions)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (clean ?p - place) (guest ?p - place))
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a))))
  (:action clean-up :parameters (?p - place)
    :precondition (and (at ?p) (not (clean ?p)))
    :effect (clean ?p))
  (:reward
    (sum (?p - place) (if (clean ?p) 1))
    (sum (?p - place) (if (and (guest ?p) (not (clean ?p))) -2))))
"""


def board(domain: str, size: int, marks: dict[str, int], *, seed: int, ending: str = "") -> Any:
    """A square of places; of each mark so many."""
    draw = numbers(seed)
    places = [(x, y) for x in range(size) for y in range(size)]
    name = {place: f"p{place[0]}-{place[1]}" for place in places}
    facts = ["(at p0-0)"]
    for mark, count in marks.items():
        where = {places[1 + next(draw) % (len(places) - 2)] for _ in range(count)}
        facts += [f"({mark} {name[place]})" for place in sorted(where)]
    if "home" in domain:
        facts.append(f"(home {name[places[-1]]})")
    for x, y in places:
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        facts += [f"(next {name[x, y]} {name[place]})" for place in beside if place in name]
    title = domain.split()[2].rstrip(")")
    problem = (
        f"(define (problem {title}-1) (:domain {title})\n"
        f"  (:objects {' '.join(name.values())} - place)\n  (:init {' '.join(facts)})\n{ending})\n"
    )
    return parse_problem(parse_domain(domain), problem)


LARGE: dict[tuple[str, str], Callable[[], Any]] = {
    ("coins", "Python"): coins,
    ("job_shop", "Python"): job_shop,
    ("orienteering", "Python"): orienteering,
    ("inventory", "Python"): inventory,
    ("delivery", "Python"): delivery,
    ("swamp", "PDDL"): lambda: board(SWAMP, 40, {"swampy": 700}, seed=5),
    ("coins", "PDDL"): lambda: board(
        COINS, 7, {"small": 7, "large": 4}, seed=6, ending="  (:horizon 22)"
    ),
    ("cleaning", "PDDL"): lambda: board(
        CLEANING, 4, {"guest": 5}, seed=7, ending="  (:horizon 14)"
    ),
}
