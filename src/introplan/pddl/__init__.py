"""PDDL with `:reward`, `:termination` and `:horizon`: text in, text out.

`reader.py` splits text into nested lists of words with their places; `declarations.py`,
`vocabulary.py`, `formulas.py`, `effects.py`, `rewards.py` and `machines.py` read its parts;
`domains.py` and `problems.py` read whole files, `fragments.py` plans, actions and states, and
`printer.py` writes what reads back to an equal value.
"""

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
