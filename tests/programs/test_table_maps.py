"""Pictures of worlds that are tables."""

from __future__ import annotations

from typing import Any

import introplan as ip
from introplan.view.draw import draw_text

np = __import__("numpy")


class Lake:
    """A table over 2 by 3 places, and a map of them."""

    def __init__(self, **arrays: Any) -> None:
        self.s = 0
        self.P = {
            s: {
                0: [(1.0, max(s - 1, 0), 0.0, False)],
                1: [(1.0, min(s + 1, 5), float(s == 4), s == 4)],
            }
            for s in range(6)
        }
        vars(self).update(arrays)

    def reset(self, seed: int | None = None) -> None:
        """To the first place."""
        self.s = 0


def _drawn(env: Any, state: int = 0) -> str:
    return draw_text(ip.from_env(env, actions=[0, 1], start=state))


def test_letters_are_drawn_the_commonest_as_floor() -> None:
    """Bytes, as Gymnasium keeps them, or text."""
    letters = [list("SFF"), list("FHG")]
    assert _drawn(Lake(desc=np.array(letters, dtype="S1")), 2) == "S.@\n.HG"
    assert _drawn(Lake(desc=np.array(letters))) == "@..\n.HG"


def test_truth_values_are_drawn_by_their_name() -> None:
    """A cliff."""
    cliff = np.array([[False] * 3, [False, True, True]])
    assert _drawn(Lake(_cliff=cliff)) == "@..\n.cc"


def test_numbers_that_are_no_places_are_numbers() -> None:
    """No array, one of another size, or steps that lead anywhere."""
    assert _drawn(Lake()).split() == ["state", "0"]
    assert _drawn(Lake(desc=np.array([["a", "b"]]))).split() == ["state", "0"]
    far = Lake(desc=np.array([list("SFF"), list("FHG")]))
    far.P = {s: {a: [(1.0, (s + 2 + 2 * a) % 6, 0.0, False)] for a in (0, 1)} for s in range(6)}
    assert _drawn(far).split() == ["state", "0"]
