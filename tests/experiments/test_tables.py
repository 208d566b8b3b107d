"""Tables: the numbers of the records, as CSV and as Markdown."""

from __future__ import annotations

import csv

from experiments.made_up import data_of, on_grid, record
from introplan.experiments.series import Point
from introplan.experiments.tables import (
    Table,
    reach,
    reach_table,
    score_table,
    slope_table,
    summary_table,
)


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
