"""The page: one file, a strict policy that fits it, names that stay names, an honest answer."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

import introplan as ip
from introplan.view.page import page
from nasty_worlds import WORLDS
from paper.bins_example import bins_example
from random_tasks import random_task

HOSTILE = "</script><script>alert`1`</script>"


class Reader(HTMLParser):
    """The elements of a page with their attributes, and the text of scripts and styles."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text = ""
        self.inside = ""
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember the element."""
        self.elements.append((tag, dict(attrs)))
        self.inside = tag
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_data(self, data: str) -> None:
        """Remember the text."""
        if self.inside in self.raw:
            self.raw[self.inside][-1] += data
        else:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        """What follows is not in this element."""
        self.inside = ""

    @property
    def policy(self) -> str:
        """The content security policy."""
        return next(
            a["content"] or "" for tag, a in self.elements if a.get("http-equiv") and tag == "meta"
        )

    @property
    def page_data(self) -> dict[str, Any]:
        """The data of the page."""
        found = json.loads(self.raw["script"][0])
        assert isinstance(found, dict)
        return found


def hashed(content: str) -> str:
    """As a policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def test_the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else() -> None:
    """Everything is forbidden first; the hashes are those of what stands in the file."""
    task = bins_example()
    reader = Reader(page(task, ip.plan(task)))
    (style,), (data, script) = reader.raw["style"], reader.raw["script"]

    assert reader.policy.startswith("default-src 'none';")
    assert f"style-src '{hashed(style)}'" in reader.policy
    assert f"script-src '{hashed(script)}'" in reader.policy
    assert "unsafe" not in reader.policy
    assert json.loads(data)
    assert not [a for _, a in reader.elements if "style" in a or any(k[:2] == "on" for k in a)]


def test_the_page_asks_for_nothing_from_anywhere() -> None:
    """No address but the names of two XML dialects."""
    task = bins_example()
    document = page(task, ip.plan(task))

    found = set(re.findall(r"""(?:https?:)?//[^\s"'`)]+""", document))
    assert {a for a in found if "w3.org" not in a and not a.startswith("// ")} == set()
    assert not re.search(r"\b(src|href)=", document)
    assert "@import" not in document
    assert "url(" not in document


def hostile_task() -> ip.Task:
    """A task in which everything is called like markup."""
    domain = ip.parse_domain(
        f"(define (domain <b>d</b>) (:predicates ({HOSTILE}p ?x) (<i>q</i>))"
        f" (:action <u>do</u> :parameters (?x) :precondition (not ({HOSTILE}p ?x))"
        f" :effect ({HOSTILE}p ?x)))"
    )
    return ip.parse_problem(
        domain,
        f"(define (problem <img/src=x>) (:domain <b>d</b>) (:objects {HOSTILE} &amp)"
        f" (:init (<i>q</i>)) (:goal (and ({HOSTILE}p {HOSTILE}) ({HOSTILE}p &amp))))",
    )


def test_names_that_look_like_markup_stay_names() -> None:
    """Two scripts in the page, as always; the names are in the data, letter by letter."""
    task = hostile_task()
    reader = Reader(page(task, ip.plan(task)))

    assert len(reader.raw["script"]) == 2
    assert not [tag for tag, _ in reader.elements if tag in ("img", "u", "i", "b")]
    assert any(HOSTILE in action for action in reader.page_data["actions"])
    assert any(HOSTILE in condition for condition in reader.page_data["segments"][0]["conditions"])


def test_a_result_that_looks_like_a_template_is_left_alone() -> None:
    """Braces in a name are not filled in."""
    task = ip.program(
        actions=["{{data}}"],
        transition=lambda s, a: s + 1,
        reward=lambda s, a, t: float(t == 2),
        terminal=lambda s, a, t: t == 2,
        name="{{script}}",
    ).task(0)
    reader = Reader(page(task, ip.plan(task, "greedy")))

    assert "{{script}}" in reader.text
    assert reader.page_data["actions"] == ["{{data}}", "{{data}}"]


def test_the_page_says_which_answer_it_is() -> None:
    """A plan, a proof, a limit, a horizon: four sentences and four classes."""
    domain = ip.parse_domain("(define (domain d) (:predicates (a) (b)) (:action go :effect (a)))")
    text = "(define (problem p) (:domain d) (:init) (:goal ({})))"
    hopeless = ip.parse_problem(domain, text.format("b"))
    drawers = ip.sample("drawers", seed=1)
    grid = ip.sample("grid", distance=3)
    for task, limits, kind, sentence in (
        (ip.parse_problem(domain, text.format("a")), None, "found", "A plan was found"),
        (hopeless, None, "unsolvable", "Proven: there is no plan"),
        (drawers, ip.Limits(nodes=1), "unknown", "nothing is proven: all nodes were spent"),
        (drawers, ip.Limits(seconds=0), "unknown", "nothing is proven: time was up"),
        (grid, None, "horizon", "The horizon is reached"),
    ):
        reader = Reader(page(task, ip.plan(task, "introspector", limits)))
        body = next(a for tag, a in reader.elements if tag == "body")
        assert body["class"] == kind
        assert sentence in reader.text


