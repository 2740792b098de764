"""`check` and `convert` for saved graphs: read, written as a class, and handed to the pipeline."""

from __future__ import annotations

import ast
import json
import os
import re
import stat
from collections.abc import Callable, Mapping
from typing import TypeVar

from hybridc import pipeline, rules
from hybridc.core.diagnostics import Diagnostic, Location
from hybridc.core.options import Options
from hybridc.core.results import Conversion, Report, Traced
from hybridc.core.source import Source, unreadable
from hybridc.exported.refusals import Refusal
from hybridc.exported.writing import written
from hybridc.graphs import ArrayFacts, ArraysError, GraphError, read_array_facts, read_graph
from hybridc.normalize.moved import Line, Moved

T = TypeVar("T")
ENDING = ".json"
_NAME = re.compile(r'"name"\s*:\s*("(?:[^"\\]|\\.)*")')


def convert_export(data: bytes, path: str, params: str | None, options: Options) -> Conversion:
    """The generated source of the graph in a file; `params` names the file with the arrays of its parameters.

    Raises Unreadable for what is no graph, or no file of arrays.
    """
    return _done(data, path, params, lambda source, moved: pipeline.convert_moved(source, moved, options), _unconverted)


def check_export(data: bytes, path: str, params: str | None, options: Options) -> Report:
    """What `convert_export` would refuse. Raises Unreadable as it does."""
    return _done(data, path, params, lambda source, moved: pipeline.check_moved(source, moved, options), _reported)


def trace_export(data: bytes, path: str, params: str | None, options: Options) -> Traced:
    """What both say, and which lines of the file generated ones come from. Raises Unreadable as they do."""
    return _done(data, path, params, lambda source, moved: pipeline.trace(source, options, moved), _untraced)


def _unconverted(diagnostic: Diagnostic) -> Conversion:
    return Conversion(None, (diagnostic,), (), changed=False)


def _reported(diagnostic: Diagnostic) -> Report:
    return Report((diagnostic,), ())


def _untraced(diagnostic: Diagnostic) -> Traced:
    return Traced(_reported(diagnostic), _unconverted(diagnostic), _unconverted(diagnostic))


def _done(
    data: bytes,
    path: str,
    params: str | None,
    work: Callable[[Source, Moved], T],
    refused: Callable[[Diagnostic], T],
) -> T:
    text = data.decode(errors="replace")
    try:
        graph = read_graph(data)
        rows = written(graph, path, None if params is None else _arrays(params))
    except GraphError as error:
        where = _places(text).get(error.node or "", Location.whole_file())
        raise unreadable(rules.DamagedGraph(problem=str(error)), path, where) from error
    except Refusal as refusal:
        where = _places(text).get(refusal.node or "", Location.whole_file())
        return refused(refusal.rule.diagnostic(path, where))
    places = _places(text)
    names = ["" if row.node is None else graph.nodes[row.node].name for row in rows]
    starts = [places.get(name, Location.whole_file()) for name in names]  # older versions leave states out
    lines = tuple(
        Line(row.text, start.line, ((0, max(start.column - 1, 0), False),))
        for row, start in zip(rows, starts, strict=True)
    )
    moved = Moved("".join(f"{row.text}\n" for row in rows), {}, (*lines, Line("", 0)))
    return work(Source(path, text, ast.Module([], [])), moved)


def _places(text: str) -> Mapping[str, Location]:
    """Where in the file nodes are named."""
    found: dict[str, Location] = {}
    line, start = 1, 0
    for match in _NAME.finditer(text):
        line += text.count("\n", start, match.start(1))
        start = match.start(1)
        column = start - text.rfind("\n", 0, start)
        try:
            name = json.loads(match[1])
        except ValueError:
            continue
        found.setdefault(name, Location(line, column, line, column + len(match[1])))
    return found


def _arrays(path: str) -> Mapping[str, ArrayFacts]:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # opening a pipe would wait for its other end
            raise unreadable(rules.DamagedWeights(problem="not a regular file"), path)
        with open(path, "rb") as file:
            return read_array_facts(file)
    except ArraysError as error:
        raise unreadable(rules.DamagedWeights(problem=str(error)), path) from error
    except (OSError, ValueError) as error:
        problem = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        raise unreadable(rules.DamagedWeights(problem=problem), path) from error
