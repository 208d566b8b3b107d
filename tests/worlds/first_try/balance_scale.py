"""Put weights on two pans; multisets as sorted tuples, goal by difference."""

import introplan as ip

WEIGHTS = (1, 1, 2, 3, 5, 8, 9)


def actions(state):
    left, right, box = state
    acts = []
    for w in sorted(set(box)):
        acts.append((w, "box", "left"))
        acts.append((w, "box", "right"))
    for w in sorted(set(left)):
        acts.append((w, "left", "box"))
    for w in sorted(set(right)):
        acts.append((w, "right", "box"))
    return acts


def without(pan, w):
    i = pan.index(w)
    return pan[:i] + pan[i + 1:]


def with_(pan, w):
    return tuple(sorted(pan + (w,)))


def transition(state, action):
    w, source, target = action
    pans = dict(zip(("left", "right", "box"), state))
    pans[source] = without(pans[source], w)
    pans[target] = with_(pans[target], w)
    if abs(sum(pans["left"]) - sum(pans["right"])) > 9:
        return None
    return pans["left"], pans["right"], pans["box"]


def make():
    return ip.program(
        actions=actions,
        transition=transition,
        reward=lambda s, a, s2: -a[0],
        terminal=lambda s, a, s2: sum(s2[0]) == sum(s2[1]) == 13,
    ).task(((), (), WEIGHTS))
