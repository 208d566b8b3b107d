"""The door `read`: a domain and a problem in files, in the language that their names end with."""

from __future__ import annotations

import importlib
import os
from typing import Any

from introplan.errors import UsageError
from introplan.pddl import read as read_pddl

RDDL = ".rddl"
"""How the names of files in RDDL end; all others are read as PDDL."""

BRIDGE = "introplan.interop.rddl"
"""What reads RDDL; it needs an extra and is loaded when asked for."""


def read(
    domain_path: str | os.PathLike[str], problem_path: str | os.PathLike[str] | None = None
) -> Any:
    """The task that a domain file and a problem file describe; `ModelError` if they do not.

    Files whose names end with `.rddl` give a factored task, others, in PDDL, a relational one.
    Raises `UsageError` for one file alone, and for files in two languages.
    """
    given = [os.fspath(path) for path in (domain_path, problem_path) if path is not None]
    endings = {path.lower().endswith(RDDL) for path in given}
    if endings == {False}:
        return read_pddl(domain_path, problem_path)
    if len(given) < 2:
        raise UsageError("read takes a domain and an instance in RDDL")
    if len(endings) == 2:
        both = " and ".join(map(repr, given))
        raise UsageError(f"{both} are in two languages; name two .rddl files")
    return importlib.import_module(BRIDGE).read(*given)
