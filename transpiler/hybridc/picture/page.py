"""A picture as one HTML file, with its source beside it; it needs no network, and runs nothing but its own script."""

from __future__ import annotations

from collections.abc import Iterator

from hybridc.core import html_page
from hybridc.core.html_page import escaped
from hybridc.picture.graph import Box, Picture
from hybridc.picture.layout import svg

_BODY = """\
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
<ol id="source">{source}</ol>"""


def page(picture: Picture, source: str) -> str:
    """The page. `source`: the text that the lines of the picture are of. Raises LayoutError."""
    drawing = svg(picture)
    body = _BODY.format(
        name=escaped(picture.name),
        drawing=drawing[drawing.index("<svg") :],
        source="".join(f"<li>{escaped(line)}</li>" for line in source.removesuffix("\n").split("\n")),
    )
    parts = [part for box in picture.boxes for part in _parts(box)]
    facts = {
        "lines": dict(parts),
        "texts": {node.id: f"{node.title} {node.detail}" for node in picture.nodes()},
        "edges": [(edge.source, edge.target) for edge in picture.edges],
    }
    return html_page.page(picture.name, body, {"facts": facts}, "hybridc.picture")


def _parts(box: Box) -> Iterator[tuple[str, int]]:
    """The ids of a box and of all in it, with their lines."""
    yield box.id, box.line
    for part in box.parts:
        if isinstance(part, Box):
            yield from _parts(part)
        else:
            yield part.id, part.line
