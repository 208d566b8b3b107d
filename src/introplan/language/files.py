"""Domains and tasks from files."""

from __future__ import annotations

import os

from introplan.language.domain_parser import domain_from
from introplan.language.problem_parser import task_from
from introplan.language.source import load
from introplan.model.domain import Domain, Task


def read(domain_path: str | os.PathLike[str], problem_path: str | os.PathLike[str]) -> Task:
    """The task that a domain file and a problem file describe; ModelError if they do not."""
    return read_problem(read_domain(domain_path), problem_path)


def read_domain(path: str | os.PathLike[str]) -> Domain:
    """The domain that a file describes."""
    return domain_from(load(path))


def read_problem(domain: Domain, path: str | os.PathLike[str]) -> Task:
    """The task in `domain` that a file describes."""
    return task_from(domain, load(path))
