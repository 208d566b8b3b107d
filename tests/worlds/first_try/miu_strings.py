"""The MIU system, with words of limited length."""

import introplan as ip

LIMIT = 10


def successors(word):
    if word.endswith("I"):
        yield "append U", word + "U"
    if word.startswith("M"):
        yield "double", "M" + word[1:] * 2
    for i in range(len(word) - 2):
        if word[i : i + 3] == "III":
            yield f"III at {i}", word[:i] + "U" + word[i + 3 :]
    for i in range(len(word) - 1):
        if word[i : i + 2] == "UU":
            yield f"UU at {i}", word[:i] + word[i + 2 :]


def actions(word):
    return [name for name, after in successors(word) if len(after) <= LIMIT]


def transition(word, action):
    for name, after in successors(word):
        if name == action:
            return after
    raise ValueError(action)


def reward(word, action, after):
    return 1 if after == "MUIIU" else 0


def make():
    return ip.program(actions=actions, transition=transition, reward=reward).task("MI")
