"""Flip the inputs of a circuit until its output is on; gates are nested tuples."""

import introplan as ip

CIRCUIT = (
    "and",
    ("xor", ("in", 0), ("in", 3)),
    ("or", ("and", ("in", 1), ("not", ("in", 2))), ("and", ("in", 4), ("in", 5))),
    ("not", ("xor", ("in", 5), ("in", 2))),
)
# Pressing a button flips several inputs at once.
BUTTONS = {"a": (0, 1), "b": (1, 2, 3), "c": (3, 4), "d": (4, 5, 0), "e": (2, 5)}


def evaluate(gate, inputs):
    op = gate[0]
    if op == "in":
        return inputs[gate[1]]
    values = [evaluate(sub, inputs) for sub in gate[1:]]
    if op == "not":
        return not values[0]
    if op == "and":
        return all(values)
    if op == "or":
        return any(values)
    return values[0] != values[1]


def transition(inputs, button):
    new = list(inputs)
    for i in BUTTONS[button]:
        new[i] = not new[i]
    return tuple(new)


def reward(inputs, button, after):
    return 1 if evaluate(CIRCUIT, after) else 0


def make():
    world = ip.program(actions=sorted(BUTTONS), transition=transition, reward=reward)
    return world.task((False, True, True, False, False, False))
