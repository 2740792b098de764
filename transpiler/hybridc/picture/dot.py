"""A picture in Graphviz's language."""

from __future__ import annotations

from collections.abc import Iterator

from hybridc.picture.graph import Box, Edge, Flow, Kind, Node, Picture
from hybridc.picture.labels import wrapped

_SHAPES = {
    Kind.INPUT: 'shape=ellipse fillcolor="#e8f1fb"',
    Kind.STATE: 'shape=ellipse fillcolor="#f3ecfa"',
    Kind.OUTPUT: 'shape=ellipse fillcolor="#e7f5e9"',
    Kind.LAYER: 'fillcolor="#fdf0e0"',
    Kind.CALL: 'fillcolor="#eef0f3"',
    Kind.CONDITION: 'shape=hexagon fillcolor="#fbf7d9"',
    Kind.CARRY: 'shape=cds fillcolor="#e5f4f4"',
    Kind.ELEMENT: 'shape=cds fillcolor="#e5f4f4"',
    Kind.EFFECT: 'style="rounded,filled,dashed"',
    Kind.EXIT: 'shape=plaintext style=""',
}
_FLOWS = {
    Flow.MAY: "style=dotted",
    Flow.BACK: "style=dashed constraint=false",
    Flow.CONTROL: 'style=dashed color="#9a9a9a"',
}
_ROUND = 14  # characters that ellipses and arrows have room for
_HEAD = """\
  graph [compound=true fontname="Helvetica" fontsize=11 labeljust=l nodesep=0.3 ranksep=0.35];
  node [shape=box style="rounded,filled" fillcolor="#ffffff" fontname="Helvetica" fontsize=11 color="#666666" \
margin="0.12,0.06" height=0.3];
  edge [fontname="Helvetica" fontsize=9 color="#555555" arrowsize=0.7];
"""


def dot(picture: Picture) -> str:
    """The picture as text that `dot` and others lay out. Nodes and boxes have their ids, and their kinds as classes."""
    inner = {box.id: box for top in picture.boxes for box in _boxes(top)}
    lines = [f"digraph {_text(picture.name)} {{\n{_HEAD}"]
    lines += [line for box in picture.boxes for line in _box(box, "  ")]
    lines += [_edge(edge, f"e{place}", inner) for place, edge in enumerate(picture.edges)]
    return "".join(lines) + "}\n"


def _boxes(box: Box) -> Iterator[Box]:
    yield box
    for part in box.parts:
        if isinstance(part, Box):
            yield from _boxes(part)


def _box(box: Box, indent: str) -> Iterator[str]:
    label = "\\l".join(map(_escaped, [*wrapped(box.title), *(wrapped(box.detail) if box.detail else ())]))
    style = "dashed" if box.kind is Kind.BLOCK else "rounded"
    yield f"{indent}subgraph cluster_{box.id} {{\n"
    yield f'{indent}  id="{box.id}" class="{box.kind.value}" label="{label}\\l" style={style} color="#8a8a8a"'
    yield f"{_tooltip(box.line)};\n"
    for part in box.parts:
        if isinstance(part, Box):
            yield from _box(part, f"{indent}  ")
        else:
            yield f"{indent}  {_node(part)};\n"
    yield f"{indent}}}\n"


def _node(node: Node) -> str:
    lines = wrapped(node.title) + (wrapped(node.detail) if node.detail else [])
    label = "\\n".join(map(_escaped, lines))
    shape = f" {_SHAPES[node.kind]}" if node.kind in _SHAPES else ""
    if max(map(len, lines)) > _ROUND:
        shape = shape.replace(" shape=ellipse", "").replace(" shape=cds", "")
    return f'{node.id} [id="{node.id}" class="{node.kind.value}" label="{label}"{shape}{_tooltip(node.line)}]'


def _tooltip(line: int) -> str:
    return f' tooltip="line {line}"' if line else ' tooltip=" "'


def _edge(edge: Edge, name: str, boxes: dict[str, Box]) -> str:
    target = edge.target
    facts = [f'id="{name}" class="{edge.flow.value}"', *([_FLOWS[edge.flow]] if edge.flow in _FLOWS else [])]
    if target in boxes:
        facts.append(f"lhead=cluster_{target}")
        target = next(boxes[target].nodes()).id
    if edge.name:
        facts.append(f"label={_text(edge.name)}")
    return f"  {edge.source} -> {target} [{' '.join(facts)}];\n"


def _text(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """In quotes; what the language would take for a character of its own is written out."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
