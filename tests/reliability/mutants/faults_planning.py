"""Faults in searching, introspecting and verifying, in Python."""

from __future__ import annotations

from functools import partial

from reliability.mutants.fault import Fault, Kind

search = partial(Fault, Kind.SEARCH)
introspection = partial(Fault, Kind.INTROSPECTION)
verification = partial(Fault, Kind.VERIFICATION)
programs = partial(Fault, Kind.PROGRAMS)

SEARCH = (
    search(
        "no closed list where there is no horizon",
        "src/introplan/search/forward_search.py",
        "if not self.has_horizon or any(self._is_as_good(visit, node) for visit in visits):",
        "if self.has_horizon and any(self._is_as_good(visit, node) for visit in visits):",
    ),
    search(
        "the horizon is one move too long",
        "src/introplan/search/forward_search.py",
        "if node.depth != self.request.max_depth:",
        "if node.depth - 1 != self.request.max_depth:",
    ),
    search(
        "greedy search takes the lowest score first",
        "src/introplan/search/best_first.py",
        "return distance if self.is_guided else -node.score",
        "return distance if self.is_guided else node.score",
    ),
    search(
        "a transition that fails is taken like any other",
        "src/introplan/search/forward_search.py",
        "        if status is Status.FAILURE:\n            return None\n",
        "",
    ),
    search(
        "a proof too early: no plan exists, because patience was at an end",
        "src/introplan/planners/answer.py",
        "if found.reason is not StopReason.EXHAUSTED:",
        "if found.reason is StopReason.FOUND:",
    ),
    search(
        "what the horizon cut off counts as looked at: unsolvable",
        "src/introplan/planners/answer.py",
        "if found.was_cut:",
        "if found.was_cut and found.best is None:",
    ),
    search(
        "a milestone that is a dead end proves that there is no plan",
        "src/introplan/planners/introspector.py",
        "is_proof = found.reason is StopReason.EXHAUSTED and plan.node is self.engine.root",
        "is_proof = found.reason is StopReason.EXHAUSTED",
    ),
    search(
        "milestones to avoid are not avoided",
        "src/introplan/search/forward_search.py",
        "is_met = unmet == 0 and child.identity not in self.request.avoid",
        "is_met = unmet == 0",
    ),
    search(
        "the score of a plan is that of its last step",
        "src/introplan/search/forward_search.py",
        "child.score = self.world.score(child)",
        "child.score = child.reward",
    ),
    search(
        "the worst place to rest is kept",
        "src/introplan/search/forward_search.py",
        "if self.best is None or node.score > self.best.score:",
        "if self.best is None or node.score < self.best.score:",
    ),
    search(
        "the first end that is found is called the cheapest",
        "src/introplan/search/astar.py",
        "self.end, self.status, self.below = child, status, cost",
        "self.end, self.status, self.below = child, status, -1.0",
    ),
    search(
        "the estimate says too much: deletes that help are not counted",
        "src/introplan/search/costs.py",
        "            fixed += sum(counts.get((p.key, False), 0) for p in effect.deletes)\n",
        "",
    ),
    search(
        "a cheaper visit that comes later than another is dropped",
        "src/introplan/search/astar.py",
        "if any(depth <= new[0] and cost <= new[1] for depth, cost in visits):",
        "if any(depth <= new[0] for depth, cost in visits):",
    ),
    search(
        "clean-up drops steps that pay",
        "src/introplan/search/action_elimination.py",
        "return later + self.taken[::-1] if self.gain >= 0 else None",
        "return later + self.taken[::-1]",
    ),
    search(
        "clean-up believes that a plan still succeeds while states differ",
        "src/introplan/search/action_elimination.py",
        "        elif status is Status.FAILURE or not later:\n            return None\n",
        "        elif status is Status.FAILURE:\n            return None\n",
    ),
    search(
        "a node without a relaxed plan is dropped even where there are other ways to an end",
        "src/introplan/search/ff_search.py",
        "if self.parent_distance >= DEAD_END and self.is_only_way:",
        "if self.parent_distance >= DEAD_END:",
    ),
)

