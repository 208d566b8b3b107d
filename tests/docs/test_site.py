"""The site builds without a warning, names everything public, and loads nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import introplan as ip

pytestmark = pytest.mark.process

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"""<a[^>]*\shref=["']?(?!https?:|mailto:|javascript:)([^"'\s>]+)""")
PICTURES = ROOT / "docs" / "pictures"
LOADED = re.compile(
    r"""<(?:script|img|iframe)[^>]*\ssrc=["']?(?:https?:)?//"""
    r"""|<link(?![^>]*rel=["']?canonical)[^>]*\shref=["']?(?:https?:)?//"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_builds_without_a_warning(site: Path) -> None:
    """Every page is in the navigation, and no link is broken: the build is strict."""
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / f"{page.stem}.html").is_file()


def test_every_link_works_without_a_server(site: Path) -> None:
    """Opened as file://, a link must name a file: a browser shows a folder as a listing."""
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]  # for servers only
    for page in pages:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            target = link.partition("#")[0]
            assert not target or (page.parent / target).is_file(), f"{page.name}: {link}"


def test_the_reference_has_every_public_name(site: Path) -> None:
    """A name that is added to the package comes to the page."""
    page = (site / "reference.html").read_text(encoding="utf-8")
    shown = {name.rpartition(".")[2] for name in re.findall(r'id="(introplan\.[\w.]+)"', page)}
    assert set(ip.__all__) <= shown  # type: ignore[attr-defined]


def test_doctests_are_shown_as_code(site: Path) -> None:
    """A prompt at the start of a paragraph would be taken for a quotation."""
    page = (site / "reference.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in page
    assert "&gt;&gt;&gt;" in page


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    """It can be read without a network, and sends nothing about its readers."""
    pages = list(site.rglob("*.html"))
    assert pages
    assert [page for page in pages if LOADED.search(page.read_text(encoding="utf-8"))] == []


def test_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    """`make pictures` would change nothing."""
    script = ROOT / "docs" / "tools" / "draw_pictures.py"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True)
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in PICTURES.iterdir()}
    assert drawn == kept
