"""The site from the disk, in a real browser: search works, and nothing is asked of the network."""

import json

import pytest

SEARCH = """
const done = arguments[arguments.length - 1];
const field = document.querySelector("input[name=query]");
document.querySelector("#__search").click();
field.focus();
field.value = arguments[0];
field.dispatchEvent(new Event("keyup"));
const found = () => [...document.querySelectorAll(".md-search-result__link")].map((link) => link.href);
const look = () => (found().length ? done(found()) : setTimeout(look, 50));
look();
"""


@pytest.fixture
def home(chromium, site):
    chromium.get_log("performance")
    chromium.get((site / "index.html").as_uri())
    return chromium


def asked_for(driver):
    """Every address that the page has asked for."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]


@pytest.mark.parametrize(("words", "page"), [("anytime_fci", "api/learn.html"), ("tiers", "knowledge.html")])
def test_search_works_from_the_disk(home, site, words, page):
    found = home.execute_async_script(SEARCH, words)
    assert any(link.startswith((site / page).as_uri()) for link in found), found
    assert all(address.startswith(("file:", "data:", "about:")) for address in asked_for(home))


def test_no_page_complains(home, site):
    for page in ("index.html", "start.html", "api/learn.html", "choosing.html"):
        home.get((site / page).as_uri())
        complaints = [entry["message"] for entry in home.get_log("browser") if entry["level"] == "SEVERE"]
        assert complaints == []


@pytest.mark.parametrize("width", [400, 1400])
def test_pages_fit_the_window(home, site, width):
    """Wide tables and code scroll on their own; the page does not."""
    home.set_window_size(width, 900)
    try:
        for page in ("index.html", "cli.html", "choosing.html", "experiments.html", "api/results.html"):
            home.get((site / page).as_uri())
            widest = home.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert widest <= 0, page
    finally:
        home.set_window_size(1400, 1000)
