"""Defusing a bomb: a TypedDict state and wires in a set."""

from typing import Set, TypedDict

import introplan as ip


class Bomb(TypedDict):
    wires: Set[str]
    timer: int
    cover: bool
    exploded: bool
    tool: str


ACTIONS = ["unscrew", "take cutter", "take driver"] + ["cut " + c for c in ("red", "blue", "green")]


def transition(bomb: Bomb, action: str) -> Bomb:
    bomb = {**bomb, "wires": set(bomb["wires"])}
    bomb["timer"] -= 1
    if action.startswith("take "):
        bomb["tool"] = action[len("take "):]
    elif action == "unscrew" and bomb["tool"] == "driver":
        bomb["cover"] = False
    elif action.startswith("cut"):
        colour = action.split()[-1]
        if bomb["cover"] or bomb["tool"] != "cutter" or colour not in bomb["wires"]:
            return bomb
        if colour == "red" and bomb["wires"] != {"red"}:
            bomb["exploded"] = True
        bomb["wires"].discard(colour)
    if bomb["timer"] <= 0 and bomb["wires"]:
        bomb["exploded"] = True
    return bomb


def reward(bomb, action, after):
    if after["exploded"]:
        return -100
    return 50 + after["timer"] if not after["wires"] else 0


def terminal(bomb, action, after):
    return after["exploded"] or not after["wires"]


def make():
    start: Bomb = {"wires": {"red", "blue", "green"}, "timer": 9, "cover": True, "exploded": False, "tool": ""}
    return ip.program(
        actions=ACTIONS, transition=transition, reward=reward, terminal=terminal
    ).task(start)