INTROSPECTION = (
    introspection(
        "what can never be as wanted is wanted all the same",
        "src/introplan/introspection/relational/mutate.py",
        "            if not can.can_be(literal, truth):\n                return IMPOSSIBLE\n",
        "",
    ),
    introspection(
        "what is immutably valid is decided by what is wanted, not by what can be",
        "src/introplan/introspection/relational/mutate.py",
        "return goal if can.can_be(literal, not truth) else TRIVIAL",
        "return goal if can.can_be(literal, truth) else TRIVIAL",
    ),
    introspection(
        "contradictory mutations are not removed",
        "src/introplan/introspection/relational/enumeration.py",
        "    if any(Want(w.literal, not w.truth) in merged for w in new):\n        return None\n",
        "",
    ),
    introspection(
        "subsumed mutations are kept",
        "src/introplan/introspection/relational/enumeration.py",
        "if any(_covers(m, pick.gathered) for m in emitted):",
        "if any(m == pick.gathered for m in emitted):",
    ),
    introspection(
        "mutations come furthest first",
        "src/introplan/introspection/relational/enumeration.py",
        "return MET if (want.literal in held) == want.truth else UNMET",
        "return UNMET if (want.literal in held) == want.truth else MET",
    ),
    introspection(
        "a mutation may ask for two actions at once",
        "src/introplan/introspection/relational/enumeration.py",
        "    if len(done) > 1:\n        return None\n",
        "",
    ),
    introspection(
        "what can be added and what can be deleted are mixed up",
        "src/introplan/relational/mutability.py",
        "changing = self.directions.addable if truth else self.directions.deletable",
        "changing = self.directions.deletable if truth else self.directions.addable",
    ),
    introspection(
        "an action is thought impossible if its precondition does not hold now",
        "src/introplan/relational/mutability.py",
        "return TRIVIAL if self.can_be(literal, truth) else IMPOSSIBLE",
        "return TRIVIAL if (literal in self.state.facts) == truth else IMPOSSIBLE",
    ),
)

VERIFICATION = (
    verification(
        "a plan whose preconditions do not hold is accepted",
        "src/introplan/verification/replay_world.py",
        "        if not self.precondition.holds(state):\n"
        '            return "the precondition of {} does not hold"\n',
        "",
    ),
    verification(
        "conditional effects are read in the state after",
        "src/introplan/verification/replay_world.py",
        "        for _ in self.solutions.each(state):\n",
        "        state = Transition(TrueRows({*state.after.rows, *adds}))\n"
        "        for _ in self.solutions.each(state):\n",
    ),
    verification(
        "the judge adds before it deletes",
        "src/introplan/verification/replay_world.py",
        "removed, added = (deletes - adds) & true.rows, adds - true.rows",
        "removed, added = deletes & true.rows, adds - true.rows - deletes",
    ),
    verification(
        "the horizon is not checked to the step",
        "src/introplan/verification/relational.py",
        "if self.task.horizon is not None and taken >= self.task.horizon:",
        "if self.task.horizon is not None and taken > self.task.horizon:",
    ),
    verification(
        "a plan that ends before success is valid",
        "src/introplan/verification/relational.py",
        "elif self.status is Status.SUCCESS or not self.task.can_succeed:",
        "elif self.status is not Status.FAILURE:",
    ),
    verification(
        "steps after the end are taken",
        "src/introplan/verification/relational.py",
        "        if self.status is not Status.CONTINUE:\n",
        "        if self.status is Status.FAILURE:\n",
    ),
    verification(
        "arguments may be of any type",
        "src/introplan/verification/relational.py",
        "            if constant.name not in fitting:\n",
        "            if constant.name not in self.constants:\n",
    ),
    verification(
        "the judge remembers answers that have changed",
        "src/introplan/verification/replay_world.py",
        "        true.stamp(changed)\n",
        "        true.stamp(())\n",
    ),
    verification(
        "the judge pays the default where a row holds that is not the first",
        "src/introplan/verification/relational.py",
        "        for condition, value in self.rules:\n",
        "        for condition, value in self.rules[:1]:\n",
    ),
    verification(
        "the judge's index misses rows that became true",
        "src/introplan/verification/rows.py",
        "            projection.add(row)\n\n    def remove",
        "            projection\n\n    def remove",
    ),
    verification(
        "the judge does not look for what was true before among what was removed",
        "src/introplan/verification/candidates.py",
        "        if not self.is_before or not step.removed:\n",
        "        if self.is_before or not step.removed:\n",
    ),
    verification(
        "the judge narrows a variable by a literal that need not be true",
        "src/introplan/verification/candidates.py",
        "                if isinstance(formula, And) == truth:  # all of the",
        "                if isinstance(formula, And):  # all of the",
    ),
    verification(
        "a part of a condition is tested with the wrong truth",
        "src/introplan/verification/conditions.py",
        "            yield from conjuncts(Signed(child, not truth, scope))",
        "            yield from conjuncts(Signed(child, truth, scope))",
    ),
    verification(
        "the judge does not follow new derived rows",
        "src/introplan/verification/derivation.py",
        "                news.extend(new for way",
        "                list(new for way",
    ),
    verification(
        "a change of derived rows does not reach the rules above them",
        "src/introplan/verification/derivation.py",
        "                changed = changed | {row[0] for row in own}\n",
        "",
    ),
    verification(
        "the judge of programs allows one step too many",
        "src/introplan/verification/programs.py",
        "if self.task.horizon is not None and taken >= self.task.horizon:",
        "if self.task.horizon is not None and taken > self.task.horizon:",
    ),
)

