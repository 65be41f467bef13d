"""How notebooks show the HTML of a cell, as far as it matters to what is in it.

VS Code (microsoft/vscode: webview/browser/pre, backLayerWebView.ts, extensions/notebook-renderers): the
notebook is a frame in a sandbox without `allow-modals`, and cells are set as `innerHTML`; scripts in
them are made anew. There is no policy unless `notebook.experimental.enableCsp` is set.

JupyterLab (jupyterlab/jupyterlab: apputils/src/sanitizer.ts, rendermime/src/renderers.ts): cells are set as
`innerHTML`; those of a notebook that is not trusted yet lose all elements and attributes but a list of
harmless ones: frames, SVG and scripts go, images and text stay.
"""

import json
from html import escape
from html.parser import HTMLParser

VSCODE_SANDBOX = "allow-same-origin allow-pointer-lock allow-scripts allow-downloads allow-forms"
_SOURCE = "'self' https://*.vscode-cdn.net"
VSCODE_POLICY = (
    f"default-src 'none'; script-src {_SOURCE} 'unsafe-inline' 'unsafe-eval'; "
    f"style-src {_SOURCE} 'unsafe-inline'; img-src {_SOURCE} https: http: data:; font-src {_SOURCE} https:; "
    "connect-src https:; child-src https: data:"
)
_INSERT = """
const output = document.createElement("div");
output.innerHTML = JSON.parse(document.getElementById("cell").textContent);
document.querySelector("#container .output").append(output);
for (const dead of [...output.getElementsByTagName("script")]) {
  const alive = document.createElement("script");
  alive.text = dead.innerText;
  output.append(alive);
  alive.remove();
}
"""


def _notebook(cell, policy):
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    text = json.dumps(cell).replace("<", "\\u003c")
    return (
        f'<!doctype html><html><head><meta charset="utf-8">{meta}</head><body style="overflow: hidden">'
        '<div id="container" style="position: absolute; width: 100%; top: 0">'
        '<div class="cell_container"><div class="output_container">'
        '<div class="output"></div></div></div></div>'
        f'<script type="application/json" id="cell">{text}</script>'
        f'<script type="module">{_INSERT}</script></body></html>'
    )


def in_vscode(cell, folder, *, policy=False):
    """Write the window of an editor with a notebook in it, and return its path."""
    inner = folder / "notebook.html"
    inner.write_text(_notebook(cell, VSCODE_POLICY if policy else ""), encoding="utf-8")
    outer = folder / "editor.html"
    outer.write_text(
        '<!doctype html><meta charset="utf-8"><body style="margin: 0">'
        f'<iframe id="webview" sandbox="{VSCODE_SANDBOX}" src="{inner.as_uri()}"'
        ' style="width: 100%; height: 900px; border: 0"></iframe></body>',
        encoding="utf-8",
    )
    return outer


def in_jupyterlab(cell, folder, *, trusted):
    """Write a notebook, and return its path."""
    path = folder / "lab.html"
    path.write_text(_notebook(cell if trusted else untrusted(cell), ""), encoding="utf-8")
    return path


#: of the elements that stay, those that cells of ours have, and the attributes that stay on them
_KEPT = (
    "div",
    "p",
    "br",
    "img",
    "span",
    "b",
    "i",
    "pre",
    "table",
    "tr",
    "td",
    "progress",
    "details",
    "summary",
)
_ATTRIBUTES = ("class", "style", "title", "alt", "src", "height", "width", "value", "max")


class _Harmless(HTMLParser):
    """Leaves out what a notebook that is not trusted leaves out; the text in it stays."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.out, self.silent = [], 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("script", "style", "textarea", "option")
        if tag in _KEPT and not self.silent:
            kept = [f' {name}="{escape(value or "")}"' for name, value in attrs if self._stays(name, value)]
            self.out.append(f"<{tag}{''.join(kept)}>")

    @staticmethod
    def _stays(name, value):
        return name in _ATTRIBUTES and not (name == "src" and value.startswith("javascript:"))

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "textarea", "option")
        if tag in _KEPT and not self.silent:
            self.out.append(f"</{tag}>")

    def handle_data(self, text):
        if not self.silent:
            self.out.append(escape(text))


def untrusted(cell):
    """Return what is left of a cell's HTML in a notebook that is not trusted."""
    harmless = _Harmless()
    harmless.feed(cell)
    harmless.close()
    return "".join(harmless.out)
