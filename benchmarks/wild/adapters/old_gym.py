"""Gymnasium under its old name, and what else old simulators ask for."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from wild.sources import package, stand_in

PARTS = ("", ".error", ".spaces", ".utils", ".utils.seeding", ".envs.registration")


def as_gym(*parts: str) -> None:
    """Gymnasium under its old name, without what it drew with."""
    for part in (
        "",
        ".error",
        ".spaces",
        ".utils",
        ".utils.seeding",
        ".envs.registration",
        *parts,
    ):
        sys.modules.setdefault(f"gym{part}", package(f"gymnasium{part}"))
    rendering = stand_in("gym.envs.classic_control.rendering", Viewer=object)
    stand_in("gym.envs.classic_control", rendering=rendering)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("MPLBACKEND", "Agg")


def with_resources() -> None:
    """Files of a package lie beside the module that asks for them."""
    stand_in("pkg_resources", resource_filename=_beside)


def _beside(name: str, path: str) -> str:
    return str(Path(str(sys.modules[name].__file__)).parent / path)


def numpy_seeded(seed: int) -> None:
    random.seed(seed)
    package("numpy").random.seed(seed)
