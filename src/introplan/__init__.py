"""Plans where the rules and the reward of a world are known: it reads the reward for its goals.

The public names are loaded when they are first used, so importing the package costs nothing.
"""

import importlib

from introplan.pictures import painted_by

__version__ = "0.1.0"

_HOMES = {
    "introplan.domains.catalogue": ["sample"],
    "introplan.errors": [
        "ChanceError",
        "IntroplanError",
        "ModelError",
        "NoProofError",
        "UsageError",
    ],
    "introplan.introspection.findings": ["Introspection"],
    "introplan.api": ["certify", "introspect", "plan", "wishes"],
    "introplan.introspection.returns.wishes": ["Wish"],
    "introplan.policies": ["policy"],
    "introplan.planners.chance.result": ["PolicyResult"],
    "introplan.planners.chance.values": ["Values", "values"],
    "introplan.verification.policies": ["Evaluation", "evaluate"],
    "introplan.programs.chance": ["ChanceProgram", "ChanceTask"],
    "introplan.introspection.relational.goals": ["mutations", "reward_condition"],
    "introplan.introspection.relational.mutate": ["mutate_false", "mutate_true"],
    "introplan.certificates.text": ["parse_certificate", "print_certificate"],
    "introplan.pddl": [
        "parse_action",
        "parse_domain",
        "parse_formula",
        "parse_plan",
        "parse_problem",
        "parse_state",
        "print_domain",
        "print_problem",
        "read_domain",
    ],
    "introplan.models": ["read"],
    "introplan.mdp": ["NotAllowedError", "Outcome", "Status", "Verdict"],
    "introplan.certificates.certificate": ["Bounds", "Certificate", "ClosedSet", "ClosedTexts"],
    "introplan.relational.domain": ["Domain", "Task"],
    "introplan.relational.mutation": ["Mutation"],
    "introplan.relational.state": ["State"],
    "introplan.planners.reachable": ["reachable"],
    "introplan.planners.result": ["PlanResult", "PlanStatus"],
    "introplan.programs.loading": ["read_program"],
    "introplan.programs.environments": ["from_env"],
    "introplan.programs.problems": ["from_problem"],
    "introplan.programs.program": ["Program", "ProgramTask", "program"],
    "introplan.limits": ["Limits"],
    "introplan.search.state_space": ["StateSpace"],
    "introplan.slipping": ["SlipperyTask", "slippery"],
    "introplan.verification": ["verify"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


painted_by(lambda: importlib.import_module("introplan.view.notebook").painted)


def __getattr__(name: str) -> object:
    """Load a public name from its home."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'introplan' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What there is, loaded or not."""
    return sorted({*globals(), *__all__})
