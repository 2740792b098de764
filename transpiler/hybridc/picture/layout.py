"""Graphviz lays a picture out, in a process of its own: `pygraphviz` brings it along, or the system has `dot`."""

from __future__ import annotations

import importlib.util
import re

from hybridc.core import processes
from hybridc.picture.dot import dot
from hybridc.picture.graph import Picture

_TITLE = re.compile(
    r"<title>(?:n\d+|cluster_b\d+|n\d+&#45;&gt;n\d+)</title>\n"
)  # names of ours, which readers do not know
_PATIENCE = 120  # seconds
_CHILD = """
import pygraphviz
graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(format="svg", prog="dot"))
"""


class LayoutError(Exception):
    """No layout can be made; the message says why."""


def svg(picture: Picture) -> str:
    """The picture as SVG, with the ids and the kinds of its nodes and boxes. Raises LayoutError."""
    text = _laid_out(dot(picture))
    text = text[: text.index("<!--")] + text[text.index("<svg") :]
    return _TITLE.sub("", text)


def _laid_out(text: str) -> str:
    command = _command()
    try:
        done = processes.run(command, text.encode(), _PATIENCE)
    except TimeoutError as error:
        raise LayoutError(
            f"the layout takes longer than {_PATIENCE} s: name a function or a model to draw, or write .dot or .mmd"
        ) from error
    except OSError as error:
        raise LayoutError(f"the layout cannot be started: {error.strerror or error}") from error
    found = done.stdout.decode(errors="replace")
    if done.returncode or "</svg>" not in found:
        said = [line for line in done.stderr.decode(errors="replace").splitlines() if "Fontconfig" not in line]
        raise LayoutError(f"the layout failed: {said[-1] if said else f'exit status {done.returncode}'}")
    return found


def _command() -> list[str]:
    if importlib.util.find_spec("pygraphviz") is not None:
        return processes.python(_CHILD)
    found = processes.program("dot")
    if found is not None:
        return [found, "-Tsvg"]
    raise LayoutError("SVG and HTML need Graphviz: pip install 'hybridc[graph]'; .dot and .mmd need nothing")
