"""Suites: those that come along, those of users, and what is said about mistakes in them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from introplan.errors import ModelError, UsageError
from introplan.experiments.suite import spec_from_json
from introplan.experiments.suite_files import FOLDER, read_suite, shipped_suites, suite_named

GOOD = """
summary = "mine"
planners = ["introspector"]

[[experiment]]
domain = "drawers"
items = { from = 1, to = 5, step = 2 }
drawers = [2, 3]
planners = ["greedy", "introspector"]
seeds = 2
limits = { seconds = 3, nodes = 100 }
quick = { items = 1, seeds = [7] }

[[experiment]]
domain = "bins"
quick = false
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    """A file with this text."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_an_experiment_is_the_product_of_its_sizes_planners_and_seeds(tmp_path: Path) -> None:
    """3 numbers of items, 2 of drawers, 2 planners, 2 seeds; and one run of bins as they are."""
    suite = read_suite(written(tmp_path, GOOD))
    runs = suite.runs()

    assert suite.name == "mine"
    assert len(runs) == 3 * 2 * 2 * 2 + 1
    assert {dict(r.parameters)["items"] for r in runs if r.domain == "drawers"} == {1, 3, 5}
    assert {r.limits.nodes for r in runs if r.domain == "drawers"} == {100}
    assert [dict(r.parameters) for r in runs if r.domain == "bins"] == [{"bins": 3, "items": 6}]


def test_quick_takes_what_stands_there_instead(tmp_path: Path) -> None:
    """Fewer sizes and seeds, and nothing of what is not quick."""
    runs = read_suite(written(tmp_path, GOOD)).runs(quick=True)

    assert len(runs) == 4
    assert {run.seed for run in runs} == {7}
    assert {run.domain for run in runs} == {"drawers"}


def test_json_is_as_good_as_toml(tmp_path: Path) -> None:
    """The same tables, the same suite."""
    by_toml = read_suite(written(tmp_path, GOOD))
    by_json = read_suite(written(tmp_path, json.dumps(tomllib.loads(GOOD)), "mine.json"))

    assert by_toml == by_json


def test_a_run_that_two_experiments_ask_for_is_made_once(tmp_path: Path) -> None:
    """Keys are what tells runs apart."""
    one = '[[experiment]]\ndomain = "bins"\nplanners = ["greedy"]\n'

    assert len(read_suite(written(tmp_path, one + one)).runs()) == 1


def test_runs_go_through_json_and_back() -> None:
    """Every run of every shipped suite."""
    for suite in shipped_suites():
        for run in suite.runs():
            assert spec_from_json(json.loads(json.dumps(run.as_json()))) == run


def test_keys_differ_in_everything_that_matters(tmp_path: Path) -> None:
    """Size, planner, seed, limits."""
    runs = read_suite(written(tmp_path, GOOD)).runs()

    assert len({run.key for run in runs}) == len(runs)
    assert "nodes" in runs[0].key


@pytest.mark.parametrize("name", ["paper", "grid", "k-sweep", "blocks-world", "drawers", "bins"])
def test_shipped_suites_are_there_and_quick_is_less(name: str) -> None:
    """Each has a line about itself."""
    suite = suite_named(name)

    assert suite.name == name
    assert suite.summary
    assert 0 < len(suite.runs(quick=True)) < len(suite.runs())


def test_policies_are_tried_in_episodes(tmp_path: Path) -> None:
    """In slippery worlds and in files with chance; such runs have keys of their own."""
    text = EXPERIMENT.replace("greedy", "uct[9]") + "episodes = 7\nslippery = 0.25"
    (run,) = read_suite(written(tmp_path, text)).runs()
    assert (run.planner, run.episodes, run.slippery) == ("uct[9]", 7, 0.25)
    assert run.key == "grid distance=10 slippery=0.25; uct[9]; seed 0; 60 s, 2048 MB; 7 episodes"
    assert spec_from_json(json.loads(json.dumps(run.as_json()))) == run


def test_the_paper_at_full_size_has_its_hundred_episodes() -> None:
    """100 episodes per planner per d, at every distance up to 20, for all six planners."""
    runs = [r for r in suite_named("paper").runs() if r.domain == "grid"]
    episodes: dict[tuple[str, int], int] = {}
    for run in runs:
        cell = (run.planner, dict(run.parameters)["distance"])
        episodes[cell] = episodes.get(cell, 0) + 1

    assert set(episodes.values()) == {100}
    for planner in ("introspector", "greedy", "random[100]", "beam[100]", "mcts[100]"):
        assert {d for p, d in episodes if p == planner} >= set(range(2, 21))
    assert ("beam[2*d*d]", 20) in episodes


def test_the_suite_in_the_documentation_is_one(tmp_path: Path) -> None:
    """What people copy works: 4 distances, 3 planners, 10 seeds."""
    text = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text("utf-8")
    block = text.split("```toml")[1].split("```")[0]
    suite = read_suite(written(tmp_path, block.partition("\n")[2]))

    assert len(suite.runs()) == 4 * 3 * 10
    assert len(suite.runs(quick=True)) == 4 * 3 * 2


def test_an_unknown_suite_lists_what_there_is() -> None:
    """With a hint for a slip of the pen."""
    with pytest.raises(UsageError) as caught:
        suite_named("papr")

    assert "did you mean 'paper'?" in str(caught.value)
    assert all(file.stem in str(caught.value) for file in FOLDER.glob("*.toml"))


EXPERIMENT = '[[experiment]]\ndomain = "grid"\nplanners = ["greedy"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "1:1: not TOML: invalid value"),
        ("x = 1\ny = 1 2", "2:7: not TOML: expected newline"),
        ('summary = "nothing"', "there is none"),
        ("experiment = 3", "there is none"),
        ("sumary = 'x'\n" + EXPERIMENT, "unknown key 'sumary'; did you mean 'summary'?"),
        (EXPERIMENT + "planer = 1", "experiment 1: unknown key 'planer'; did you mean"),
        (EXPERIMENT + "items = 1", "unknown key 'items'; did you mean"),
        (EXPERIMENT + "qqqqq = 1", "unknown key 'qqqqq'; there is distance, domain"),
        (EXPERIMENT + "distance = 'far'", "distance must be whole numbers: 5, [2, 5, 10] or"),
        (EXPERIMENT + "distance = []", "got []"),
        (EXPERIMENT + "seeds = 1000000000000", "too many seeds; an experiment has at most 100000"),
        (EXPERIMENT + "distance = { from = 1, to = 1000000000000 }", "too many distance"),
        (
            EXPERIMENT + "seeds = 1000\ndistance = { from = 1, to = 101 }",
            "too many sizes, planners",
        ),
        (EXPERIMENT + f"seeds = {'9' * 5000}", "a number has too many digits"),
        (EXPERIMENT + f"seeds = {'[' * 5000}", "nested too deeply"),
        (EXPERIMENT + "distance = -1", "distance must be at least 0, got -1"),
        (EXPERIMENT + "distance = {from = 5, to = 2}", "distance must be whole numbers"),
        (EXPERIMENT + "seeds = 0", "seeds must be whole numbers"),
        (EXPERIMENT + "limits = {seconds = 0}", "seconds must be a number above 0"),
        (EXPERIMENT + "limits = {second = 1}", "did you mean 'seconds'?"),
        (EXPERIMENT + "quick = 1", "quick must be a table"),
        (EXPERIMENT + "quick = {distance = 'x'}", "distance must be whole numbers"),
        (EXPERIMENT + EXPERIMENT + "seeds = true", "experiment 2: seeds must be"),
        ('[[experiment]]\ndomain = "grit"\nplanners = ["greedy"]', "did you mean 'grid'?"),
        ('[[experiment]]\ndomain = "grid"', "planners must be a list of names"),
        ('[[experiment]]\ndomain = "grid"\nplanners = ["gredy"]', "did you mean 'greedy'?"),
        ('[[experiment]]\ndomain = "grid"\nplanners = ["beam[e]"]', "K = 'e' is not understood"),
        ('[[experiment]]\ndomain = "bins"\nplanners = ["beam[2*d*d]"]', "needs a distance d"),
        (EXPERIMENT + "episodes = 0", "episodes must be a whole number from 1 to"),
        (EXPERIMENT + "slippery = 0.1", "say how many episodes"),
        (EXPERIMENT + "episodes = 9\nslippery = 2", "from 0 to 1, got 2"),
        (
            '[[experiment]]\ndomain = "grid"\nepisodes = 9\nplanners = ["beam[3]"]',
            "there is greedy, policy, random, uct[K]",
        ),
        ('[[experiment]]\nplanners = ["greedy"]', "give either a domain"),
        ('[[experiment]]\nfiles = ["no.py"]\nplanners = ["greedy"]', "there is no file"),
        ('[[experiment]]\nfiles = ["a.pddl"]\nplanners = ["greedy"]', "is no task; write"),
    ],
)
def test_a_mistake_is_told_with_what_would_be_right(
    tmp_path: Path, text: str, message: str
) -> None:
    """The file, the experiment, the key."""
    file = written(tmp_path, text)

    with pytest.raises(ModelError) as caught:
        read_suite(file)

    assert str(caught.value).startswith(str(file))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("broken.json", b'{"experiment": [}', "broken.json:1:17: not JSON"),
        ("latin.toml", b'summary = "\xe9"', "not UTF-8"),
    ],
)
def test_a_file_that_is_neither_has_a_place(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    """JSON by line and column, and bytes that are no text."""
    (tmp_path / name).write_bytes(content)

    with pytest.raises(ModelError, match=message):
        read_suite(tmp_path / name)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A suffix makes it a file, not a suite."""
    with pytest.raises(UsageError, match=r"cannot read .*none\.toml: no such file"):
        suite_named(str(tmp_path / "none.toml"))
