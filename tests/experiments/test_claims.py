"""Every claim of the paper, decided both ways on made-up records, and left open without them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from experiments.made_up import DISTANCES, data_of, on_grid, record
from introplan.experiments.claims import Claim, Finding, all_claims
from introplan.experiments.records import Record
from introplan.experiments.series import Measurements

Value = Callable[[int], float]


def claim(data: Measurements, words: str) -> Claim:
    """The one claim with these words in it."""
    (found,) = [c for c in all_claims(data) if words in c.text]
    return found


def finding(data: Measurements, words: str) -> Finding:
    """What the records say about it."""
    return claim(data, words).finding


def falling(to: float) -> dict[int, float]:
    """Scores that begin at 1 and end low."""
    return {d: 1.0 if d <= 6 else max(to, 1 - d / 20) for d in DISTANCES}


@pytest.mark.parametrize("planner", ["introspector", "greedy", "beam[2*d*d]"])
def test_optimal_means_1_at_every_distance(planner: str) -> None:
    """One distance with one bad episode is enough to lose the claim, and is named."""
    words = f"{planner.upper().replace('2*D*D', '2d²')} is optimal"
    good = on_grid(planner)
    bad = [*good[:-1], record("grid", {"distance": 100}, planner, seed=1, score=0.99)]

    assert finding(data_of(good), words) is Finding.SUPPORTED
    assert finding(data_of(bad), words) is Finding.NOT_SUPPORTED
    assert "0.995 (d = 100)" in claim(data_of(bad), words).number
    assert finding(data_of(on_grid(planner, distances=(2, 4, 6))), words) is Finding.UNDECIDED
    assert finding(data_of(), words) is Finding.UNDECIDED


def test_small_beams_fall_off_or_do_not() -> None:
    """A K that never matters up to the last distance has no say."""
    words = "fixed K below 2d² falls off"
    falls, stays = on_grid("beam[10]", score=falling(0.2)), on_grid("beam[50]")
    large = on_grid("beam[30000]")

    assert finding(data_of(falls), words) is Finding.SUPPORTED
    assert "BEAM[10] from d = 8, 0.20 at d = 100" in claim(data_of(falls), words).number
    assert finding(data_of(falls, stays), words) is Finding.NOT_SUPPORTED
    assert finding(data_of(falls, large), words) is Finding.SUPPORTED
    assert finding(data_of(large), words) is Finding.UNDECIDED


@pytest.mark.parametrize("name", ["mcts", "mcts-u"])
def test_tree_search_falls_towards_0_or_does_not(name: str) -> None:
    """Every K has to."""
    words = f"{name.upper()}[K] falls towards 0"
    falls = on_grid(f"{name}[100]", score=falling(0.01))
    stays = on_grid(f"{name}[1000]", score=falling(0.5))

    assert finding(data_of(falls), words) is Finding.SUPPORTED
    assert finding(data_of(falls, stays), words) is Finding.NOT_SUPPORTED
    assert finding(data_of(), words) is Finding.UNDECIDED


def test_all_but_two_drop_to_0_or_do_not() -> None:
    """Looked at where the paper's score plots end."""
    words = "drop to 0 within d = 20"
    good = {d: 1.0 if d < 20 else 0.0 for d in DISTANCES}
    bad = dict.fromkeys(DISTANCES, 0.3)

    assert finding(data_of(on_grid("random[9]", score=good)), words) is Finding.SUPPORTED
    assert finding(data_of(on_grid("random[9]", score=bad)), words) is Finding.NOT_SUPPORTED
    assert finding(data_of(on_grid("greedy")), words) is Finding.UNDECIDED


@pytest.mark.parametrize(
    ("words", "planner", "power", "expected"),
    [
        ("INTROSPECTOR's time grows linearly", "introspector", 1.1, Finding.SUPPORTED),
        ("INTROSPECTOR's time grows linearly", "introspector", 1.4, Finding.NOT_SUPPORTED),
        ("GREEDY's time grows faster than linearly", "greedy", 2.0, Finding.SUPPORTED),
        ("GREEDY's time grows faster than linearly", "greedy", 1.0, Finding.NOT_SUPPORTED),
        ("GREEDY expands", "greedy", 2.0, Finding.SUPPORTED),
        ("GREEDY expands", "greedy", 1.5, Finding.NOT_SUPPORTED),
    ],
)
def test_slopes_decide(words: str, planner: str, power: float, expected: Finding) -> None:
    """The number is the slope."""
    data = data_of(on_grid(planner, power=power))

    assert finding(data, words) is expected
    assert f"slope {power:.2f}" in claim(data, words).number
    assert finding(data_of(on_grid(planner, distances=(2, 4))), words) is Finding.UNDECIDED


