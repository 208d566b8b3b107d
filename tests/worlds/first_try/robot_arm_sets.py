"""A gripper: a dict of sets, changed by add, remove and discard."""

import introplan as ip

START = {"room": "left", "left": {"b1", "b2"}, "right": {"b3"}, "held": set()}


def actions(state):
    yield "move"
    for ball in sorted(state[state["room"]]):
        if len(state["held"]) < 2:
            yield "pick " + ball
    for ball in sorted(state["held"]):
        yield "drop " + ball


def transition(state, action):
    if action == "move":
        state["room"] = "right" if state["room"] == "left" else "left"
        return state
    verb, ball = action.split()
    if verb == "pick":
        state[state["room"]].remove(ball)
        state["held"].add(ball)
    else:
        state["held"].discard(ball)
        state[state["room"]].add(ball)
    return state


def terminal(state, action, after):
    if after["right"] >= {"b1", "b2"} and after["left"] == {"b3"}:
        return ip.Status.SUCCESS
    return ip.Status.CONTINUE


def make():
    world = ip.program(actions=actions, transition=transition, reward=lambda s, a, s2: -1,
                       terminal=terminal)
    return world.task(START)