def test_a_plan_without_its_proof_is_called_a_plan() -> None:
    """A limit came before the proof, not before the plan."""
    task = ip.sample("blocks-world", blocks=12)
    reader = Reader(page(task, ip.plan(task, limits=ip.Limits(nodes=1000), optimal=True)))

    assert next(a for tag, a in reader.elements if tag == "body")["class"] == "found"
    assert "whether it is optimal is not proven: all nodes were spent" in reader.text
    assert "No plan was found" not in reader.text


def test_the_condition_stands_there_in_words_and_in_symbols() -> None:
    """Both from the same formula."""
    task = bins_example()
    text = unescape(page(task, ip.plan(task)))

    assert "It is paid when there is a bin ?b with" in text
    assert str(ip.reward_condition(task)) in text


@pytest.mark.parametrize(("blocks", "most"), [(20, 60_000), (200, 160_000), (500, 250_000)])
def test_pages_of_long_plans_stay_small(blocks: int, most: int) -> None:
    """The file grows with what changes, not with steps times blocks."""
    task = ip.sample("blocks-world", blocks=blocks, seed=1)

    assert len(page(task, ip.plan(task))) < most


def test_a_world_that_draws_itself_is_shown_as_it_draws() -> None:
    """Its SVG is data, not markup of the page."""
    own = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    task = ip.program(
        actions=[1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: float(t == 3),
        terminal=lambda s, a, t: t == 3,
        draw=lambda s: own.replace("1", str(s)),
    ).task(0)
    reader = Reader(page(task, ip.plan(task, "greedy")))

    assert len(reader.raw["script"]) == 2
    assert len(reader.page_data["pictures"]) == 4
    assert reader.page_data["shown"] == [0, 1, 2, 3]


def test_the_same_task_gives_the_same_page() -> None:
    """But for the seconds it took."""
    task = ip.sample("bins", seed=2)

    first, second = (re.sub(r"<dd>[\d.]+</dd>", "", page(task, ip.plan(task))) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", sorted(WORLDS))
def test_any_world_in_python_has_a_page(name: str) -> None:
    """Also those whose states change in place, wrap around, are arrays or end in failure."""
    task = WORLDS[name]
    check_page(task, ip.plan(task, limits=ip.Limits(nodes=500)))


@pytest.mark.parametrize("seed", range(30))
def test_any_relational_world_has_a_page(seed: int) -> None:
    """Whatever planner made the plan, if there is one."""
    task = random_task(seed)
    for planner in ("introspector", "greedy", "beam[5]"):
        check_page(task, ip.plan(task, planner, ip.Limits(nodes=500)))


def check_page(task: Any, result: ip.PlanResult) -> None:
    """Every frame has everything, and its state is one of the graph."""
    record = Reader(page(task, result, budget=0.3)).page_data
    count = len(record["steps"])

    assert count == len(result.plan or ()) + 1
    assert len(record["frames"]) == len(record["titles"]) == len(record["scores"]) == count
    assert len(record["toggles"]) == count
    assert len(record["distance"]) in (0, count)
    assert all(record["stateOf"])
    for changes in record["frames"]:
        assert all(-1 <= body < len(record["bodies"]) for body in changes[3::4])


def test_notes_and_the_bound_stand_on_the_page_once() -> None:
    """Warnings under the answer, as text; the score beside its bound among the numbers."""
    task = bins_example()
    result = replace(ip.plan(task), notes=("<b>a warning</b>",), bound=math.inf)
    reader = Reader(page(task, result))

    assert reader.text.count("<b>a warning</b>") == 1
    assert "2, no bound: a loop pays without end" in reader.text
    assert "notes" not in {a.get("id") for _, a in Reader(page(task, ip.plan(task))).elements}


def test_scores_on_the_way_are_discounted() -> None:
    """The last one is the score of the plan."""
    model = ip.program(actions=["work"], transition=lambda s, a: s + 1, reward=lambda s, a, t: 4.0)
    task = model.task(0, horizon=3, discount=0.5)
    reader = Reader(page(task, ip.plan(task, "greedy")))

    assert reader.page_data["scores"] == [0, 4, 6, 7]
    assert "3 moves, discount 0.5" in reader.text
