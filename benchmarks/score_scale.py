"""Scores in large worlds: `python benchmarks/score_scale.py [coins] [sums]`.

`coins`: a board with about a million reachable states, in Python and in PDDL, whose best score is
proven. `sums`: `(sum (?c - cell) (if (clean ?c) 1))` over 250 to 2,000 objects, planned in
default mode: is the time linear in the length of the plan?
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import introplan as ip
from introplan.pddl import parse_domain, parse_problem

WIDTH, HEIGHT = 8, 8
COINS = 14
"""64 places times the 2 ** 14 sets of coins: about 1.05 million states, if all can be reached."""

SIZES = (250, 500, 1_000, 2_000)


def coins() -> dict[tuple[int, int], int]:
    """Where coins lie and what they are worth: scattered by fixed strides, without chance."""
    found: dict[tuple[int, int], int] = {}
    number = 0
    while len(found) < COINS:
        number += 1
        place = (number * 5 % WIDTH, number * 3 % HEIGHT + number // 8 % 2)
        if place != (0, 0) and place[1] < HEIGHT:
            found.setdefault(place, 1 + number * 7 % 5)
    return found


def best_score() -> int:
    """The best score, by dynamic programming over sets of coins (Held and Karp 1962).

    Coins that lie on the way are visited in passing, which some order of all visits accounts for.
    """
    worth = coins()
    places = list(worth)

    def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
        return abs(a[0] - b[0]) + abs(a[1] - b[1])

    length = {(1 << i, i): distance((0, 0), place) for i, place in enumerate(places)}
    best = -distance((0, 0), (WIDTH - 1, HEIGHT - 1))
    for chosen in range(1, 1 << len(places)):
        paid = sum(worth[place] for i, place in enumerate(places) if chosen >> i & 1)
        for last, place in enumerate(places):
            so_far = length.get((chosen, last))
            if so_far is None:
                continue
            best = max(best, paid - so_far - distance(place, (WIDTH - 1, HEIGHT - 1)))
            for i, other in enumerate(places):
                if not chosen >> i & 1:
                    key, way = (chosen | 1 << i, i), so_far + distance(place, other)
                    length[key] = min(length.get(key, way), way)
    return best


def python_coins() -> Any:
    """The board as plain functions."""
    worth = coins()
    steps = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
    start = (0, 0, frozenset(worth))

    def transition(s: Any, a: str) -> Any:
        x, y, left = s
        dx, dy = steps[a]
        x, y = x + dx, y + dy
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise ValueError("over the edge")
        return (x, y, left - {(x, y)})

    def reward(s: Any, a: str, s2: Any) -> float:
        return sum(worth[c] for c in s[2] - s2[2]) - 1

    def terminal(s: Any, a: str, s2: Any) -> bool:
        return bool(s2[:2] == (WIDTH - 1, HEIGHT - 1))

    model = ip.program(
        actions=list(steps), transition=transition, reward=reward, terminal=terminal
    )
    return model.task(start)


COIN_DOMAIN = """(define (domain coins)
  (:requirements :strips :typing :negative-preconditions)
  (:types place)
  (:predicates (at ?p - place) (next ?a ?b - place) (coin ?p - place) (exit ?p - place))
  (:functions (worth ?p - place))
  (:action go :parameters (?a ?b - place)
    :precondition (and (at ?a) (next ?a ?b))
    :effect (and (at ?b) (not (at ?a)) (not (coin ?b))))
  (:reward
    (sum (?p - place) (if (and (before (coin ?p)) (not (coin ?p))) (worth ?p)))
    (if (exists (?p - place) (at ?p)) -1))
  (:termination (if (exists (?p - place) (and (at ?p) (exit ?p))) success)))
