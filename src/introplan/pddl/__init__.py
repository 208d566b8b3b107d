"""The model language: PDDL with `:reward`, `:termination` and `:horizon`, read and printed."""

from introplan.pddl.domains import parse_domain
from introplan.pddl.fragments import (
    parse_action,
    parse_formula,
    parse_plan,
    parse_state,
    print_plan,
)
from introplan.pddl.printer import print_domain, print_problem
from introplan.pddl.problems import parse_problem, read, read_domain, read_problem

__all__ = [
    "parse_action",
    "parse_domain",
    "parse_formula",
    "parse_plan",
    "parse_problem",
    "parse_state",
    "print_domain",
    "print_plan",
    "print_problem",
    "read",
    "read_domain",
    "read_problem",
]
