"""Key, door and a trap that pays a little: a chest beside the start, with no way back."""

from introplan import Status

#  0 trap . 1 start . 2 hall . 3 key . 4 door . 5 vault
ACTIONS = ["left", "right", "take"]

START = (1, False)


def transition(s, a):
    x, key = s
    if x == 0:
        raise ValueError("trapped")
    if a == "take":
        if x != 3 or key:
            raise ValueError("no key here")
        return (x, True)
    if a == "right":
        if x == 4 and not key:
            raise ValueError("locked")
        return (x + 1, key)
    return (x - 1, key)


def reward(s, a, s2):
    x, _ = s2
    return {0: 2, 5: 20}.get(x, -1)


def terminal(s, a, s2):
    return x_is_vault(s2)


def x_is_vault(s):
    return Status.SUCCESS if s[0] == 5 else Status.CONTINUE
