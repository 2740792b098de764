"""A picture as the bytes of a file, by the ending of its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hybridc.picture.dot import dot
from hybridc.picture.graph import Picture
from hybridc.picture.mermaid import mermaid


def _svg(picture: Picture, source: str) -> str:
    from hybridc.picture.layout import svg

    return svg(picture)


def _html(picture: Picture, source: str) -> str:
    from hybridc.picture.page import page

    return page(picture, source)


FORMATS: Mapping[str, Callable[[Picture, str], str]] = {
    ".svg": _svg,
    ".html": _html,
    ".dot": lambda picture, source: dot(picture),
    ".mmd": lambda picture, source: mermaid(picture),
}


def written(picture: Picture, ending: str, source: str) -> bytes:
    """The picture in the format of an ending; `source` is the text that its lines are of. Raises LayoutError where
    nothing is there that lays out, or it fails."""
    return FORMATS[ending](picture, source).encode()
