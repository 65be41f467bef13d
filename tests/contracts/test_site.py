"""The site: every public name has its place, every link leads somewhere, and nothing comes from elsewhere."""

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import sepset

ROOT = Path(__file__).resolve().parents[2]
DIRECTIVE = re.compile(r"^::: (sepset[\w.]*)$", re.MULTILINE)
ROOMS = ("errors", "facts", "independence", "interop", "networks", "simulate", "theory")


def documented():
    """Every path that the reference asks mkdocstrings for."""
    pages = sorted((ROOT / "docs" / "api").glob("*.md"))
    return [path for page in pages for path in DIRECTIVE.findall(page.read_text(encoding="utf-8"))]


def thing(path):
    found = sepset
    for name in path.split(".")[1:]:
        found = getattr(found, name)
    return found


def public_names():
    yield from (f"sepset.{name}" for name in sepset.__all__)
    for room in ROOMS:
        module = getattr(sepset, room)
        own = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
        ]
        yield from (f"sepset.{room}.{name}" for name in getattr(module, "__all__", own))


def test_every_public_name_is_in_the_reference():
    in_reference = [thing(path) for path in documented()]
    missing = [path for path in public_names() if not any(thing(path) is one for one in in_reference)]
    assert missing == []


def test_the_reference_names_nothing_twice():
    paths = documented()
    assert len(paths) == len(set(paths)) == len({id(thing(path)) for path in paths})


class Links(HTMLParser):
    """What a page links to, loads, and can be linked at."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], {""}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.anchors.add(given.get("id"))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag in ("script", "img", "iframe", "source") and given.get("src"):
            self.loaded.append(given["src"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])


@pytest.fixture(scope="module")
def pages(site):
    """Every page of the built site, by its path."""
    return {path: Links(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_public_name_has_an_anchor(site, pages):
    anchors = set().union(*(page.anchors for path, page in pages.items() if path.parent == site / "api"))
    assert [
        path for path in documented() if path not in anchors and path.partition(".")[2] not in ROOMS
    ] == []


def test_links_of_the_site_lead_somewhere(site, pages):
    for path, page in pages.items():
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            if parts.scheme or path.name == "404.html":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            assert target.is_file(), f"{path.relative_to(site)} links to {link}"
            if target in pages and not parts.fragment.startswith("__"):
                assert unquote(parts.fragment) in pages[target].anchors, f"{path.relative_to(site)}: {link}"


def test_nothing_comes_from_elsewhere(site, pages):
    assert len(pages) > 50
    for path, page in pages.items():
        assert [link for link in page.loaded if urlsplit(link).scheme or link.startswith("//")] == [], path
    for sheet in site.rglob("*.css"):
        assert re.findall(r"url\([\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8")) == []
