"""SysAdmin (Guestrin et al. 2003) without chance: crashes spread, a reboot costs 0.75."""

COMPUTERS = ("c0", "c1", "c2", "c3")
CABLES = {"c1": ("c0",), "c3": ("c2",), "c0": ("c3",), "c2": ()}  # who can crash whom

HORIZON = 6

START = frozenset({"c1", "c3"})


def actions(running):
    return ["wait"] + [c for c in COMPUTERS if c not in running]


ACTIONS = actions


def transition(running, a):
    if a == "wait":
        return running
    crashed = {c for c in running if any(e not in running and e != a for e in CABLES[c])}
    return (running - crashed) | {a}


def reward(running, a, after):
    total = 0.0
    for _ in after:
        total += 1
    if a == "wait":
        total -= 1
    else:
        total -= 0.75
    return total
