"""The promises by number: what is checked, where, and what must come out of it.

A check that runs in `make test` names its tests. The others name the command that writes their
record. `reached` puts what was counted into words; `holds` says whether that is what was promised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reliability.metamorphic import RELATIONS
from reliability.records import Record

FAULTS_OF_MUTATIONS = ("unsound", "incomplete", "contradictory", "subsumed")


@dataclass(frozen=True, slots=True)
class Check:
    """A promise, and how it is kept."""

    number: int
    what: str
    promise: str
    reached: Callable[[Record], str]
    holds: Callable[[Record], bool]
    tests: tuple[str, ...] = ()
    command: str = ""

    def is_kept(self, record: Record) -> bool:
        """Was enough looked at, and nothing wrong with it?"""
        return record.failures == 0 and self.holds(record)

    @property
    def how(self) -> str:
        """What to type to see it."""
        return self.command or f"python -m pytest {' '.join(self.tests)}"


def _fewest_changes(record: Record) -> int:
    """How many tasks the relations of the table were tried on; some of ours apply to few."""
    ours = ("a longer horizon", "more counts as success")
    named = [relation.name for relation in RELATIONS if relation.name not in ours]
    return int(min(record.counts.get(name, 0) for name in named))


def _share(record: Record, part: str, whole: str) -> float:
    return record.counts.get(part, 0) / max(record.counts.get(whole, 0), 1)


def _processor_minutes(record: Record) -> float:
    """Of each of two processes that share the work; what the clock says depends on others."""
    return record.counts.get("milliseconds", 1000 * record.seconds) / 120_000


CHECKS = (
    Check(
        1,
        "every planner on every engine against exhaustive search, on random tasks: solvable or "
        "not, and the best score",
        "10,000 tasks, 0 disagreements; at least 30 % solvable, but not in one step; 5 minutes "
        "in two processes",
        lambda r: (
            f"{r.counts['tasks']:,.0f} tasks, {r.failures} disagreements; "
            f"{_share(r, 'worthwhile', 'tasks'):.0%} solvable in two steps or more; "
            f"{_processor_minutes(r):.1f} min of processor time for each of two"
        ),
        lambda r: (
            r.counts["tasks"] >= 10_000
            and _share(r, "worthwhile", "tasks") >= 0.3
            and _processor_minutes(r) < 5
        ),
        tests=("tests/reliability/test_differential.py",),
    ),
    Check(
        2,
        "the same for longer",
        "1,000,000 tasks, 0 disagreements",
        lambda r: f"{r.counts['tasks']:,.0f} tasks, {r.failures} disagreements",
        lambda r: r.counts["tasks"] >= 1_000_000,
        command="make long-run",
    ),
    Check(
        3,
        "mutations against brute force, on random formulas",
        "10,000 formulas; none unsound, incomplete, contradictory or subsumed",
        lambda r: (
            f"{r.counts['formulas']:,.0f} formulas; "
            + ", ".join(f"{r.counts[kind]:.0f} {kind}" for kind in FAULTS_OF_MUTATIONS)
        ),
        lambda r: (
            r.counts["formulas"] >= 10_000
            and not sum(r.counts[kind] for kind in FAULTS_OF_MUTATIONS)
        ),
        tests=("tests/introspection/relational/test_mutate.py",),
    ),
    Check(
        4,
        "every plan is replayed by code that shares only nouns and definitions with search, for "
        "users as well",
        "always; costs less than the planning itself",
        lambda r: (
            f"{r.counts['plans']:,.0f} plans, {r.failures} not replayed; replaying takes "
            f"{_share(r, 'replaying', 'planning'):.0%} of the processor time of planning"
        ),
        lambda r: _share(r, "replaying", "planning") < 1,
        command="make replaying",
    ),
    Check(
        5,
        "plans of benchmarks before a foreign judge (unified-planning), through PDDL; and plans "
        "that were spoilt",
        "all accepted; 1,000 spoilt plans, 0 disagreements",
        lambda r: (
            f"{r.counts['plans']:,.0f} plans accepted; {r.counts['corrupted']:,.0f} spoilt, "
            f"{r.counts['disagreements']:.0f} disagreements"
        ),
        lambda r: r.counts["corrupted"] >= 1_000 and not r.counts["disagreements"],
        tests=(
            "tests/interop/classical/test_export.py",
            "tests/verification/test_relational_and_unified_planning.py",
        ),
    ),
    Check(
        6,
        "optimal plans against blind A* of Fast Downward",
        "300 tasks, 0 differences",
        lambda r: (
            f"{r.counts['tasks']:.0f} tasks ({r.counts['priced']:.0f} with costs, "
            f"{r.counts['unsolvable']:.0f} without a plan), {r.failures} differences"
        ),
        lambda r: r.counts["tasks"] >= 300,
        command="make bench-optimal",
    ),
    Check(
        7,
        "changes of a task that must not change the answer, or only in a known way: renaming, "
        "another order, more that does not matter, scaled rewards, repeated rows, double "
        "negation, dropped preconditions",
        "2,000 tasks for each, 0 violations",
        lambda r: (
            f"{len(RELATIONS)} relations, at least {_fewest_changes(r):,} tasks for each, "
            f"{r.failures} violations"
        ),
        lambda r: _fewest_changes(r) >= 2_000,
        tests=("tests/reliability/test_metamorphic.py",),
    ),
    Check(
        8,
        "there is no plan: said only with a proof, which separate code has checked",
        "every claim up to 100,000 states; spoilt proofs are rejected",
        lambda r: (
            f"{r.counts['claims']:,.0f} claims, all proven; {r.counts['corrupted']:,.0f} spoilt "
            "proofs judged rightly"
        ),
        lambda r: r.counts["claims"] >= 300 and r.counts["corrupted"] >= 1_000,
        tests=("tests/certificates",),
    ),
    Check(
        9,
        "hostile input: PDDL, plans, records, certificates, command lines, models in Python",
        "500 files, 0 tracebacks, a message that says where, each within a second",
        lambda r: f"{r.counts['files']:,.0f} files, {r.failures} failures",
        lambda r: r.counts["files"] >= 500,
        tests=(
            "tests/reliability/test_hostile_input.py",
            "tests/reliability/test_hostile_places.py",
            "tests/cli/test_entry_broken_models.py",
        ),
    ),
    Check(
        10,
        "texts bred by a fuzzer that follows the coverage of the readers (atheris)",
        "30 minutes, 0 crashes; what was found is kept as a test",
        lambda r: (
            f"{r.counts['executions']:,.0f} texts for {r.counts['targets']:.0f} readers in "
            f"{r.seconds / 60:.0f} min, {r.counts['crashes']:.0f} crashes"
        ),
        lambda r: r.seconds >= 1_800 and r.counts["executions"] >= 10_000,
        command="make fuzz",
    ),
    Check(
        11,
        "limits of 1 s and 5 s while one core is busy",
        "20 runs each: back within a tenth or 0.25 s, with the best plan so far",
        lambda r: f"{r.counts['runs']:.0f} runs, {r.failures} late",
        lambda r: r.counts["runs"] >= 40,
        command="make limits",
    ),
    Check(
        12,
        "limits on memory",
        "20 runs: peak no more than a tenth above, exit code 22",
        lambda r: f"{r.counts['runs']:.0f} runs, {r.failures} above",
        lambda r: r.counts["runs"] >= 20,
        command="make limits",
    ),
    Check(
        13,
        "exit codes",
        "a test for each",
        lambda r: f"{r.counts['codes']:.0f} codes, {r.failures} failures",
        lambda r: r.counts["codes"] >= 10,
        tests=("tests/cli/test_entry.py",),
    ),
    Check(
        14,
        "the same input, the same output",
        "byte-identical over 5 runs of each of 10 hash seeds",
        lambda r: (
            f"{r.counts['runs']:.0f} runs, {_share(r, 'bytes', 'runs') / 1000:,.0f} kB "
            f"each, {r.failures} differences"
        ),
        lambda r: r.counts["runs"] >= 50,
        tests=("tests/determinism",),
    ),
    Check(
        15,
        "experiments killed at random moments",
        "20 kills: records readable, the resumed result identical",
        lambda r: f"{r.counts['kills']:.0f} kills, {r.failures} failures",
        lambda r: r.counts["kills"] >= 20,
        tests=("tests/experiments/test_runner_kills.py",),
    ),
    Check(
        16,
        "planted faults in Python and in C++",
        "30 faults, 95 % caught by the checks above; all of those in evaluation and simulation",
        lambda r: (
            f"{r.counts['caught']:.0f} of {r.counts['faults']:.0f} caught "
            f"({r.counts['native']:.0f} in C++); in evaluation and simulation "
            f"{r.counts['evaluation_and_simulation_caught']:.0f} of "
            f"{r.counts['evaluation_and_simulation']:.0f}"
        ),
        lambda r: (
            r.counts["faults"] >= 30
            and _share(r, "caught", "faults") >= 0.95
            and _share(r, "evaluation_and_simulation_caught", "evaluation_and_simulation") == 1
        ),
        command="make mutants",
    ),
    Check(
        17,
        "native code under the sanitizers for addresses, undefined behaviour and threads",
        "0 reports",
        lambda r: f"{r.counts['tests']:,.0f} tests, {r.failures} reports",
        lambda r: r.counts["tests"] > 0,
        command="make test-sanitized",
    ),
    Check(
        18,
        "random tasks for hours in one process",
        "2 hours: memory grows less than 5 % after 10 minutes, no unhandled exception",
        lambda r: (
            f"{r.counts['minutes']:.0f} min, {r.counts['tasks']:,.0f} tasks, memory "
            f"{r.counts['growth_percent']:+.1f} %, {r.failures} exceptions"
        ),
        lambda r: r.counts["minutes"] >= 120 and r.counts["growth_percent"] < 5,
        command="make soak",
    ),
    Check(
        19,
        "load: planning from many threads and in pools of processes",
        "10,000 tasks in each way, the answers of one by one; memory grows less than 5 %",
        lambda r: (
            f"{r.counts['tasks']:,.0f} tasks in {r.counts['ways']:.0f} ways, {r.failures} other "
            f"answers, memory {r.counts['growth_percent']:+.1f} %"
        ),
        lambda r: r.counts["tasks"] >= 10_000 and r.counts["growth_percent"] < 5,
        command="make load",
    ),
    Check(
        20,
        "scores, bounds and proofs against value iteration by separate code, on random worlds in "
        "PDDL and in Python with penalties, sums, ends, horizons and discounts",
        "5,000 worlds: no wrong score, no bound below the best score, no wrong proof; 5 minutes",
        lambda r: (
            f"{r.counts['tasks']:,.0f} worlds, {r.failures} disagreements; "
            f"{r.counts['milliseconds'] / 60_000:.1f} min of processor time"
        ),
        lambda r: r.counts["tasks"] >= 5_000 and r.counts["milliseconds"] < 300_000,
        tests=("tests/reliability/test_scores.py",),
    ),
    Check(
        21,
        "policies: random worlds with chance of up to 2,000 states against exact values by other "
        "code, in fractions (every policy, recursion, policy iteration); the judge against both",
        "2,000 worlds: no wrong value, no bound below the best, no wrong proof",
        lambda r: (
            f"{r.counts['worlds']:,.0f} worlds, {r.failures} disagreements; "
            f"{r.counts['proved']:,.0f} values proven, {r.counts['decided']:,.0f} decided (the "
            "rest gains or loses without end, or evenly)"
        ),
        lambda r: r.counts["worlds"] >= 2_000,
        tests=("tests/reliability/test_policies.py",),
    ),
    Check(
        22,
        "simulated values: how often 95 % intervals contain the exact value",
        "93 to 97 % of 1,000 worlds",
        lambda r: (
            f"{r.counts['right'] / r.counts['simulated']:.1%} of {r.counts['simulated']:,.0f} "
            "worlds"
        ),
        lambda r: (
            r.counts["simulated"] >= 1_000
            and 0.93 <= r.counts["right"] / r.counts["simulated"] <= 0.97
        ),
        command="make intervals",
    ),
    Check(
        23,
        "worlds in Python that are compiled for the native engine against the user's own "
        "functions, transition by transition: shipped worlds, examples, worlds of first tries, "
        "fuzzed ones",
        "100,000 transitions in `make test`, ten million in `make compiled`; 0 differences",
        lambda r: (
            f"{r.counts['transitions']:,.0f} transitions of {r.counts['compiled']:,.0f} worlds "
            f"(of {r.counts['worlds']:,.0f} that were tried), {r.failures} differences"
        ),
        lambda r: r.counts["transitions"] >= 100_000,
        tests=("tests/reliability/test_compiled.py",),
    ),
)
