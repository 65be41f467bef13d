"""Who may ask: every wrong host, token and origin is refused, each on its own."""

import pytest

from sepset.serve.guard import Gate

GATE = Gate("t0ken", 8000)
HOST = {"host": "127.0.0.1:8000"}


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"])
def test_the_right_host(host):
    assert GATE.refusal("/t0ken/", {"host": host}) is None
    assert GATE.refusal("/t0ken/answers", {"host": host, "origin": f"http://{host.lower()}"}) is None


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1",
        "127.0.0.1:8001",
        "127.0.0.1:8000.evil.example",
        "localhost.evil.example:8000",
        "0.0.0.0:8000",
        "",
    ],
)
def test_a_wrong_host(host):
    assert GATE.refusal("/t0ken/", {"host": host}).status == 421
    assert GATE.refusal("/t0ken/", {}).status == 421


@pytest.mark.parametrize(
    "path",
    ["/", "", "/t0ke/", "/t0ken1/", "/T0KEN/", "//t0ken/", "/x/t0ken/", "/%74oken/", "/tökén/", "/\udc80/"],
)
def test_a_wrong_token(path):
    refused = GATE.refusal(path, HOST)
    assert refused.status == 404
    assert "t0ken" not in refused.words


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1:8000",
        "http://127.0.0.1:8001",
        "http://localhost:8000",
        "null",
        "",
    ],
)
def test_a_wrong_origin(origin):
    assert GATE.refusal("/t0ken/answers", {**HOST, "origin": origin}).status == 403


def test_what_browsers_say_of_the_page_that_asks():
    def refusal(path, site, dest):
        return GATE.refusal(path, {**HOST, "sec-fetch-site": site, "sec-fetch-dest": dest})

    assert refusal("/t0ken/answers", "same-origin", "empty") is None
    assert refusal("/t0ken/", "none", "document") is None
    assert refusal("/t0ken/", "cross-site", "document") is None  # a link that leads here
    assert refusal("/t0ken/", "cross-site", "iframe").status == 403
    assert refusal("/t0ken/", "same-site", "script").status == 403
    assert refusal("/t0ken/answers/1/run.json", "cross-site", "document").status == 403
