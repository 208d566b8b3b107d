"""A claim, the number that decides it, and what the decision is."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Finding(enum.Enum):
    """What the data says."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = "not supported"
    UNDECIDED = "too little data"

    @property
    def mark(self) -> str:
        """One character for it."""
        return {"supported": "✓", "not supported": "✗"}.get(self.value, "?")


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of the paper: the figure it stands by, the words, what we find, and why."""

    figure: str
    text: str
    finding: Finding
    number: str


def decided(figure: str, text: str, *, holds: bool | None, number: str) -> Claim:
    """The claim, decided; None is too little to tell."""
    finding = Finding.UNDECIDED if holds is None else _of(holds)
    return Claim(figure, text, finding, number)


def _of(holds: bool) -> Finding:
    return Finding.SUPPORTED if holds else Finding.NOT_SUPPORTED
