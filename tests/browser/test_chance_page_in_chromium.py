"""The page about a policy in a browser: it plays, draws again, and lets its reader interfere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

import introplan as ip
from browser.conftest import Tab
from introplan.view.chance_page import chance_page

CHANCE = Path(__file__).parents[2] / "examples" / "chance"


@pytest.fixture
def shown(driver: Any, tmp_path: Path) -> Iterator[Any]:
    """Open the page of a task; the console stays empty."""
    tab = Tab(driver)

    def shown(task: Any, seed: int = 0) -> Tab:
        path = tmp_path / "page.html"
        found = ip.policy(task, ip.Limits(seconds=3))
        path.write_text(chance_page(task, found, seed=seed), encoding="utf-8")
        tab.resize(1280, 1000)
        driver.get(path.as_uri())
        return tab

    yield shown
    assert tab.complaints == []


def windy() -> Any:
    """The walk along a cliff."""
    return ip.read_program(CHANCE / "windy.py")


def test_an_episode_is_played_to_its_end(shown: Any) -> None:
    """Its end is told, nothing is left to be expected; the start was worth what is promised."""
    tab = shown(windy())
    assert tab.text("#value") == "-8.89"
    assert tab.count("#map g.here") == 1
    tab.run("document.getElementById('speed').value = '4'")
    tab.press(" ")
    tab.wait("return !document.body.classList.contains('playing')")
    assert tab.text("#value") == "0"
    assert "the episode is over" in tab.text("#now")
    tab.keep("windy-at-the-end")


def test_the_mean_of_many_episodes_is_the_value(shown: Any) -> None:
    """What the browser draws comes as often as it says."""
    tab = shown(windy())
    scores = tab.run(
        """const found = [];
        for (let i = 0; i < 400; i++) {
          document.getElementById('draw').click();
          document.getElementById('last').click();
          found.push(+document.getElementById('count').textContent.split('score ')[1]);
        }
        return found"""
    )
    assert -9.4 < sum(scores) / len(scores) < -8.4


def test_values_over_a_horizon_are_those_of_the_policy(shown: Any) -> None:
    """Worked out by the browser, from the outcomes."""
    task = windy().restarted(windy().start, horizon=9)
    tab = shown(task)
    assert float(tab.text("#value")) == pytest.approx(ip.policy(task).value, abs=1e-4)
    assert "9 moves left" in tab.text("#value-words")


def test_another_outcome_and_another_action_can_be_chosen(shown: Any) -> None:
    """The episode goes on from there, and says that it is the reader's own."""
    tab = shown(windy())
    chosen = "document.querySelector('#options button.chosen .name').textContent"
    assert tab.run(f"return {chosen}") == "up"
    tab.run(
        "[...document.querySelectorAll('#options button')]"
        ".find((b) => b.textContent.startsWith('right')).click()"
    )
    assert tab.run(f"return {chosen}") == "right"
    tab.run(
        "[...document.querySelectorAll('#outcomes button')]"
        ".find((b) => b.textContent.includes('-100')).click()"
    )
    assert "pays -100" in tab.text("#now")
    assert "your episode" in tab.text("#count")
    tab.press("d")
    assert "episode 2" in tab.text("#count")


def test_the_same_seed_draws_the_same_episodes(shown: Any) -> None:
    """Another seed draws others."""

    def course(seed: int) -> list[str]:
        tab = shown(windy(), seed)
        tab.press(Keys.END)
        found = [tab.text("#count")]
        for _ in range(4):
            tab.press("d")
            tab.press(Keys.END)
            found.append(tab.text("#count"))
        return found

    assert course(3) == course(3) != course(4)


def test_a_large_world_shows_episodes_that_were_played(shown: Any) -> None:
    """Nothing can be changed in them."""
    world = ip.program(
        actions=[1, 2],
        transition=lambda s, a, rng: s * 3 + rng.choice([0, a]),
        reward=lambda s, a, t: float(t % 7 == a),
    )
    tab = shown(world.task(1, horizon=14))
    assert tab.count("#options button:not(:disabled)") == 0
    tab.press(Keys.END)
    assert "no moves are left" in tab.text("#now")
    tab.press("d")
    assert "episode 2" in tab.text("#count")


def test_it_fits_a_phone_and_is_dark_if_asked(shown: Any) -> None:
    """Nothing sticks out to the right."""
    tab = shown(windy())
    tab.resize(380, 800)
    tab.prefer("prefers-color-scheme", "dark")
    assert tab.run("return document.documentElement.scrollWidth <= innerWidth")
    tab.keep("windy-on-a-phone")
