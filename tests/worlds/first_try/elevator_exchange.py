"""LLM-written code world model of an elevator, list fields, reset/step/get_state/set_state/get_legal_actions."""

from typing import Any, Dict, List, Optional

import introplan as ip


class ElevatorWorld:
    """An elevator that picks up passengers and brings them to their destinations."""

    NUM_FLOORS = 5
    CAPACITY = 2
    PASSENGERS = [(0, 3), (4, 1), (2, 0), (1, 4)]

    def __init__(self) -> None:
        self.floor: int = 0
        self.doors_open: bool = False
        self.locations: List[Any] = []
        self.reset()

    def reset(self, seed: Optional[int] = None) -> Dict[str, Any]:
        self.floor = 2
        self.doors_open = False
        self.locations = [origin for origin, _ in self.PASSENGERS]
        return self.get_state()

    def get_state(self) -> Dict[str, Any]:
        return {
            "floor": self.floor,
            "doors_open": self.doors_open,
            "locations": list(self.locations),
        }

    def set_state(self, state: Dict[str, Any]) -> None:
        self.floor = state["floor"]
        self.doors_open = state["doors_open"]
        self.locations = list(state["locations"])

    @property
    def on_board(self) -> List[int]:
        return [i for i, loc in enumerate(self.locations) if loc == "car"]

    def get_legal_actions(self) -> List[str]:
        if self.doors_open:
            return ["close"]
        actions = ["open"]
        if self.floor < self.NUM_FLOORS - 1:
            actions.append("up")
        if self.floor > 0:
            actions.append("down")
        return actions

    def _exchange(self) -> int:
        """Lets passengers out, then in; returns how many arrived."""
        arrived = 0
        for i in self.on_board:
            if self.PASSENGERS[i][1] == self.floor:
                self.locations[i] = "done"
                arrived += 1
        for i, loc in enumerate(self.locations):
            if loc == self.floor and len(self.on_board) < self.CAPACITY:
                self.locations[i] = "car"
        return arrived

    def is_done(self) -> bool:
        return all(loc == "done" for loc in self.locations) and not self.doors_open

    def step(self, action: str):
        if action not in self.get_legal_actions():
            raise ValueError(f"illegal action {action!r} in {self.get_state()}")
        reward = -1.0
        if action == "up":
            self.floor += 1
        elif action == "down":
            self.floor -= 1
        elif action == "open":
            self.doors_open = True
            reward += 5.0 * self._exchange()
        else:
            self.doors_open = False
        reward -= 0.5 * len([x for x in self.locations if x not in ("done", "car")])
        return self.get_state(), reward, self.is_done(), {}


def make():
    return ip.from_env(ElevatorWorld())
