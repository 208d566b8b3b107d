"""Give it the rules and the reward of a world; it finds out where to go and how to get there."""

from introplan.domains.catalogue import sample
from introplan.errors import IntroplanError, ModelError, UsageError
from introplan.introspection.milestones import mutations, reward_condition
from introplan.introspection.mutate import mutate_false, mutate_true
from introplan.language import (
    parse_action,
    parse_domain,
    parse_formula,
    parse_plan,
    parse_problem,
    parse_state,
    print_domain,
    print_problem,
    read,
    read_domain,
)
from introplan.mdp import Status
from introplan.model.domain import Domain, Task
from introplan.model.mutation import Mutation
from introplan.model.state import State
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planning import plan
from introplan.search.limits import Limits
from introplan.search.state_space import StateSpace, reachable
from introplan.verify import Verdict, verify

__version__ = "0.1.0"

__all__ = [
    "Domain",
    "IntroplanError",
    "Limits",
    "ModelError",
    "Mutation",
    "PlanResult",
    "PlanStatus",
    "State",
    "StateSpace",
    "Status",
    "Task",
    "UsageError",
    "Verdict",
    "mutate_false",
    "mutate_true",
    "mutations",
    "parse_action",
    "parse_domain",
    "parse_formula",
    "parse_plan",
    "parse_problem",
    "parse_state",
    "plan",
    "print_domain",
    "print_problem",
    "reachable",
    "read",
    "read_domain",
    "reward_condition",
    "sample",
    "verify",
]
