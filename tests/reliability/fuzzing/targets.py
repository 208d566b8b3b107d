"""Readers to be fuzzed. What one reads it prints, and reads back to an equal value."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import introplan as ip
from introplan.certificates.check import check_certificate
from introplan.errors import ModelError
from introplan.experiments.claims import all_claims
from introplan.experiments.figures import all_figures
from introplan.experiments.records import FILE, read_records
from introplan.experiments.series import measured
from introplan.experiments.suite import spec_from_json
from introplan.experiments.suite_files import FOLDER as SUITES
from introplan.experiments.suite_files import read_suite
from introplan.experiments.tables import all_tables
from introplan.pddl import (
    parse_action,
    parse_domain,
    parse_formula,
    parse_plan,
    parse_problem,
    parse_state,
    print_domain,
    print_plan,
    print_problem,
)
from introplan.relational.formula import Variable
from reliability.fuzzing.judging import MODELS

SHIPPED = Path(ip.__file__).parent / "domains"
SECOND_FILE = "(define"
TASK = parse_problem(
    parse_domain(
        "(define (domain d) (:types block table - thing) (:predicates (on ?x ?y - thing)"
        " (clear ?x) (done) (before ?x ?y)) (:action wait"
        " :effect (forall (?x - block) (clear ?x))) (:action move :parameters (?x - block ?y)"
        " :effect (and (on ?x ?y) (not (clear ?x)))))"
    ),
    "(define (problem p) (:objects a b - block t - table) (:init (on a b)) (:goal (done)))",
)
WALK = ip.program(
    actions=[-1, 1],
    transition=lambda s, a: (s[0], (s[1] + a) % 3),
    reward=lambda s, a, t: 0,
    terminal=lambda s, a, t: "success" if t[1] > 2 else "continue",
).task(("here", 0))
FREE = (Variable("x", ("block",)), Variable("free"))
PLANS = (
    "(move a b)\n(wait)\n; cost = 2 (unit cost)\n",
    "0: (MOVE A T) [1]\n1.0e-3: ( wait ) [ 1.0 ]\n",
    "; Time 0.1\n\n0: (WAIT) [D:1.00; C:1.00]\n",
)
FRAGMENTS = (
    "(or (clear a) (not (on a ?x)) (did (move a t)))",
    "(forall (?x ?y - (either block table)) (imply (before (on ?x ?y)) (exists (?x) (= ?x t))))",
    "(:init (clear a) (before b t) (done))",
    "(move a ?free)",
)


@dataclass(frozen=True, slots=True)
class Target:
    """A reader, and texts to begin with."""

    name: str
    check: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]


def domains(data: bytes) -> None:
    """A domain file."""
    domain = parse_domain(as_text(data))
    assert parse_domain(print_domain(domain)) == domain


def problems(data: bytes) -> None:
    """A domain file and a problem file in one text; the last definition is the problem."""
    first, head, second = as_text(data).rpartition(SECOND_FILE)
    domain = parse_domain(first)
    task = parse_problem(domain, head + second)
    assert parse_problem(domain, print_problem(task)) == task


def plans(data: bytes) -> None:
    """A plan file."""
    plan = parse_plan(as_text(data), TASK)
    assert parse_plan(print_plan(plan, len(plan), unit_cost=True), TASK) == plan


def fragments(data: bytes) -> None:
    """A formula, an action or a state."""
    text, domain, objects = as_text(data), TASK.domain, TASK.start.objects
    with contextlib.suppress(ModelError):
        formula = parse_formula(text, domain, objects, variables=FREE)
        assert parse_formula(str(formula), domain, objects, variables=FREE) == formula
    with contextlib.suppress(ModelError):
        action = parse_action(text, TASK)
        assert parse_action(str(action), TASK) == action
    state = parse_state(text, TASK)
    assert parse_state(str(state), TASK) == state


def certificates(data: bytes) -> None:
    """A proof that there is no plan; whether it is one is asked as well.

    Facts are numbered as a file names them, so what reads back is the same text.
    """
    text = as_text(data)
    for task in (WALK, TASK):
        with contextlib.suppress(ModelError):
            certificate = ip.parse_certificate(text, task)
            printed = ip.print_certificate(certificate)
            assert ip.print_certificate(ip.parse_certificate(printed, task)) == printed
            check_certificate(task, certificate)
    ip.parse_certificate(text, TASK)


def records(data: bytes) -> None:
    """A file of records, and all that is made of it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(data)
        found = read_records(Path(folder))
    for record in found:
        assert spec_from_json(json.loads(json.dumps(record.spec.as_json()))) == record.spec
    series = measured(found)
    for table in all_tables(series):
        table.as_markdown()
    all_claims(series)
    all_figures(series)


