"""`hybridc graph --traced`: the program of a model or a function, as JAX gives it to XLA, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax

from hybridc.artifacts import results
from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.exporting import parts_of, reason
from hybridc.artifacts.inputs import read_inputs
from hybridc.artifacts.programs import Equations, shown_spec
from hybridc.artifacts.targets import find
from hybridc.picture.drawing import Drawing
from hybridc.picture.graph import Kind, Picture
from hybridc.runtime.core.modules import Module


def traced(target: str, inputs: Sequence[str]) -> tuple[str, Picture]:
    """The file and the picture of `FILE:NAME`, on `inputs` as `export` takes them. Runs the file, and the model or the
    function on shapes alone. Raises ExportError."""
    specs = read_inputs(inputs)
    path, found = find(target)
    kind = Kind.MODEL if isinstance(found.value, Module) else Kind.FUNCTION
    try:
        parts = parts_of(found.value, specs, None)
        trees: list[Any] = []

        def flat(parameters: dict[str, Any], *arrays: Any) -> list[Any]:
            given, tree = results.elements_only(parts.program.function(parameters, *arrays))
            trees.append(tree)
            return given

        try:
            closed: Any = jax.jit(flat).trace(parts.program.taken, *parts.structs.values()).jaxpr
        except ExportError:
            raise
        except Exception as error:
            raise ExportError(reason(error, parts.structs, "cannot be traced")) from error
    except ExportError as error:
        raise ExportError(f"{path}: `{found.name}`: {error}") from error
    drawing = Drawing(found.name)
    with drawing.box(kind, found.name, 0):
        _draw(drawing, closed, sorted(parts.program.taken), list(parts.structs), path, trees[-1])
    return path, drawing.done()


def _draw(drawing: Drawing, closed: Any, parameters: list[str], inputs: list[str], path: str, tree: Any) -> None:
    """The whole of a program: its inputs and parameters by name, its equations, its results by name."""
    equations = Equations(drawing, path)
    jaxpr = closed.jaxpr
    used = equations.used(jaxpr)
    names = [*((name, Kind.STATE) for name in parameters), *((name, Kind.INPUT) for name in inputs)]
    for (name, kind), variable in zip(names, jaxpr.invars, strict=True):
        if kind is Kind.INPUT or variable in used:
            equations.give(variable, drawing.node(kind, name, 0, shown_spec(variable.aval)))
    for variable in jaxpr.constvars:
        if variable in used:
            equations.give(variable, drawing.node(Kind.STATE, "constant", 0, shown_spec(variable.aval)))
    equations.draw(jaxpr)
    for name, variable in zip(results.names(tree, len(jaxpr.outvars)), jaxpr.outvars, strict=True):
        node = drawing.node(Kind.OUTPUT, name, 0, shown_spec(variable.aval))
        equations.connect(variable, node)
