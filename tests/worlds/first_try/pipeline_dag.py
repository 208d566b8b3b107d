"""Compile a project: a DAG of modules, a cache of built ones, dirty ones rebuilt recursively."""

import introplan as ip

DEPS = {
    "app": ["ui", "core"],
    "ui": ["core", "icons"],
    "core": ["util"],
    "icons": [],
    "util": [],
    "tests": ["core"],
}
COST = {"app": 3, "ui": 5, "core": 8, "icons": 1, "util": 2, "tests": 4}


def dependents(name):
    found = set()
    stack = [name]
    while stack:
        current = stack.pop()
        for other, deps in DEPS.items():
            if current in deps and other not in found:
                found.add(other)
                stack.append(other)
    return found


def buildable(state, name):
    return name not in state and all(d in state for d in DEPS[name])


def actions(state):
    return [("build", n) for n in DEPS if buildable(state, n)] + [("touch", n) for n in sorted(state)]


def transition(state, action):
    verb, name = action
    if verb == "build":
        return state | {name}
    return state - {name} - dependents(name)


def reward(state, action, after):
    verb, name = action
    return -COST[name] if verb == "build" else -0.5


def terminal(state, action, after):
    return {"app", "tests"} <= after


def make():
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task(
        frozenset({"icons", "util"})
    )
