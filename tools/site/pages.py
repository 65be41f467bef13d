"""What MkDocs needs to show the pages as GitHub does: the same anchors, and links that leave `docs/`.

Pages link to files of the repository by relative paths. On the site README and its like become pages of their
own, and a source file that some page links to becomes a page with its text, so that every link works offline.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent.parent
#: files outside docs/ that are pages of the site, and where they stand there
BESIDE = {
    "README.md": "project/readme.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "CITATION.cff": "project/citation.md",
    "LICENSE": "project/licence.md",
    "native/README.md": "project/native.md",
}
_LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)(?P<path>[^)\s#]+)(?P<anchor>#[^)\s]*)?(?=\))")
_FENCE = re.compile(r"^(?P<fence> *```).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
_LEXERS = {".py": "python", ".cpp": "cpp", ".h": "cpp", ".toml": "toml", ".md": "markdown"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Name headings as GitHub does, and list the decisions in the navigation."""
    config.mdx_configs["toc"]["slugify"] = anchor
    decisions = sorted(f"adr/{path.name}" for path in (ROOT / "docs" / "adr").glob("0*.md"))
    pages = [page for section in config.nav or () for part in section.values() for page in part]
    for page in pages:
        if page == {"Decisions": "adr/*"}:
            page["Decisions"] = ["adr/README.md", *decisions]
    return config


def anchor(heading: str, separator: str = "-") -> str:
    """Return the anchor of a heading on GitHub.

    >>> anchor("R8, R9 and R10: `o->`")
    'r8-r9-and-r10-o-'
    """
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", separator)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages beside docs/, and a page for each source file that some page links to."""
    texts = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    texts |= {name: (ROOT / name).read_text(encoding="utf-8") for name in BESIDE}
    for name, uri in BESIDE.items():
        text = texts[name] if name.endswith(".md") else _listing(name)
        files.append(File.generated(config, uri, content=text))
    for name in sorted(set(_linked_sources(texts))):
        files.append(File.generated(config, _source_page(name), content=_listing(name)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links of a page lead to where their files stand on the site."""
    uri = page.file.src_uri
    if uri.startswith("source/"):
        return markdown
    repository = {site: name for name, site in BESIDE.items()}.get(uri, f"docs/{uri}")

    def moved(match: re.Match[str]) -> str:
        target = _in_repository(repository, match["path"])
        return posixpath.relpath(_on_site(target), posixpath.dirname(uri) or ".") + (match["anchor"] or "")

    return "".join(
        part if fenced else _LINK.sub(moved, _without_folders(part, repository))
        for part, fenced in _parts(markdown)
    )


def _linked_sources(texts: dict[str, str]) -> Iterator[str]:
    for page, text in texts.items():
        prose = "".join(part for part, fenced in _parts(text) if not fenced)
        targets = (_in_repository(page, match["path"]) for match in _LINK.finditer(prose))
        yield from (target for target in targets if _is_source(target) and (ROOT / target).is_file())


def _parts(markdown: str) -> Iterable[tuple[str, bool]]:
    """Cut a page into text and fenced code, which holds no links."""
    end = 0
    for match in _FENCE.finditer(markdown):
        yield markdown[end : match.start()], False
        yield match[0], True
        end = match.end()
    yield markdown[end:], False


def _without_folders(text: str, page: str) -> str:
    """Leave the words of links to folders, which the site does not have."""
    return re.sub(
        r"\[([^\]]+)\]\(([^)\s]+)\)",
        lambda match: match[1] if (ROOT / _in_repository(page, match[2])).is_dir() else match[0],
        text,
    )


def _in_repository(page: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path))


def _is_source(target: str) -> bool:
    return not target.startswith("docs/") and target not in BESIDE


def _on_site(target: str) -> str:
    if target in BESIDE:
        return BESIDE[target]
    return _source_page(target) if _is_source(target) else target.removeprefix("docs/")


def _source_page(name: str) -> str:
    return f"source/{name}.md"


def _listing(name: str) -> str:
    text = (ROOT / name).read_text(encoding="utf-8")
    language = _LEXERS.get(os.path.splitext(name)[1], "text")
    head = f"---\nsearch:\n  exclude: true\n---\n\n# {name}\n\n"
    return f"{head}~~~~{language}\n{text}~~~~\n"
