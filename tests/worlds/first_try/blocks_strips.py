"""Blocks world by STRIPS operators over frozensets of strings."""

from dataclasses import dataclass
from itertools import permutations

import introplan as ip


@dataclass(frozen=True)
class Operator:
    name: str
    pre: frozenset
    add: frozenset
    delete: frozenset


def operators(blocks):
    ops = []
    for a in blocks:
        ops.append(Operator(f"pickup({a})", frozenset({f"clear({a})", f"table({a})", "empty"}),
                            frozenset({f"holding({a})"}), frozenset({f"clear({a})", f"table({a})", "empty"})))
        ops.append(Operator(f"putdown({a})", frozenset({f"holding({a})"}),
                            frozenset({f"clear({a})", f"table({a})", "empty"}), frozenset({f"holding({a})"})))
    for a, b in permutations(blocks, 2):
        ops.append(Operator(f"stack({a},{b})", frozenset({f"holding({a})", f"clear({b})"}),
                            frozenset({f"on({a},{b})", f"clear({a})", "empty"}),
                            frozenset({f"holding({a})", f"clear({b})"})))
        ops.append(Operator(f"unstack({a},{b})", frozenset({f"on({a},{b})", f"clear({a})", "empty"}),
                            frozenset({f"holding({a})", f"clear({b})"}),
                            frozenset({f"on({a},{b})", f"clear({a})", "empty"})))
    return ops


OPS = {op.name: op for op in operators("abc")}
GOAL = frozenset({"on(a,b)", "on(b,c)"})


def transition(state, name):
    op = OPS[name]
    if not op.pre.issubset(state):
        raise ValueError("precondition")
    return (state - op.delete).union(op.add)


def make():
    start = frozenset({"table(a)", "on(c,a)", "table(b)", "clear(c)", "clear(b)", "empty"})
    world = ip.program(
        actions=list(OPS),
        transition=transition,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if GOAL <= s2 else ip.Status.CONTINUE,
    )
    return world.task(start)
