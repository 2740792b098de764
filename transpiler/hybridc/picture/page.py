"""A picture as one HTML file, with its source beside it; it needs no network, and runs nothing but its own script."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterator
from importlib import resources

from hybridc.picture.graph import Box, Picture
from hybridc.picture.layout import svg
from hybridc.rendering import clean

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{name}</h1>
<input id="search" type="search" placeholder="Search: / then Enter" aria-label="Search">
<output id="found"></output>
<button id="nearer" title="Zoom in: +">+</button>
<button id="farther" title="Zoom out: -">&minus;</button>
<button id="fit" title="All of it: 0">Fit</button>
</header>
<div id="view">
{drawing}
</div>
<ol id="source">{source}</ol>
<script id="facts" type="application/json">{facts}</script>
<script>{script}</script>
</body>
</html>
"""


def page(picture: Picture, source: str) -> str:
    """The page. `source`: the text that the lines of the picture are of. Raises LayoutError."""
    folder = resources.files("hybridc.picture")
    style = folder.joinpath("page.css").read_text(encoding="utf-8")
    script = folder.joinpath("page.js").read_text(encoding="utf-8")
    drawing = svg(picture)
    parts = [part for box in picture.boxes for part in _parts(box)]
    facts = {
        "lines": dict(parts),
        "texts": {node.id: f"{node.title} {node.detail}" for node in picture.nodes()},
        "edges": [(edge.source, edge.target) for edge in picture.edges],
    }
    return _PAGE.format(
        name=html.escape(clean(picture.name)),
        style=style,
        script=script,
        policy=f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'",
        drawing=drawing[drawing.index("<svg") :],
        source="".join(f"<li>{html.escape(clean(line))}</li>" for line in source.removesuffix("\n").split("\n")),
        facts=json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c"),
    )


def _parts(box: Box) -> Iterator[tuple[str, int]]:
    """The ids of a box and of all in it, with their lines."""
    yield box.id, box.line
    for part in box.parts:
        if isinstance(part, Box):
            yield from _parts(part)
        else:
            yield part.id, part.line


def _hash(text: str) -> str:
    """What a page's policy knows its own script and style by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
