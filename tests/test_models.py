"""The door `read`: the language goes by the names of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

import introplan as ip
from introplan.errors import ModelError, UsageError
from introplan.factored.task import FactoredTask
from introplan.relational.domain import RelationalTask

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_ending_says_the_language() -> None:
    """PDDL unless the names end with .rddl."""
    pddl = ip.read(EXAMPLES / "light.pddl", EXAMPLES / "light-3.pddl")
    rddl = ip.read(EXAMPLES / "rddl/sysadmin.rddl", EXAMPLES / "rddl/sysadmin-1.rddl")

    assert isinstance(pddl, RelationalTask)
    assert isinstance(rddl, FactoredTask)


def test_two_languages_and_single_files_are_refused() -> None:
    """With what is wanted instead."""
    domain = EXAMPLES / "rddl/sysadmin.rddl"
    with pytest.raises(UsageError, match="in two languages"):
        ip.read(domain, EXAMPLES / "light-3.pddl")
    with pytest.raises(UsageError, match="a domain and an instance"):
        ip.read(domain)


def test_a_file_that_is_not_there_is_named() -> None:
    """As for files in PDDL."""
    with pytest.raises(ModelError, match=r"cannot read missing\.rddl: no such file"):
        ip.read("missing.rddl", EXAMPLES / "rddl/sysadmin-1.rddl")
