"""What names say about things."""

from __future__ import annotations

from introplan.view.grids import AGENT, CRATE, GOAL, TARGET, WALL

ROLES = {
    WALL: ("wall", "obstacle", "rock", "barrier"),
    CRATE: ("box", "crate"),
    TARGET: ("goal", "target", "storage", "exit", "dest"),
    AGENT: ("agent", "player", "robot", "hero", "me"),
    ".": ("empty", "floor", "free", "blank", "space"),
}
"""What names say about things, sign by sign."""


def role_of(name: str) -> str | None:
    """The sign of a thing with this name, if its name says what it is.

    >>> role_of("WALLS"), role_of("box_positions"), role_of("BOX_ON_GOAL"), role_of("tree")
    ('#', '$', '*', None)
    """
    words = name.lower().replace("-", "_").split("_")
    signs = [
        sign
        for word in words
        for sign, stems in ROLES.items()
        if any(word.rstrip("s") in (stem, f"{stem}e") for stem in stems)
    ]
    if CRATE in signs and TARGET in signs:
        return GOAL  # a crate on a target, as in Sokoban's own notation
    return signs[0] if signs else None
