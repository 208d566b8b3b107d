"""A Mars rover with energy, samples and a daily sun; attributes are typed, update by dict unpacking."""

import introplan as ip

SITES = {
    "base": {"crater": 2, "ridge": 3},
    "crater": {"base": 2, "dune": 1},
    "ridge": {"base": 3, "dune": 2},
    "dune": {"crater": 1, "ridge": 2},
}
SCIENCE = {"crater": 4, "ridge": 7, "dune": 5}
HOURS = 14


def actions(s):
    acts = [("drive", site) for site in SITES[s["site"]]]
    if s["site"] in SCIENCE and s["site"] not in s["sampled"]:
        acts.append(("sample", s["site"]))
    acts.append(("charge", None))
    return acts


def transition(s, a):
    verb, arg = a
    if verb == "drive":
        need = SITES[s["site"]][arg]
        if need > s["energy"]:
            raise ValueError("not enough energy")
        return {**s, "site": arg, "energy": s["energy"] - need, "hour": s["hour"] + need}
    if verb == "sample":
        if s["energy"] < 1:
            raise ValueError("not enough energy")
        return {**s, "sampled": s["sampled"] | {arg}, "energy": s["energy"] - 1, "hour": s["hour"] + 1}
    sunny = 6 <= s["hour"] % 24 < 18
    return {**s, "energy": min(8, s["energy"] + (3 if sunny else 1)), "hour": s["hour"] + 1}


def reward(s, a, s2):
    gain = sum(SCIENCE[x] for x in s2["sampled"] - s["sampled"])
    if s2["hour"] >= 6 + HOURS and s2["site"] != "base":
        gain -= 6
    return gain


def terminal(s, a, s2):
    return s2["hour"] >= 6 + HOURS


def make():
    start = {"site": "base", "energy": 5, "hour": 6, "sampled": frozenset()}
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task(start)
