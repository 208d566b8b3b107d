"""Tables and the README: the numbers of the records, and every figure beside its claims."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from pathlib import Path

from experiments.made_up import data_of, on_grid, record
from introplan.experiments.claims import Finding, all_claims
from introplan.experiments.figures import all_figures
from introplan.experiments.records import FILE, Record, appending, read_records
from introplan.experiments.report import readme, write_report
from introplan.experiments.series import Point
from introplan.experiments.tables import (
    Table,
    all_tables,
    reach,
    reach_table,
    score_table,
    slope_table,
    summary_table,
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


def test_scores_are_means_by_distance_and_planner() -> None:
    """A column per planner, empty where it was not sent."""
    records = [
        record("grid", {"distance": 5}, "greedy", seed=0, score=1.0),
        record("grid", {"distance": 5}, "greedy", seed=1, score=0.5),
        record("grid", {"distance": 7}, "mcts-u[10]", score=0.25),
    ]
    table = score_table(data_of(records))

    assert table.head == ("d", "GREEDY", "MCTS-U[10]")
    assert table.rows == (("5", "0.750", ""), ("7", "", "0.250"))


def test_slopes_are_those_of_the_means() -> None:
    """Time and nodes grow with the square here."""
    rows = slope_table(data_of(on_grid("greedy", power=2.0))).rows

    assert [row[2:] for row in rows] == [
        ("nodes", "2 to 100", "2.00", "2.00", rows[0][6], "polynomial"),
        ("time", "2 to 100", "2.00", "2.00", rows[1][6], ""),
    ]


def test_reach_is_the_largest_size_within_the_time() -> None:
    """At least that, if nothing larger was tried; nothing, if everything takes longer."""
    points = [Point(n, n / 10, 0, 0, 1) for n in (1, 2, 5, 20)]
    cut = [*points, Point(50, 0.1, 0, 0, 1, is_cut=True)]

    assert reach(points, 0.5) == "5"
    assert reach(points, 10.0) == "≥ 20"
    assert reach(points, 0.01) == "-"
    assert reach(cut, 10.0) == "20"


def test_reach_has_a_row_for_every_planner_of_every_study() -> None:
    """Sizes in four budgets."""
    table = reach_table(data_of(on_grid("greedy", power=2.0)))

    assert table.rows == (("grid", "GREEDY", "2", "10", "30", "≥ 100"),)


def test_runs_that_shared_a_core_are_counted() -> None:
    """So that nobody trusts a time without knowing."""
    records = [
        record("grid", {"distance": 5}, "greedy", seed=seed, score=1.0, shared=seed < 2)
        for seed in range(5)
    ]
    (row,) = summary_table(data_of(records)).rows

    assert row[:6] == ("grid", "GREEDY", "5", "5", "0", "2")


def test_of_runs_that_differ_in_limits_only_the_one_with_an_answer_counts() -> None:
    """A quick suite that hit a limit, and the full one in the same folder."""
    cut = record("grid", {"distance": 5}, "greedy", status="out-of-nodes", nodes=7)
    whole = record("grid", {"distance": 5}, "greedy", nodes=9, score=1.0)

    for order in ([cut, whole], [whole, cut]):
        (row,) = summary_table(data_of(order)).rows
        assert row[3:5] == ("1", "0")


def test_tables_are_csv_and_markdown_that_hold_the_same() -> None:
    """Bars within a cell do not break a table."""
    table = Table("t", "title", ("a", "b|c"), (("1", "x, y"),))

    assert list(csv.reader(table.as_csv().splitlines())) == [["a", "b|c"], ["1", "x, y"]]
    assert table.as_markdown() == "| a | b\\|c |\n|---|---|\n| 1 | x, y |\n"


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
