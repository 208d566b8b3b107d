"""Word ladder: one letter at a time, every word is in the list."""

import string

import introplan as ip

WORDS = set("""cold cord card ward warm word wood good gold bold bald ball wall walk core care
wore worm form fork work corn cone code dole dore dare hold told toad load lord""".split())


def neighbours(word):
    found = []
    for i in range(len(word)):
        for letter in string.ascii_lowercase:
            new = word[:i] + letter + word[i + 1:]
            if new != word and new in WORDS:
                found.append(new)
    return found


def make():
    world = ip.program(
        actions=neighbours,
        transition=lambda word, new: new,
        reward=lambda word, new, after: -1,
        terminal=lambda word, new, after: after == "warm",
    )
    return world.task("cold")
