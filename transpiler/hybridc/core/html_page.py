"""HTML pages of one file: they need no network and no other file, and run nothing but their own script."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping, Sequence
from importlib import resources

from hybridc.core.rendering import clean_lines

_POLICY = "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; form-action 'none'"
_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
{facts}
<script>{script}</script>
</body>
</html>
"""


def page(
    title: str, body: str, facts: Mapping[str, object], package: str, scripts: Sequence[str] = ("page.js",)
) -> str:
    """The page. `body` is HTML; `facts` are what the script reads, as JSON in elements of these ids; `page.css` of the
    package is its style, its script is made of the `scripts`."""
    folder = resources.files(package)
    style = folder.joinpath("page.css").read_text(encoding="utf-8")
    parts = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in scripts)
    script = f'"use strict";\n{{\n{parts}}}\n'
    return _PAGE.format(
        title=escaped(title),
        style=style,
        script=script,
        policy=_POLICY.format(script=_hash(script), style=_hash(style)),
        body=body,
        facts="\n".join(
            f'<script id="{name}" type="application/json">{_json(fact)}</script>' for name, fact in facts.items()
        ),
    )


def shown(text: str) -> str:
    """Text of a user's as a page may hold it: without control and direction characters, or what is no character."""
    return clean_lines(text)


def escaped(text: str) -> str:
    """Text of a user's as HTML, in an element or a quoted attribute."""
    return html.escape(shown(text))


def _json(fact: object) -> str:
    text = json.dumps(fact, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace").decode().replace("<", "\\u003c")


def _hash(text: str) -> str:
    """What a page's policy knows its own script and style by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
