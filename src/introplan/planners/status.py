"""The answers a planner can give."""

from __future__ import annotations

import enum


class PlanStatus(enum.StrEnum):
    """How planning ended; only the first two come with what was asked for."""

    SUCCESS = "success"
    HORIZON = "horizon"
    UNSOLVABLE = "unsolvable"
    INCOMPLETE = "incomplete"
    OUT_OF_TIME = "out-of-time"
    OUT_OF_MEMORY = "out-of-memory"
    OUT_OF_NODES = "out-of-nodes"
