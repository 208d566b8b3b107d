"""The page in a real browser: it plays, it obeys keys, it fits a phone, it is dark if asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

import introplan as ip
from paper.bins_example import bins_example
from view.test_page import HOSTILE, hostile_task

Open = Callable[..., Any]

STEP = "return document.getElementById('slider').value"
SPRITES = """return [...document.querySelectorAll('#picture > svg > g')]
  .map((g) => [g.textContent, g.style.transform, g.innerHTML].join('|')).sort()"""
IS_PLAYING = "return document.body.classList.contains('playing')"


def step(tab: Any) -> int:
    """The frame that is shown."""
    return int(tab.run(STEP))


def test_the_plan_plays_to_its_end(opened: Open) -> None:
    """Space starts it; at the end all conditions are met, the last state is lit, it stops."""
    tab = opened(bins_example())
    assert tab.count("#conditions li.met") == 1

    tab.press(" ")
    assert tab.run(IS_PLAYING)
    tab.wait("return !document.body.classList.contains('playing')")

    assert step(tab) == 4
    assert tab.count("#conditions li") == tab.count("#conditions li.met") == 3
    assert tab.text("#space g.here text") == "24"
    assert tab.count("#space g.been") == 4
    assert "(close-bin d2)" in tab.text("#now")
    assert "score 2" in tab.text("#count")
    assert tab.text("#actions li[aria-current]") == "(close-bin d2)"
    tab.keep("bins-at-the-end")


def test_playing_again_starts_over_and_can_be_paused(opened: Open) -> None:
    """The button says what it will do."""
    tab = opened(ip.sample("blocks-world", blocks=12, seed=1))
    tab.press(Keys.END)
    tab.press(" ")
    tab.wait("return +document.getElementById('slider').value === 2")
    label = "return document.getElementById('play').getAttribute('aria-label')"
    assert tab.run(label) == "pause"

    tab.press(" ")
    assert tab.run(label) == "play"
    before = step(tab)
    tab.run("return new Promise((done) => setTimeout(done, 1500))")
    assert step(tab) == before
    tab.keep("blocks-paused")


def test_keys_and_buttons_move_through_the_plan(opened: Open) -> None:
    """Arrows, Home and End, from milestone to milestone, and the same by mouse."""
    tab = opened(bins_example())
    for key, expected in (
        (Keys.ARROW_RIGHT, 1),
        (Keys.ARROW_RIGHT, 2),
        (Keys.ARROW_LEFT, 1),
        (Keys.END, 4),
        (Keys.ARROW_RIGHT, 4),
        (Keys.HOME, 0),
        (Keys.ARROW_LEFT, 0),
        (Keys.PAGE_DOWN, 2),
        (Keys.PAGE_DOWN, 4),
        (Keys.PAGE_UP, 2),
    ):
        tab.press(key)
        assert step(tab) == expected
    for button, expected in (("first", 0), ("next", 1), ("last", 4), ("back", 3)):
        tab.driver.find_element("id", button).click()
        assert step(tab) == expected
    tab.driver.find_elements("css selector", "#marks button")[0].click()
    assert step(tab) == 2
    tab.driver.find_elements("css selector", "#actions li")[3].click()
    assert step(tab) == 4


def test_every_control_can_be_reached_and_used_without_a_mouse(opened: Open) -> None:
    """Tab goes through all of them; each has a name; space on a button does what it says."""
    tab = opened(bins_example())
    names = []
    for _ in range(12):
        tab.press(Keys.TAB)
        focus = (
            "return [document.activeElement.id, document.activeElement.getAttribute('aria-label')]"
        )
        found, name = tab.run(focus)
        names.append(found or name)
        if found == "next":
            tab.press(" ")
            assert step(tab) == 1
            assert not tab.run(IS_PLAYING)
        if found == "slider":
            tab.press(Keys.ARROW_RIGHT)
            assert step(tab) == 2
    assert {"first", "back", "play", "next", "last", "speed", "slider"} <= set(names)
    assert any("milestone 1" in (name or "") for name in names)
    text = tab.run("return document.getElementById('slider').getAttribute('aria-valuetext')")
    assert text == "step 2 of 4: (close-bin d1)"


def waxing_and_waning() -> Any:
    """A world in which lines of text appear, and others vanish."""
    return ip.program(
        actions=[1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: float(t == 6),
        terminal=lambda s, a, t: t == 6,
        draw=lambda s: "\n".join("line" if s - 3 < i <= s else "" for i in range(7)) + "\nend",
    ).task(0)


SCRUBBED: dict[str, Callable[[], Any]] = {
    "blocks": lambda: ip.sample("blocks-world", seed=3),
    "drawers": lambda: ip.sample("drawers", seed=3),
    "maze": lambda: ip.sample("maze", seed=3),
    "coins": lambda: ip.read_program("examples/coins.py"),
    "lines": waxing_and_waning,
}


@pytest.mark.parametrize("name", sorted(SCRUBBED))
def test_scrubbing_anywhere_shows_what_playing_shows(opened: Open, name: str) -> None:
    """Forwards and backwards, near and far: the same frame always has the same sprites."""
    tab = opened(SCRUBBED[name]())
    last = int(tab.run("return +document.getElementById('slider').max"))
    frames = [tab.run(SPRITES)]
    for _ in range(last):
        tab.press(Keys.ARROW_RIGHT)
        frames.append(tab.run(SPRITES))
    assert len({str(frame) for frame in frames}) > 3

    rng = random.Random(1)
    move = """const s = document.getElementById('slider'); s.value = arguments[0];
      s.dispatchEvent(new Event('input'));"""
    for _ in range(30):
        frame = rng.randrange(last + 1)
        tab.run(move, frame)
        assert tab.run(SPRITES) == frames[frame]


TASKS: dict[str, Callable[[], Any]] = {
    "bins": bins_example,
    "blocks": lambda: ip.sample("blocks-world", blocks=100, seed=1),
    "drawers": lambda: ip.sample("drawers", seed=3),
    "grid": lambda: ip.sample("grid", distance=12, seed=3),
    "maze": lambda: ip.sample("maze", seed=2),
    "taxi": lambda: ip.read_program("examples/taxi.py"),
    "puzzle": lambda: ip.read_program("examples/fifteen_puzzle.py"),
    "light": lambda: ip.read("examples/light.pddl", "examples/light-3.pddl"),
    "hostile": hostile_task,
}


@pytest.mark.parametrize("name", sorted(TASKS))
@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_sticks_out_at_any_width(opened: Open, name: str, width: int) -> None:
    """On a desk and on a phone: no sideways scrolling, buttons large enough for a thumb."""
    tab = opened(TASKS[name]())
    tab.resize(width, 740)
    half = "const s = document.getElementById('slider'); s.value = s.max / 2;"
    tab.run(f"{half} s.dispatchEvent(new Event('input'))")

    assert tab.run("return document.documentElement.scrollWidth") <= width
    sizes = tab.run(
        "return [...document.querySelectorAll('.buttons button')]"
        ".map((b) => b.getBoundingClientRect()).map((r) => [r.width, r.height])"
    )
    assert all(wide >= 40 and high >= 40 for wide, high in sizes)
    picture = tab.run("return document.querySelector('#picture > *').getBoundingClientRect()")
    assert picture["width"] <= width
    assert picture["height"] > 40
    tab.keep(f"{name}-{width}")


CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => v / 255)
  .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (e) => { for (; e; e = e.parentElement) {
  const c = rgb(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; }
  return [255, 255, 255]; };
return [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, code, label, output, kbd')]
  .filter((e) => e.offsetParent && e.textContent.trim()).map((e) => {
    const a = light(rgb(getComputedStyle(e).color)), b = light(ground(e));
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.textContent.slice(0, 40)]; })"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["bins", "drawers", "maze", "grid"])
def test_light_and_dark_are_both_readable(opened: Open, name: str, scheme: str) -> None:
    """The ground follows the setting; every text has the contrast that accessibility asks for."""
    tab = opened(TASKS[name]())
    tab.prefer("prefers-color-scheme", scheme)
    tab.press(Keys.ARROW_RIGHT)

    ground = tab.run("return getComputedStyle(document.documentElement).backgroundColor")
    is_dark = sum(int(v) for v in ground[4:-1].split(",")) < 200
    assert is_dark == (scheme == "dark")
    ratios = tab.run(CONTRAST)
    assert len(ratios) > 10
    assert [(ratio, text) for ratio, text in ratios if ratio < 4.5] == []
    tab.keep(f"{name}-{scheme}")


def test_who_wants_less_motion_gets_none(opened: Open) -> None:
    """Sprites jump instead of gliding."""
    tab = opened(bins_example())
    moving = "return getComputedStyle(document.querySelector('#picture g')).transitionDuration"
    assert tab.run(moving) != "0s"
    tab.prefer("prefers-reduced-motion", "reduce")
    assert tab.run(moving) == "0s"


def test_names_that_look_like_markup_are_shown_and_do_nothing(opened: Open) -> None:
    """No element comes of them, no script of theirs runs."""
    tab = opened(hostile_task())
    tab.press(Keys.END)

    assert HOSTILE in tab.text("#now")
    assert HOSTILE in tab.text("#picture")
    assert tab.run("return document.querySelectorAll('script').length") == 2
    assert tab.run("return document.images.length") == 0


def test_the_page_loads_nothing(opened: Open) -> None:
    """Not one request beyond the file itself."""
    tab = opened(bins_example())
    tab.press(Keys.END)

    assert tab.run("return performance.getEntriesByType('resource').map((e) => e.name)") == []


def test_the_policy_stops_what_does_not_belong(opened: Open) -> None:
    """A script put in from outside does not run, and the console says why."""
    tab = opened(bins_example())
    tab.run(
        "const s = document.createElement('script'); s.textContent = 'window.intruder = 1';"
        "document.body.append(s)"
    )

    assert tab.run("return window.intruder") is None
    assert any("Content Security Policy" in complaint for complaint in tab.complaints)


def test_a_world_that_draws_itself_is_seen_but_cannot_act(opened: Open) -> None:
    """Its picture is an image: scripts in it are dead, and it changes with the steps."""
    own = (
        "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'>"
        "<script>parent.intruder = 1</script><circle cx='{0}0' cy='20' r='9'/></svg>"
    )
    task = ip.program(
        actions=[1],
        transition=lambda s, a: s + a,
        reward=lambda s, a, t: float(t == 3),
        terminal=lambda s, a, t: t == 3,
        draw=own.format,
    ).task(0)
    tab = opened(task)
    source = "return document.querySelector('#picture img').src"
    first = tab.run(source)
    tab.press(Keys.END)

    assert tab.run(source) != first
    tab.wait("return document.querySelector('#picture img').naturalWidth === 60")
    assert tab.run("return window.intruder") is None


def test_a_long_plan_is_played_without_trouble(opened: Open) -> None:
    """A thousand steps: to the end at once, back, and a while of playing."""
    tab = opened(ip.sample("blocks-world", blocks=500, seed=1))
    tab.press(Keys.END)
    assert "score 1" in tab.text("#count")
    assert tab.count("#conditions li.met") == 400
    tab.press(Keys.HOME)
    tab.press(" ")
    tab.wait("return +document.getElementById('slider').value > 5")
    tab.press(" ")
    assert not tab.run(IS_PLAYING)
    tab.keep("blocks-500")


def test_without_a_plan_there_is_nothing_to_play(opened: Open) -> None:
    """The answer stands there, with the start and what would have been wanted."""
    tab = opened(ip.sample("drawers", seed=1), limits=ip.Limits(nodes=1))
    tab.press(" ")
    tab.press(Keys.END)

    assert "nothing is proven" in tab.text("#answer")
    assert not tab.run("return document.getElementById('player').offsetParent")
    assert tab.count("#conditions li") > 3
    tab.keep("no-plan")