def test_faster_than_random_is_decided_far_out() -> None:
    """The distance from which on it holds is told."""
    words = "faster than sampling random plans"
    ours, slow = on_grid("introspector", power=1.0), on_grid("random[9]", power=1.5)
    fast = on_grid("random[9]", power=0.5)

    assert finding(data_of(ours, slow), words) is Finding.SUPPORTED
    assert "10 times as long at d = 100" in claim(data_of(ours, slow), words).number
    assert finding(data_of(ours, fast), words) is Finding.NOT_SUPPORTED
    assert finding(data_of(ours), words) is Finding.UNDECIDED


def test_puct_is_worse_or_is_not() -> None:
    """Both are asked with the same K."""
    words = "MCTS-U[K] scores less"
    pure = on_grid("mcts[9]", score=falling(0.1))
    worse = on_grid("mcts-u[9]", score=dict.fromkeys(DISTANCES, 0.05))
    better = on_grid("mcts-u[9]", score=dict.fromkeys(DISTANCES, 0.99))

    assert finding(data_of(pure, worse), words) is Finding.SUPPORTED
    assert finding(data_of(pure, better), words) is Finding.NOT_SUPPORTED
    assert finding(data_of(pure), words) is Finding.UNDECIDED


def blocks(planner: str, value: Value, *, sizes: range = range(2, 11)) -> list[Record]:
    """Blocks-world with so many nodes and milliseconds."""
    return [
        record(
            "blocks-world",
            {"blocks": n},
            planner,
            seed=seed,
            status="success",
            nodes=value(n),
            seconds=value(n) / 1000,
        )
        for n in sizes
        for seed in range(2)
    ]


@pytest.mark.parametrize(
    ("words", "planner", "value", "expected"),
    [
        ("GREEDY's nodes grow at least", "greedy", lambda n: 2.0**n, Finding.SUPPORTED),
        ("GREEDY's nodes grow at least", "greedy", lambda n: 3.0 ** (n**1.3), Finding.SUPPORTED),
        ("GREEDY's nodes grow at least", "greedy", lambda n: n**3.0, Finding.NOT_SUPPORTED),
        ("INTROSPECTOR's nodes grow poly", "introspector", lambda n: 2.0 * n, Finding.SUPPORTED),
        (
            "INTROSPECTOR's nodes grow poly",
            "introspector",
            lambda n: 2.0**n,
            Finding.NOT_SUPPORTED,
        ),
        (
            "INTROSPECTOR's nodes grow poly",
            "introspector",
            lambda n: 1.2**n,
            Finding.NOT_SUPPORTED,
        ),
        ("INTROSPECTOR's time grows sub", "introspector", lambda n: n**1.5, Finding.SUPPORTED),
        ("INTROSPECTOR's time grows sub", "introspector", lambda n: 4.0**n, Finding.NOT_SUPPORTED),
        ("GREEDY grows super", "greedy", lambda n: 2.0 ** (n**1.5), Finding.SUPPORTED),
        ("GREEDY grows super", "greedy", lambda n: n**4.0, Finding.NOT_SUPPORTED),
    ],
)
def test_growth_in_relational_domains_decides(
    words: str, planner: str, value: Value, expected: Finding
) -> None:
    """Polynomials and exponentials are told apart, on nine sizes."""
    words = f"blocks-world: {words}"

    assert finding(data_of(blocks(planner, value)), words) is expected
    few = blocks(planner, value, sizes=range(2, 4))
    assert finding(data_of(few), words) is Finding.UNDECIDED


def test_an_unsolved_task_is_told() -> None:
    """Both planners have to solve everything."""
    words = "blocks-world: both planners solve every task"
    solved = blocks("greedy", float)
    failed = record("blocks-world", {"blocks": 11}, "greedy", status="out-of-nodes")

    assert finding(data_of(solved), words) is Finding.SUPPORTED
    assert finding(data_of(solved, [failed]), words) is Finding.NOT_SUPPORTED
    assert "18 of 19" in claim(data_of(solved, [failed]), words).number
    assert finding(data_of(), words) is Finding.UNDECIDED


def test_runs_that_were_cut_short_are_no_part_of_a_fit() -> None:
    """A limit on nodes makes exponential growth look tame; it must not."""
    words = "blocks-world: GREEDY's nodes grow at least exponentially"
    grown = blocks("greedy", lambda n: 2.0**n)
    cut = [
        record("blocks-world", {"blocks": n}, "greedy", status="out-of-nodes", nodes=1100)
        for n in range(11, 60)
    ]

    assert finding(data_of(grown, cut), words) is Finding.SUPPORTED
