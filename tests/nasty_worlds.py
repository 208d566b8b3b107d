"""Worlds written as people write them, and worse, by name; they stand in `nasty/`."""

from __future__ import annotations

from nasty import arrays, moody, plain
from nasty.registry import WORLDS

__all__ = ["WORLDS", "arrays", "moody", "plain"]
