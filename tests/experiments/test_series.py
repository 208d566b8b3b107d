"""Series: records sorted into studies, means by size, planners in the paper's order."""

from __future__ import annotations

from experiments.made_up import data_of, record
from introplan.experiments.series import Measure, Study, fixed_budget, in_order


def test_a_study_is_a_domain_with_all_but_the_size_fixed() -> None:
    """Drawers of 3 and of 4 are two studies; their titles and names say which."""
    records = [record("drawers", {"drawers": n, "items": 2}, "greedy") for n in (3, 4)]
    studies = data_of(records).studies()

    assert studies == [Study("drawers", (("drawers", 3),)), Study("drawers", (("drawers", 4),))]
    assert [(s.title, s.name, s.size) for s in studies] == [
        ("drawers, n = 3", "drawers-3", "items"),
        ("drawers, n = 4", "drawers-4", "items"),
    ]


def test_points_are_means_over_seeds_and_marked_if_a_run_was_cut() -> None:
    """By size; a limit makes a mean a lower bound, which no fit takes."""
    records = [
        record("grid", {"distance": d}, "greedy", seed=s, nodes=d * 10 + s, status=status)
        for d, status in ((4, "horizon"), (2, "horizon"), (8, "out-of-nodes"))
        for s in (0, 2)
    ]
    series = data_of(records).series(Study("grid"), "greedy", Measure.NODES)

    assert [(p.size, p.mean, p.is_cut) for p in series.points] == [
        (2, 21.0, False), (4, 41.0, False), (8, 81.0, True),
    ]  # fmt: skip
    assert [p.size for p in series.whole] == [2, 4]
    assert [p.size for p in series.up_to(4).points] == [2, 4]


def test_planners_stand_in_the_order_of_the_paper() -> None:
    """Families first, then K, formulas last."""
    names = ["mcts[10]", "beam[2*d*d]", "other", "beam[100]", "introspector", "beam[9]"]

    ordered = in_order(names)

    assert ordered == ["introspector", "beam[9]", "beam[100]", "beam[2*d*d]", "mcts[10]", "other"]
    assert [fixed_budget(name) for name in ordered] == [None, 9, 100, None, 10, None]
