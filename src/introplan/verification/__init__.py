"""The judge of plans: replay a plan in the plain model and say what it is worth.

| module | |
|---|---|
| `relational` | a plan of a relational task, step by step: `RelationalReplay` |
| `programs` | a plan of a world in Python, by calling the user's functions: `ProgramReplay` |
| `tasks` | a plan of any other kind of task, by its own `step`: `TaskReplay` |
| `replay_world` | what is true at one point of a plan, and what an action changes |
| `conditions`, `parts` | preconditions, rewards and terminations, compiled for long plans |
| `sums`, `amounts`, `numbers` | rewards that are sums or numbers; the judge's own values |
| `largest` | could more be had near the start, where a task is to be paid once? |
| `policies` | what a policy is worth where there is chance: `evaluate` |
| `chains`, `chance_worlds` | expected scores; outcomes by definition |
| `factored`, `meanings` | steps of factored worlds, expressions node by node |
| `candidates`, `rows` | the judge's joins: which objects a variable has to be tried with |
| `derivation` | the judge's derived predicates |

Proofs that there is no plan are judged in `introplan.certificates`.

What the judges share with the code that plans, and why:

* the nouns of `relational/` (formula, state, action, domain, rewards) and of `programs/`: both
  must speak of the same task;
* the definitions on which these rest: `evaluation` (when a formula holds), `derived` (what rules
  derive, in which order of strata), `chance` (what a draw can bring), `rewriting` (free variables,
  the literals of a formula), and the condition for a value of a decision list in `rewards`. They
  follow the semantics of PDDL word by word, enumerate everything, and are what tests compare all
  faster code with;
* the nouns of `factored/`: expressions, models, states;
* the user's own functions, in worlds in Python.

Joins, derivation, grounding, successor generation, goals, heuristics and the compiled engine are
not shared: an import contract in `pyproject.toml` and `tests/test_verification_independence.py`
hold that. A wrong index in search cannot hide in a wrong index here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import singledispatch
from typing import TYPE_CHECKING, Any, Protocol

from introplan.certificates.certificate import Bounds, Certificate, ClosedSet, ClosedTexts
from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.mdp import Status, Task, Verdict, WrongStepError, check_task
from introplan.programs.doors import door_for
from introplan.programs.program import ProgramTask

if TYPE_CHECKING:
    from introplan.certificates import check as certificate_check
    from introplan.relational import domain
    from introplan.verification import programs, relational, tasks
else:  # worlds in Python need none of the language of relations
    domain = deferred("introplan.relational.domain")
    certificate_check = deferred("introplan.certificates.check")
    programs = deferred("introplan.verification.programs")
    relational = deferred("introplan.verification.relational")
    tasks = deferred("introplan.verification.tasks")

__all__ = ["Verdict", "verify"]


class Replay(Protocol):
    """A plan under way in the plain model of a task."""

    def take_all(self, plan: Iterable[Any]) -> None:
        """Do one action after the other; `WrongStepError` says which cannot be done."""
        ...

    def judged(self) -> Verdict:
        """The verdict on a plan that ran to its end."""
        ...

    def verdict(self, *, valid: bool, status: Status | None, reason: str) -> Verdict:
        """A verdict with what was counted so far."""
        ...


@singledispatch
def replay_of(task: Task, check: Callable[[], None]) -> Replay:
    """A replay of plans for `task`, at its start; `check` is called at every step."""
    check_task(task, "verify", hint=door_for)
    if isinstance(task, domain.RelationalTask):
        return relational.RelationalReplay(task, check)
    return tasks.TaskReplay(task, check)


@replay_of.register(ProgramTask)
def _(task: ProgramTask, check: Callable[[], None]) -> Replay:
    return programs.ProgramReplay(task, check)


def verify(
    task: Task,
    plan: Iterable[Any] | Certificate | None,
    *,
    check: Callable[[], None] = lambda: None,
) -> Verdict:
    """What `plan` is worth in `task`; actions may be text such as "(pick i1 d1)" or "up".

    Every step must be possible, without failure and within the horizon. A task that names success
    asks that the plan ends with it. Where the score counts instead, a plan need only run; `status`
    says whether the episode is over then. Where the largest reward is to be paid once, the last
    step must pay more than those before, and no more may be found near the start. A plain PDDL
    task asks that the goal holds at the end, wherever the plan came through before, and pays 1.

    The score is the sum of the rewards, with the task's discount. `check` is called all along and
    may raise to end a long replay.

    A certificate in place of a plan is valid if it proves that there is no plan.
    """
    if isinstance(plan, str):
        raise UsageError(f"a plan is a list of actions, got the text {plan[:40]!r}; write [...]")
    replay = replay_of(task, check)
    if isinstance(plan, ClosedSet | Bounds | ClosedTexts):
        return certificate_check.check_certificate(task, plan, check=check)
    if plan is None:
        return replay.verdict(valid=False, status=None, reason="there is no plan")
    try:
        replay.take_all(plan)
    except WrongStepError as error:
        return replay.verdict(valid=False, status=None, reason=str(error))
    return replay.judged()
