"""No plan and no proof leaves the planners before independent code has checked it.

Plans are replayed by `verification`; proofs that there is no plan are checked by `certificates`.
What disagrees is either a mistake of ours (an `AssertionError`) or a world in Python that does not
stay the same (a `ModelError`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from introplan.claims import disagreement, is_paid_once, otherwise_in_one_go, wrong_loop
from introplan.deferred import deferred
from introplan.errors import NoProofError, RefutedError
from introplan.limits import Effort, LimitReached, Limits, Meter
from introplan.mdp import Status, Task, Wanted, world_name
from introplan.planners.result import PlanResult, PlanStatus
from introplan.planners.status import NO_MEMORY
from introplan.programs.program import ProgramTask
from introplan.programs.user_code import limit_user_code, wrong_answer
from introplan.verification import verify

if TYPE_CHECKING:
    from introplan.certificates.certificate import Certificate
    from introplan.planners import proofs
else:  # most tasks have a plan
    proofs = deferred("introplan.planners.proofs")

CHECK_GRACE = 0.1
"""How much longer than its limit, in seconds and as a share, the check of a plan may take: without
it a plan that was found in the last moment could not be handed out."""

OPPORTUNISTIC_EFFORT = Effort(
    states=3_000, transitions=20_000, steps=5_000, checks=50_000, facts=5_000
)
"""What is spent without being asked on the proof that there is no plan: about a second."""

OPPORTUNISTIC_EFFORT_BY_CALLS = Effort(states=500, transitions=2_000, steps=0)
"""The same in worlds in Python, where every transition is a call of functions that may be slow."""


def guarded(task: Task, meter: Meter) -> AbstractContextManager[None]:
    """User code may loop or raise anything; a model that is only data needs no guard."""
    return limit_user_code(meter) if task.runs_user_code else nullcontext()


def checked(task: Task, result: PlanResult, meter: Meter) -> PlanResult:
    """The result with its plan replayed, or with a proof that there is none where that is small.

    The plan is left out where there is no time to replay it. Raises where the check disagrees.
    """
    if result.status is PlanStatus.UNSOLVABLE:
        return _proven(task, result, meter)
    return result if result.plan is None else _replayed(task, result, meter)


def _replayed(task: Task, result: PlanResult, meter: Meter) -> PlanResult:
    seconds, left = meter.limits.seconds, meter.seconds_left
    if seconds is not None and left is not None:
        left += max(CHECK_GRACE * seconds, CHECK_GRACE)
    replay = Meter(Limits(left))
    try:
        with guarded(task, replay):
            return _confirmed(task, result, replay)
    except LimitReached as limit:
        hung = f", while {limit.place} was running" if limit.place else ""
        reason = f"time was up before the plan was checked{hung}"
        return result.without_plan(PlanStatus.OUT_OF_TIME, reason)


def _confirmed(task: Task, result: PlanResult, meter: Meter) -> PlanResult:
    """The result, verified: an independent replay agrees with everything the planner claims."""
    judged = _as_planned(task, result)
    verdict = verify(judged, result.plan, check=meter.check)
    wrong = disagreement(judged, result, verdict) or wrong_loop(task, result.loop)
    if wrong:
        claim = f"planner {result.planner} claims {result.status} with score {result.score}"
        raise contradiction(task, "running the plan again", wrong, claim=claim)
    hidden = otherwise_in_one_go(judged, result, verdict)
    if hidden:
        raise contradiction(task, "taking the plan with one environment", hidden, claim="a plan")
    is_end = verdict.valid and verdict.status in (Status.SUCCESS, Status.OVER)
    # That a reward is the largest is known only to a planner that came to its end.
    is_whole = is_end and task.wanted is not Wanted.BEST_REWARD
    is_done = result.status in (PlanStatus.SUCCESS, PlanStatus.ENDED)
    return replace(
        result,
        verified=True,
        is_successful=is_done or is_whole,
        is_paid_once=is_done and (judged is not task or is_paid_once(task)),
        goes_on=result.status is PlanStatus.HORIZON and task.horizon is None,
    )


def _as_planned(task: Task, result: PlanResult) -> Task:
    """The task as its plan is to be judged.

    A planner that looked at everything knows the largest reward, and that no end can be reached:
    a success that nothing names is being paid that reward.
    """
    if result.status is not PlanStatus.SUCCESS or not result.plan:
        return task
    if _may_turn_out_endless(task):
        assert isinstance(task, ProgramTask)
        found = verify(task, result.plan)
        if found.status in (Status.CONTINUE, Status.OVER):
            return task.without_ends().with_r_max(found.rewards[-1])
        return task
    is_unknown = is_paid_once(task) and result.milestones
    return task.with_r_max(result.milestones[-1].reward) if is_unknown else task


def _may_turn_out_endless(task: Task) -> bool:
    """May no end be in reach, so that the largest reward is the aim?"""
    is_open = task.horizon is None and task.discount == 1
    return isinstance(task, ProgramTask) and task.wanted is Wanted.SCORE and is_open


@singledispatch
def contradiction(task: Task, how: str, what: str, *, claim: str) -> Exception:
    """The error to raise where a check finds `what` and the planner made another `claim`."""
    return AssertionError(f"{claim}, but {how} gives {what}")


@contradiction.register(ProgramTask)
def _(task: ProgramTask, how: str, what: str, *, claim: str) -> Exception:
    advice = "transition, reward and terminal must depend on nothing but their arguments"
    message = f"gives something else than planning did: {what}; {advice}"
    return wrong_answer(how, task.program.transition, message)


def _proven(task: Task, result: PlanResult, meter: Meter) -> PlanResult:
    """The result, verified if a proof is small and there is time for it."""
    try:
        return replace(result, verified=has_small_proof(task, meter))
    except RefutedError as error:
        claim = f"planner {result.planner} claims that there is no plan"
        raise contradiction(task, "looking again", str(error), claim=claim) from None


def certified(task: Task, effort: Effort, meter: Meter) -> Certificate:
    """The first certificate that stands; raises `NoProofError` where none can be made."""
    certificate = None
    for certificate in proofs.certificates(task, meter, effort):
        verdict = verify(task, certificate, check=effort.limited_check(meter))
        if verdict.valid:
            return certificate
    if certificate is None:
        raise NoProofError(f"no certificate could be made for {world_name(task)}")
    claim = f"a {type(certificate).__name__} was made"
    raise contradiction(task, "looking again", verdict.reason, claim=claim)


@contextmanager
def as_no_proof() -> Iterator[None]:
    """Turn a limit that was reached into `NoProofError`."""
    try:
        yield
    except LimitReached as limit:
        raise NoProofError(str(limit)) from None
    except MemoryError:
        raise NoProofError(NO_MEMORY) from None


@dataclass(slots=True)
class _AlongWith(Meter):
    """A meter with limits and counts of its own that is interrupted together with another one."""

    other: Meter = field(default_factory=Meter)

    def check(self) -> None:
        """Raise `LimitReached` if a limit is exceeded, or if the other meter was interrupted."""
        self.interrupted = self.other.interrupted
        Meter.check(self)

    def check_now(self) -> None:
        """The same at every call, as `Meter.check_now`."""
        self.interrupted = self.other.interrupted
        Meter.check_now(self)


_last_proven: list[ReferenceType[Task]] = []
"""The task that was last proven to have no plan, if any: other planners need not prove it again.
A weak reference, since large tasks must not outlive their users."""


def has_small_proof(task: Task, meter: Meter) -> bool:
    """Is there a small proof that there is no plan, and time to find and check it?

    Raises `RefutedError` where there is a plan.
    """
    if any(last() is task for last in _last_proven):
        return True
    limits = Limits(meter.seconds_left, memory_mb=meter.limits.memory_mb)
    own = _AlongWith(limits, other=meter)
    by_calls = task.runs_user_code
    effort = OPPORTUNISTIC_EFFORT_BY_CALLS if by_calls else OPPORTUNISTIC_EFFORT
    try:
        with as_no_proof(), guarded(task, own):
            certified(task, effort, own)
    except RefutedError:
        raise
    except NoProofError:
        return False
    if not by_calls:  # functions of the user's may have changed by the next time
        with suppress(TypeError):  # of a kind that has no weak references
            _last_proven[:] = [ref(task)]
    return True
