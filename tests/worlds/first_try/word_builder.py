"""Take letters from three piles to build words; word list in a set, score by length."""

import introplan as ip

WORDS = {"tea", "eat", "ten", "net", "note", "tone", "ate", "neat", "oat"}
PILES = ("tno", "aet", "ten")


def actions(state):
    piles, word = state
    acts = [i for i, pile in enumerate(piles) if pile and len(word) < 5]
    if word in WORDS:
        acts.append("score")
    if word:
        acts.append("discard")
    return acts


def transition(state, action):
    piles, word = state
    if action in ("score", "discard"):
        return piles, ""
    letter = piles[action][-1]
    new_piles = tuple(p[:-1] if i == action else p for i, p in enumerate(piles))
    return new_piles, word + letter


def reward(state, action, after):
    if action == "score":
        return len(state[1]) ** 2
    if action == "discard":
        return -1
    return 0


def terminal(state, action, after):
    piles, word = after
    return not any(piles) and not word


def make():
    return ip.program(actions=actions, transition=transition, reward=reward, terminal=terminal).task((PILES, ""))
