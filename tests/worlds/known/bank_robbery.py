"""Bank robbery with the risk as a cost: each robbery raises the heat; flee in time."""

BANKS = {"corner": 4, "square": 7, "central": 12}

ACTIONS = [*(f"rob {bank}" for bank in BANKS), "hide", "flee"]

START = {"robbed": set(), "heat": 0, "gone": False}


def transition(s, a):
    if s["gone"]:
        raise RuntimeError("gone")
    if a == "flee":
        s["gone"] = True
    elif a == "hide":
        s["heat"] = max(0, s["heat"] - 1)
    else:
        bank = a[4:]
        if bank in s["robbed"]:
            raise RuntimeError("empty")
        s["robbed"].add(bank)
        s["heat"] += 2
    return s


def reward(s, a, s2):
    gain = BANKS.get(a[4:], 0) if a.startswith("rob") else 0
    risk = s["heat"] ** 2
    return gain - risk - (1 if a == "hide" else 0)


def terminal(s, a, s2):
    return s2["gone"]
