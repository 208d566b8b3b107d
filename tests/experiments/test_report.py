"""Tables and the README: the numbers of the records, and every figure beside its claims."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

from experiments.made_up import data_of, on_grid, record
from introplan.experiments.claims import Finding, all_claims
from introplan.experiments.figures import all_figures
from introplan.experiments.records import FILE, Record, appending, read_records
from introplan.experiments.report import readme, write_report
from introplan.experiments.tables import (
    all_tables,
)


def as_values(found: Record) -> dict[str, object]:
    """A record as it stands in a file."""
    return {
        "key": found.spec.key,
        "spec": found.spec.as_json(),
        "status": found.status,
        "reason": found.reason,
        "result": found.result,
        "verdict": found.verdict,
        "measured": found.measured,
        "versions": found.versions,
        "machine": found.machine,
    }


def test_the_readme_puts_every_figure_beside_its_claims() -> None:
    """Each with its finding and the number that decides."""
    data = data_of(on_grid("introspector"), on_grid("greedy", power=2.0))
    claims, figures = all_claims(data), all_figures(data)
    text = readme(data, claims, figures=figures, tables=all_tables(data))
    part = text.split("## Figure 2: grid")[1].split("## ")[0]

    assert "![Figure 2: grid](figure-2.png)" in part
    assert "✓ INTROSPECTOR is optimal" in part
    assert "✗ " not in part
    assert "slope 2.00 over the last decade" in part
    assert text.count("](appendix-a.png)") == 1
    for claim in claims:
        if claim.finding is not Finding.UNDECIDED:
            assert f"| {claim.text} | {claim.finding.mark}" in text
            assert claim.number in text
    undecided = text.split("## Appendix A: grid")[1].split("## ")[0]
    assert "? INTROSPECTOR runs faster" in undecided
    assert "**too little data**" in undecided


def test_a_folder_of_records_becomes_a_folder_of_results(tmp_path: Path) -> None:
    """Without matplotlib there are no pictures, but all tables."""
    with appending(tmp_path) as appender:
        for found in on_grid("greedy", power=2.0):
            appender.add(as_values(found))

    report = write_report(tmp_path, has_matplotlib=False, pictures=[lambda: [("x.svg", b"")]])

    names = {file.name for file in tmp_path.iterdir()}
    assert names == {FILE, "README.md"} | {
        f"{table}.{kind}"
        for table in ("scores", "slopes", "reach", "summary")
        for kind in ("csv", "md")
    }
    assert set(report.files) == {tmp_path / name for name in names - {FILE}}
    assert json.loads((tmp_path / FILE).read_text("utf-8").splitlines()[0])["key"]
    assert len(read_records(tmp_path)) == 20


def test_drawings_of_states_belong_to_the_paper(tmp_path: Path) -> None:
    """They are made where there are records of the grid and of a relational domain."""
    blocks = record("blocks-world", {"blocks": 3}, "greedy", status="success")
    with appending(tmp_path) as appender:
        for found in (*on_grid("greedy"), blocks):
            appender.add(as_values(found))

    report = write_report(
        tmp_path, has_matplotlib=False, pictures=[lambda: [("figure-1.svg", b"<svg/>")]]
    )

    assert tmp_path / "figure-1.svg" in report.files
    assert "![figure-1](figure-1.svg)" in (tmp_path / "README.md").read_text("utf-8")


def test_any_handful_of_records_makes_a_report() -> None:
    """One run, a few, some of them without an answer: nothing divides by what is not there."""
    rng = random.Random(7)
    planners = ("introspector", "greedy", "random[5]", "beam[5]", "mcts[5]", "mcts-u[5]")
    records = [found for p in planners for found in on_grid(p, power=rng.uniform(0, 2))]
    records += [
        record("blocks-world", {"blocks": n}, p, status="success", nodes=n)
        for n in range(1, 8)
        for p in planners[:2]
    ]
    for _ in range(100):
        some = rng.sample(records, rng.choice([1, 2, 5, 20, 100]))
        share = rng.choice([0, 0.2, 1])
        data = data_of([_failed(r) if rng.random() < share else r for r in some])
        text = readme(data, all_claims(data), figures=all_figures(data), tables=all_tables(data))
        assert text.startswith("# Results")


def _failed(found: Record) -> Record:
    """The same run without an answer."""
    nothing = {"seconds": 0.0, "shared_core": False}
    return replace(found, status="crashed", result=None, verdict=None, measured=nothing)
