"""The page: settings on one side, the report on the other; one document with everything in it.

Its policy names the fingerprints of its own script and style, so that a browser runs nothing else; it may ask
this server only, and shows reports in a frame that cannot reach it.

>>> made = page(None, most_uploaded=10**6)
>>> made.html.startswith("<!DOCTYPE html>"), "unsafe" in made.policy
(True, False)
"""

from __future__ import annotations

from string import Template
from typing import NamedTuple

from sepset.catalogue.learners import LEARNERS
from sepset.catalogue.posterior import POSTERIOR
from sepset.data.reading.assemble import KINDS, MISSING_POLICIES
from sepset.knowledge.statements import IN_WORDS
from sepset.report.inline import fingerprint, part, script
from sepset.report.markup import text
from sepset.report.payload import as_script
from sepset.result.discovery import versions
from sepset.serve.asked import METHODS
from sepset.serve.words import CONTROLS, too_large

#: The parts of the page's script, in the order in which they build on each other.
SCRIPTS = ("state.js", "ask.js", "table.js", "knowledge.js", "tiers.js", "result.js", "start.js")


class Page(NamedTuple):
    """A page, and the policy that goes with it."""

    html: str
    policy: str


def page(given: tuple[str, str] | None, most_uploaded: int) -> Page:
    """Return the page; `given` has the number and the name of a table that it begins with."""
    style, code = part("sepset.serve", "page.css"), script("sepset.serve", SCRIPTS)
    html = Template(part("sepset.serve", "page.html")).substitute(
        version=text(versions()["sepset"]),
        most=text(f"{most_uploaded / 1e6:,.0f} MB"),
        methods=_options(METHODS),
        missing=_options({word: word for word in MISSING_POLICIES}, chosen="testwise"),
        style=style,
        script=code,
        data=as_script(_payload(given, most_uploaded)),
    )
    policy = (
        f"default-src 'none'; script-src '{fingerprint(code)}'; style-src '{fingerprint(style)}'; "
        "connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
    return Page(html, policy)


def _payload(given: tuple[str, str] | None, most_uploaded: int) -> dict[str, object]:
    return {
        "given": given,
        "most": most_uploaded,
        "tooLarge": too_large("this file", most_uploaded),
        "kinds": KINDS,
        "controls": CONTROLS,
        "statements": IN_WORDS,
        #: methods that choose k and alpha themselves, and the one that takes neither
        "automatic": [word for word, learner in LEARNERS.items() if learner.automatic],
        "numberless": [POSTERIOR.word],
        "direct": [word for word, learner in LEARNERS.items() if learner.direct_edges],
    }


def _options(words: dict[str, str], chosen: str | None = None) -> str:
    return "".join(
        f'<option value="{text(word)}"{" selected" * (word == chosen)}>{text(label)}</option>'
        for word, label in words.items()
    )
