"""The public names with their types; `__init__.py` loads each when it is first used."""

from introplan.domains.catalogue import sample as sample
from introplan.errors import IntroplanError as IntroplanError
from introplan.errors import ModelError as ModelError
from introplan.errors import NoProofError as NoProofError
from introplan.errors import UsageError as UsageError
from introplan.introspection.findings import Introspection as Introspection
from introplan.introspection.introspect import introspect as introspect
from introplan.introspection.milestones import mutations as mutations
from introplan.introspection.milestones import reward_condition as reward_condition
from introplan.introspection.mutate import mutate_false as mutate_false
from introplan.introspection.mutate import mutate_true as mutate_true
from introplan.language import parse_action as parse_action
from introplan.language import parse_certificate as parse_certificate
from introplan.language import parse_domain as parse_domain
from introplan.language import parse_formula as parse_formula
from introplan.language import parse_plan as parse_plan
from introplan.language import parse_problem as parse_problem
from introplan.language import parse_state as parse_state
from introplan.language import print_certificate as print_certificate
from introplan.language import print_domain as print_domain
from introplan.language import print_problem as print_problem
from introplan.language import read as read
from introplan.language import read_domain as read_domain
from introplan.mdp import Status as Status
from introplan.model.certificate import Bounds as Bounds
from introplan.model.certificate import Certificate as Certificate
from introplan.model.certificate import ClosedSet as ClosedSet
from introplan.model.domain import Domain as Domain
from introplan.model.domain import Task as Task
from introplan.model.mutation import Mutation as Mutation
from introplan.model.state import State as State
from introplan.planners.result import PlanResult as PlanResult
from introplan.planners.result import PlanStatus as PlanStatus
from introplan.planning import certify as certify
from introplan.planning import plan as plan
from introplan.programs.loading import read_program as read_program
from introplan.programs.program import Program as Program
from introplan.programs.program import ProgramTask as ProgramTask
from introplan.programs.program import program as program
from introplan.search.limits import Limits as Limits
from introplan.search.state_space import StateSpace as StateSpace
from introplan.search.state_space import reachable as reachable
from introplan.verification import Verdict as Verdict
from introplan.verification import verify as verify

__version__: str