"""


def plain_domain() -> str:
    """The same without numbers: a predicate for the coins of each worth."""
    values = sorted(set(coins().values()))
    declared = " ".join(f"(coin{value} ?p - place)" for value in values)
    taken = " ".join(f"(not (coin{value} ?b))" for value in values)
    rows = "".join(
        f"    (sum (?p - place) (if (and (before (coin{v} ?p)) (not (coin{v} ?p))) {v}))\n"
        for v in values
    )
    domain = COIN_DOMAIN.replace("(coin ?p - place)", declared).replace("(not (coin ?b))", taken)
    head, _, tail = domain.partition("    (sum")
    return head.replace("  (:functions (worth ?p - place))\n", "") + rows + tail.partition("\n")[2]


def pddl_coins(*, has_numbers: bool) -> Any:
    """The same board in PDDL; what a coin is worth is a number, or is said by its predicate."""
    worth = coins()
    places = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    name = {place: f"p{place[0]}-{place[1]}" for place in places}
    facts = [f"(at {name[0, 0]})", f"(exit {name[WIDTH - 1, HEIGHT - 1]})"]
    if has_numbers:
        facts += [f"(coin {name[place]})" for place in worth]
        facts += [f"(= (worth {name[place]}) {worth.get(place, 0)})" for place in places]
    else:
        facts += [f"(coin{value} {name[place]})" for place, value in worth.items()]
    for x, y in places:
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        facts += [f"(next {name[x, y]} {name[place]})" for place in beside if place in name]
    problem = (
        "(define (problem board) (:domain coins)\n"
        f"  (:objects {' '.join(name.values())} - place)\n  (:init {' '.join(facts)}))\n"
    )
    domain = COIN_DOMAIN if has_numbers else plain_domain()
    return parse_problem(parse_domain(domain), problem)


SUM_DOMAIN = """(define (domain sweep)
  (:requirements :strips :typing :negative-preconditions)
  (:types cell)
  (:predicates (clean ?c - cell))
  (:action sweep :parameters (?c - cell)
    :precondition (not (clean ?c))
    :effect (clean ?c))
  (:reward (sum (?c - cell) (if (clean ?c) 1)))
  (:termination (if (forall (?c - cell) (clean ?c)) success)))
"""


def sum_task(size: int, *, horizon: bool) -> Any:
    """Cells that can be swept one by one; with success when all are, or within as many moves."""
    cells = " ".join(f"c{number}" for number in range(size))
    domain = SUM_DOMAIN
    ending = ""
    if horizon:
        domain = domain[: domain.index("  (:termination")].rstrip() + ")\n"
        ending = f"  (:horizon {size})"
    problem = (
        f"(define (problem sweep) (:domain sweep) (:objects {cells} - cell) (:init)\n{ending})\n"
    )
    return parse_problem(parse_domain(domain), problem)


def timed(task: Any, **options: Any) -> tuple[Any, float]:
    """An answer and its seconds of wall-clock time."""
    began = time.perf_counter()
    return ip.plan(task, **options), time.perf_counter() - began


def print_coins() -> None:
    """Proofs in boards of a million states."""
    print(f"The best score is {best_score()}, by dynamic programming over sets of coins.\n")
    print("| board | states, at most | score | proven | bound | expanded | seconds |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: |")
    states = WIDTH * HEIGHT * 2**COINS
    boards = (
        ("PDDL", pddl_coins(has_numbers=False)),
        ("PDDL with (worth ?p)", pddl_coins(has_numbers=True)),
        ("Python", python_coins()),
    )
    for kind, task in boards:
        limits = ip.Limits(seconds=120)
        result, seconds = timed(task, optimal=True, limits=limits)
        cells = [kind, f"{states:,}", f"{result.score:g}", str(result.proved_optimal)]
        cells += [str(result.bound), f"{result.expanded:,}", f"{seconds:.1f}"]
        print(f"| {' | '.join(cells)} |", flush=True)


def print_sums() -> None:
    """Times of sums over many objects, and their slope."""
    print("\n| objects | asked | steps | score | bound | seconds |")
    print("| ---: | --- | ---: | ---: | ---: | ---: |")
    for horizon in (False, True):
        times = []
        for size in SIZES:
            result, seconds = timed(sum_task(size, horizon=horizon))
            times.append(seconds)
            asked = "horizon" if horizon else "success"
            cells = [str(size), asked, str(len(result.plan or ())), f"{result.score:g}"]
            cells += [str(result.bound), f"{seconds:.2f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
        slope = math.log(times[-1] / times[0]) / math.log(SIZES[-1] / SIZES[0])
        print(f"slope on log-log axes: {slope:.2f}")


def main() -> None:
    """Print what is asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="coins, sums", default=["coins", "sums"])
    parts = parser.parse_args().parts
    if "coins" in parts:
        print_coins()
    if "sums" in parts:
        print_sums()


if __name__ == "__main__":
    main()
