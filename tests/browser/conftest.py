"""A headless Chromium for the tests of the page: `make test-browser` runs them.

They need system packages (chromium and its driver), so plain `pytest` leaves them out; the
variable INTROPLAN_BROWSER, which make sets, lets them in.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.view.page import page

if not os.environ.get("INTROPLAN_BROWSER"):
    collect_ignore_glob = ["test_*.py"]

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


@dataclass(frozen=True)
class Tab:
    """One page in one browser."""

    driver: Any

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def text(self, css: str) -> str:
        """The text of an element."""
        return str(self.run("return document.querySelector(arguments[0]).textContent", css))

    def count(self, css: str) -> int:
        """How many such elements are to be seen."""
        found = "[...document.querySelectorAll(arguments[0])]"
        seen = f"{found}.filter((e) => e.offsetParent || e.getBBox)"
        return int(self.run(f"return {seen}.length", css))

    def press(self, key: str) -> None:
        """Press a key with the focus wherever it is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(key).perform()

    def wait(self, script: str, *, seconds: float = 30) -> None:
        """Until the script returns something true."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: self.run(script))

    def resize(self, width: int, height: int) -> None:
        """Make the window so large."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def prefer(self, name: str, value: str) -> None:
        """Ask for dark colours, or for less motion."""
        features = {"features": [{"name": name, "value": value}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)

    def keep(self, name: str) -> None:
        """Keep a picture of the whole page."""
        width, height = self.run(
            "return [innerWidth, Math.min(document.documentElement.scrollHeight, 4000)]"
        )
        self.resize(width, height)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        assert self.driver.save_screenshot(str(SCREENSHOTS / f"{name}.png"))

    @property
    def complaints(self) -> list[str]:
        """What stands in the console: errors, warnings, and what the policy refused."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


Open = Callable[..., Tab]


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    binary = shutil.which("chromium") or shutil.which("chromium-browser")
    service = shutil.which("chromedriver")
    assert binary, "there is no chromium; make test-browser installs it"
    assert service, "there is no chromedriver; make test-browser installs it"
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(service))
    yield found
    found.quit()


@pytest.fixture
def opened(driver: Any, tmp_path: Path) -> Iterator[Open]:
    """Open the page of a task; whatever it does, the console must stay empty."""
    tab = Tab(driver)

    def opened(task: Any, planner: str = "introspector", limits: Any = None) -> Tab:
        path = tmp_path / "page.html"
        path.write_text(page(task, ip.plan(task, planner, limits), budget=20), encoding="utf-8")
        tab.resize(1280, 900)
        tab.prefer("prefers-color-scheme", "light")
        driver.get(path.as_uri())
        return tab

    yield opened
    assert tab.complaints == []
