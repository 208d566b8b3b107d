"""An elevator with passengers in a dict; each delivery pays."""

import introplan as ip

FLOORS = 4
GOALS = {"ann": 3, "bob": 0, "cid": 2}
START = {"floor": 0, "inside": [], "waiting": {"ann": 0, "bob": 2, "cid": 3}}


def actions(state):
    acts = ["open"]
    if state["floor"] > 0:
        acts.append("down")
    if state["floor"] < FLOORS - 1:
        acts.append("up")
    return acts


def transition(state, action):
    if action == "up":
        state["floor"] += 1
    elif action == "down":
        state["floor"] -= 1
    else:
        floor = state["floor"]
        state["inside"] = [p for p in state["inside"] if GOALS[p] != floor]
        for person in sorted(state["waiting"]):
            if state["waiting"][person] == floor:
                state["inside"].append(person)
                del state["waiting"][person]
        state["inside"].sort()
    return state


def left(state):
    return len(state["inside"]) + len(state["waiting"])


def reward(state, action, after):
    return 10 * (left(state) - left(after)) - 1


def terminal(state, action, after):
    return left(after) == 0


def make():
    world = ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal)
    return world.task(START)
