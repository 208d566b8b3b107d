"""The model language: PDDL with `:reward`, `:termination` and `:horizon`, read and printed."""

from introplan.language.certificates import (
    is_certificate,
    kind_of,
    parse_certificate,
    print_certificate,
)
from introplan.language.domain_parser import parse_domain
from introplan.language.files import read, read_domain, read_problem
from introplan.language.fragments import parse_action, parse_formula, parse_state
from introplan.language.plan_files import parse_plan, print_plan
from introplan.language.printer import print_domain, print_problem
from introplan.language.problem_parser import parse_problem

__all__ = [
    "is_certificate",
    "kind_of",
    "parse_action",
    "parse_certificate",
    "parse_domain",
    "parse_formula",
    "parse_plan",
    "parse_problem",
    "parse_state",
    "print_certificate",
    "print_domain",
    "print_plan",
    "print_problem",
    "read",
    "read_domain",
    "read_problem",
]
