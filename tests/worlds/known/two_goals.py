"""Two goals that exclude each other: the near one pays 3, the far one 10."""

from introplan import Status

ACTIONS = ["left", "right"]

START = (3, "new")

LAKE, CITY = 0, 9


def transition(s, a):
    x, bridge = s
    if a == "left":
        return (x - 1, "broken" if x - 1 <= 1 else bridge)
    if x == 5 and bridge == "broken":
        raise ValueError("no bridge any more")
    return (x + 1, bridge)


def reward(s, a, s2):
    x, _ = s2
    if x == LAKE:
        return 3
    if x == CITY:
        return 10
    return -1


def terminal(s, a, s2):
    x, _ = s2
    return Status.SUCCESS if x in (LAKE, CITY) else Status.CONTINUE
