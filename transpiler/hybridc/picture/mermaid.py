"""A picture in Mermaid's language, which pages of documentation draw."""

from __future__ import annotations

from collections.abc import Iterator

from hybridc.picture.graph import Box, Edge, Flow, Kind, Node, Picture

_SHAPES = {
    Kind.INPUT: ("([", "])"),
    Kind.STATE: ("([", "])"),
    Kind.OUTPUT: ("([", "])"),
    Kind.CONDITION: ("{{", "}}"),
    Kind.CARRY: (">", "]"),
    Kind.ELEMENT: (">", "]"),
}
_ARROWS = {Flow.DATA: "-->", Flow.MAY: "-.->", Flow.BACK: "-.->", Flow.CONTROL: "-.->"}
_COLOURS = {
    Kind.INPUT: "#e8f1fb",
    Kind.STATE: "#f3ecfa",
    Kind.OUTPUT: "#e7f5e9",
    Kind.LAYER: "#fdf0e0",
    Kind.CALL: "#eef0f3",
    Kind.CONDITION: "#fbf7d9",
    Kind.CARRY: "#e5f4f4",
    Kind.ELEMENT: "#e5f4f4",
}


def mermaid(picture: Picture) -> str:
    """The picture as a flowchart. The line of a node stands behind it as a comment."""
    lines = ["flowchart TB\n"]
    lines += [line for box in picture.boxes for line in _box(box, "  ")]
    lines += [_edge(edge) for edge in picture.edges]
    kinds = dict.fromkeys(node.kind for node in picture.nodes() if node.kind in _COLOURS)
    for kind in kinds:
        members = ",".join(node.id for node in picture.nodes() if node.kind is kind)
        lines.append(f"  classDef {kind.value}s fill:{_COLOURS[kind]},stroke:#666\n  class {members} {kind.value}s\n")
    return "".join(lines)


def _box(box: Box, indent: str) -> Iterator[str]:
    yield f"{indent}subgraph {box.id}[{_text(box.title, box.detail)}]\n"
    for part in box.parts:
        if isinstance(part, Box):
            yield from _box(part, f"{indent}  ")
        else:
            yield _node(part, f"{indent}  ")
    yield f"{indent}end\n"


def _node(node: Node, indent: str) -> str:
    before, after = _SHAPES.get(node.kind, ("[", "]"))
    comment = f"{indent}%% line {node.line}\n" if node.line else ""
    return f"{comment}{indent}{node.id}{before}{_text(node.title, node.detail)}{after}\n"


def _edge(edge: Edge) -> str:
    label = f"|{_text(edge.name)}|" if edge.name else ""
    return f"  {edge.source} {_ARROWS[edge.flow]}{label} {edge.target}\n"


def _text(*lines: str) -> str:
    """In quotes; all that the language or HTML has a use for is written by its number."""
    return '"' + "<br/>".join("".join(map(_escaped, line)) for line in lines if line) + '"'


def _escaped(character: str) -> str:
    is_plain = character.isalnum() or character in " .,:=+-/()[]{}'_%!?…"
    return character if is_plain else f"#{ord(character)};"