def suites(data: bytes) -> None:
    """A suite in TOML."""
    _suite(data, ".toml")


def json_suites(data: bytes) -> None:
    """A suite in JSON."""
    _suite(data, ".json")


def planted(data: bytes) -> None:
    """A reader with a bug that chance would never find: does the fuzzer follow what is new?"""
    if data[:1] != b"(":
        return
    if data[1:2] != b"b":
        return
    if data[2:3] != b"u":
        return
    if data[3:4] == b"g":
        raise ZeroDivisionError("planted")


def as_text(data: bytes) -> str:
    """The text that a file with these bytes has."""
    return data.decode("utf-8", errors="surrogateescape")


def _suite(data: bytes, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = (Path(folder) / "suite").with_suffix(suffix)
        file.write_bytes(data)
        assert read_suite(file) == read_suite(file)


def _domain_files() -> list[bytes]:
    files = [*MODELS.glob("valid/*.domain.pddl"), *MODELS.glob("invalid/*.pddl")]
    return [file.read_bytes() for file in sorted([*files, *SHIPPED.glob("*.pddl")])]


def _problem_files() -> list[bytes]:
    valid = sorted(MODELS.glob("valid/*.domain.pddl"))
    pairs = [(d, d.with_name(d.name.replace(".domain.", ".problem."))) for d in valid]
    broken = sorted(MODELS.glob("invalid/*.problem.pddl"))
    pairs += [(MODELS / "valid/blocks.domain.pddl", file) for file in broken]
    sampled = [
        (SHIPPED / f"{n}.pddl").read_bytes() + b"\n" + ip.print_problem(ip.sample(n)).encode()
        for n in ("bins", "blocks-world", "drawers")
    ]
    return [first.read_bytes() + b"\n" + second.read_bytes() for first, second in pairs] + sampled


def _certificate_files() -> list[bytes]:
    bounds = "; so\n(:certificate bounds)\n(:becomes-true (on a t))\n(:becomes-false (clear b))\n"
    closed = (
        "(:certificate closed-set)\n(:state (on a b))\n(:state (clear a) (clear b) (on a b))\n"
    )
    proofs = [ip.print_certificate(ip.certify(task)) for task in (TASK, WALK)]
    return [text.encode() for text in (bounds, closed, *proofs)]


def _record_files() -> list[bytes]:
    whole = (MODELS / "records" / "some.jsonl").read_bytes()
    return [whole, *whole.splitlines()]


def _suite_files() -> list[bytes]:
    return [file.read_bytes() for file in sorted(SUITES.glob("*.toml"))]


def _json_suite_files() -> list[bytes]:
    limits = {"seconds": 3, "nodes": 10.5, "memory_mb": 100}
    grid = {"domain": "grid", "distance": {"from": 2, "to": 8, "step": 3}, "quick": {"seeds": [1]}}
    bins = {"domain": "bins", "bins": [1, 2], "items": 3, "seeds": 2, "quick": False}
    both = {"planners": ["greedy", "beam[5d]"], "limits": limits, "experiment": [grid, bins]}
    return [json.dumps(both).encode()]


def _encoded(texts: Iterable[str]) -> Callable[[], list[bytes]]:
    return lambda: [text.encode() for text in texts]


TARGETS = {
    target.name: target
    for target in (
        Target("domains", domains, _domain_files),
        Target("problems", problems, _problem_files),
        Target("plans", plans, _encoded(PLANS)),
        Target("fragments", fragments, _encoded(FRAGMENTS)),
        Target("certificates", certificates, _certificate_files),
        Target("records", records, _record_files),
        Target("suites", suites, _suite_files),
        Target("json-suites", json_suites, _json_suite_files),
    )
}
PLANTED = Target("planted", planted, _encoded(["(b", "text"]))
