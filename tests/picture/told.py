"""Pictures as lines of text: `a -> e = add(a, b)`."""

import textwrap

from hybridc.core.source import decode
from hybridc.picture.graph import Box, Flow
from hybridc.picture.reading import picture

ARROWS = {Flow.DATA: "->", Flow.MAY: "~>", Flow.BACK: "=>", Flow.CONTROL: ":>"}


def drawn(code, name=None):
    return picture(decode(textwrap.dedent(code), "file.py"), name)


def boxes(box):
    yield box
    for part in box.parts:
        if isinstance(part, Box):
            yield from boxes(part)


def told(code, name=None):
    """The edges, by titles: data `->`, what may have changed `~>`, the next turn `=>`, what a condition decides `:>`."""
    return edges_of(drawn(code, name))


def edges_of(found):
    titles = {node.id: node.title for node in found.nodes()}
    titles |= {box.id: f"[{box.title}]" for top in found.boxes for box in boxes(top)}
    return [
        f"{titles[e.source]} {ARROWS[e.flow]} {titles[e.target]}" + (f" ({e.name})" if e.name else "")
        for e in found.edges
    ]


def outlined(code, name=None):
    """The nodes in their boxes, indented, with their details and lines."""
    return outline_of(drawn(code, name))


def outline_of(found):
    def lines(part, depth):
        detail = f": {part.detail}" if part.detail else ""
        yield f"{'  ' * depth}{part.kind.value} {part.title}{detail} @{part.line}"
        for inner in getattr(part, "parts", ()):
            yield from lines(inner, depth + 1)

    return [line for box in found.boxes for line in lines(box, 0)]