PROGRAMS = (
    programs(
        "the branch that is not taken is read under the same condition",
        "src/introplan/symbolic/interpreter/merging.py",
        "other = _names_after(run, frame, negate(test), partial(branch, False), before, join)",
        "other = _names_after(run, frame, test, partial(branch, False), before, join)",
    ),
    programs(
        "less than is at most",
        "src/introplan/symbolic/terms/build.py",
        "return at_most(add(left, ONE), right)",
        "return at_most(left, right)",
    ),
    programs(
        "a comparison is refuted where it just holds",
        "src/introplan/symbolic/constraints/interval.py",
        "return True if high <= term.bound else False if low > term.bound else None",
        "return True if high <= term.bound else False if low >= term.bound else None",
    ),
    programs(
        "bounds of a difference are those of a sum",
        "src/introplan/symbolic/constraints/interval.py",
        "        if weight < 0:\n            least, most = most, least\n",
        "",
    ),
    programs(
        "a remainder is bounded as if it never started again",
        "src/introplan/symbolic/constraints/call_bounds.py",
        "is_one_round = low > -INFINITY and high < INFINITY and low // divisor == high // divisor",
        "is_one_round = low > -INFINITY and high < INFINITY",
    ),
    programs(
        "ranges do not grow with what operators do",
        "src/introplan/introspection/programs/widening.py",
        "high = domain.high if found.high <= domain.high else INFINITY",
        "high = domain.high",
    ),
    programs(
        "a range is cut one too short",
        "src/introplan/symbolic/constraints/propagation.py",
        "last = min(last, int(high) // weight)",
        "last = min(last, int(high) // weight - 1)",
    ),
    programs(
        "milestones cannot follow each other, whatever the operators do",
        "src/introplan/introspection/returns/step_sums.py",
        "        if known.truth(substituted(condition, operator.effects)) is not False:\n"
        "            return 1\n",
        "",
    ),
    programs(
        "the largest reward is the first one that is named",
        "src/introplan/introspection/programs/r_max.py",
        "return max(p.value for _, p in peaks(reading, reading.payments))",
        "return reading.payments[0].most",
    ),
)

PLANNING = (*SEARCH, *INTROSPECTION, *VERIFICATION, *PROGRAMS)
