"""A simulator as language models write it: a State class, legal actions, transition, goal."""

from copy import deepcopy
from dataclasses import dataclass, field

import introplan as ip


@dataclass
class State:
    """State of the delivery world."""

    robot_location: str = "depot"
    package_locations: dict[str, str] = field(
        default_factory=lambda: {"p1": "depot", "p2": "market"}
    )
    holding: str | None = None
    steps_taken: int = 0

    def __hash__(self):
        return hash((self.robot_location, tuple(sorted(self.package_locations.items())),
                     self.holding))

    def __eq__(self, other):
        return (self.robot_location == other.robot_location
                and self.package_locations == other.package_locations
                and self.holding == other.holding)


class DeliveryWorld:
    """Deliver all packages to their destinations."""

    CONNECTIONS = {
        "depot": ["street"],
        "street": ["depot", "market", "school"],
        "market": ["street"],
        "school": ["street"],
    }
    DESTINATIONS = {"p1": "school", "p2": "depot"}

    def get_legal_actions(self, state):
        actions = []
        for neighbor in self.CONNECTIONS[state.robot_location]:
            actions.append(("move", neighbor))
        if state.holding is None:
            for package, location in state.package_locations.items():
                if location == state.robot_location:
                    actions.append(("pick", package))
        else:
            actions.append(("drop", state.holding))
        return actions

    def apply(self, state, action):
        new_state = deepcopy(state)
        new_state.steps_taken += 1
        kind, argument = action
        if kind == "move":
            new_state.robot_location = argument
        elif kind == "pick":
            new_state.holding = argument
            new_state.package_locations[argument] = "robot"
        elif kind == "drop":
            new_state.package_locations[argument] = new_state.robot_location
            new_state.holding = None
        return new_state

    def is_goal(self, state):
        return all(state.package_locations[p] == d for p, d in self.DESTINATIONS.items())


def make():
    world = DeliveryWorld()
    model = ip.program(
        actions=world.get_legal_actions,
        transition=world.apply,
        reward=lambda s, a, s2: 1 if world.is_goal(s2) else 0,
        terminal=lambda s, a, s2: world.is_goal(s2),
    )
    return model.task(State())
