"""Small accidents that happen to a text: words lost, doubled, exchanged or put in."""

from __future__ import annotations

import random

WORDS = """
    ( ) () (( )) ; - ? ?x :init :goal :action :effect and or not imply exists forall when = did
    before if else increase (total-cost) total-cost either (either) object 1 -1 1e999 nan (and)
    (not) success (= (when ?0 ?1
"""
ACCIDENTS = [*WORDS.split(), "(when () ())", "(forall () ())", "\0", "\n", "\ud800", "\u0130"]


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few small accidents."""
    for _ in range(rng.randint(1, 3)):
        i, j = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        j = min(j, i + rng.choice([1, 1, 10, 100]))
        match rng.randrange(5):
            case 0:
                text = text[:i] + text[j:]
            case 1:
                text = text[:i] + rng.choice(ACCIDENTS) + text[i:]
            case 2:
                text = text[:i] + rng.choice(ACCIDENTS) + text[j:]
            case 3:
                text = text[:i] + text[i:j] * 2 + text[j:]
            case _:
                text = _with_words_exchanged(text, rng)
    return text


def _with_words_exchanged(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return " ".join(words)
