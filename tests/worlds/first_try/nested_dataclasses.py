"""A rover with nested dataclasses, changed with replace."""

from dataclasses import dataclass, replace

import introplan as ip


@dataclass(frozen=True)
class Battery:
    charge: int = 5
    capacity: int = 5


@dataclass(frozen=True)
class Arm:
    extended: bool = False
    sample: str | None = None


@dataclass(frozen=True)
class Rover:
    place: int = 0
    battery: Battery = Battery()
    arm: Arm = Arm()


ROCKS = {2: "basalt", 4: "ice"}


def use(rover, amount):
    if rover.battery.charge < amount:
        raise ValueError("battery too low")
    return replace(rover, battery=replace(rover.battery, charge=rover.battery.charge - amount))


def transition(rover, action):
    if action == "forward":
        if rover.place == 4 or rover.arm.extended:
            raise ValueError
        return replace(use(rover, 1), place=rover.place + 1)
    if action == "back":
        if rover.place == 0 or rover.arm.extended:
            raise ValueError
        return replace(use(rover, 1), place=rover.place - 1)
    if action == "extend":
        return replace(rover, arm=replace(rover.arm, extended=True))
    if action == "retract":
        return replace(rover, arm=replace(rover.arm, extended=False))
    if action == "grab":
        if not rover.arm.extended or rover.place not in ROCKS:
            raise ValueError
        return replace(use(rover, 1), arm=replace(rover.arm, sample=ROCKS[rover.place]))
    if action == "charge":
        charge = min(rover.battery.capacity, rover.battery.charge + 2)
        return replace(rover, battery=replace(rover.battery, charge=charge))
    raise ValueError(action)


def reward(rover, action, after):
    return 1 if after.place == 0 and after.arm.sample == "ice" else 0


def make():
    actions = ["forward", "back", "extend", "retract", "grab", "charge"]
    return ip.program(actions=actions, transition=transition, reward=reward).task(Rover())
