"""Actions are objects of a class hierarchy; a robot serves coffee."""

import introplan as ip

ROOMS = ["kitchen", "office", "lab"]


class Action:
    def __init__(self, name):
        self.name = name

    def possible(self, state):
        return True

    def apply(self, state):
        raise NotImplementedError

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        return type(self) is type(other) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


class Go(Action):
    def __init__(self, room):
        super().__init__("go " + room)
        self.room = room

    def possible(self, state):
        return state["robot"] != self.room

    def apply(self, state):
        state["robot"] = self.room


class Brew(Action):
    def possible(self, state):
        return super().possible(state) and state["robot"] == "kitchen" and state["cups"] < 2

    def apply(self, state):
        state["cups"] += 1


class Serve(Action):
    def possible(self, state):
        return state["cups"] > 0 and state["robot"] in state["thirsty"]

    def apply(self, state):
        state["cups"] -= 1
        state["thirsty"].remove(state["robot"])


ACTIONS = [Go(room) for room in ROOMS] + [Brew("brew"), Serve("serve")]


def transition(state, action):
    if not action.possible(state):
        raise ValueError("not possible now")
    action.apply(state)
    return state


def reward(state, action, after):
    return len(state["thirsty"]) - len(after["thirsty"]) - 0.1


def terminal(state, action, after):
    return not after["thirsty"]


def make():
    world = ip.program(actions=ACTIONS, transition=transition, reward=reward, terminal=terminal)
    return world.task({"robot": "kitchen", "cups": 0, "thirsty": ["office", "lab"]})
