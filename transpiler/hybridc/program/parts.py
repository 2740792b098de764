"""Parts of models: what only running them tells. A part (a module, a setting, a class, what another file defines) is
static: Python decides by it while the model is traced. What it returns for traced values is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.domain.atoms import unknown
from hybridc.domain.sites import OUTSIDE
from hybridc.domain.values import Form, Value, static
from hybridc.program.static_demand import lookup
from hybridc.syntax.module import Function, Module

_PART_FORMS = (Form.UNKNOWN, Form.OBJECT, Form.FUNCTION)
# Methods of jax.numpy's arrays: one that a framework has as well must not be taken for it.
ARRAY_METHODS = frozenset(
    [
        "all", "any", "argmax", "argmin", "argpartition", "argsort", "astype", "at", "choose", "clip", "compress",
        "conj", "conjugate", "copy", "cumprod", "cumsum", "device", "diagonal", "dot", "dtype", "flatten", "imag",
        "item", "itemsize", "max", "mean", "min", "mT", "nbytes", "ndim", "nonzero", "prod", "ptp", "ravel", "real",
        "repeat", "reshape", "round", "searchsorted", "shape", "size", "sort", "squeeze", "std", "sum", "swapaxes",
        "T", "take", "to_device", "tobytes", "tolist", "trace", "transpose", "var", "view",
    ]
)  # fmt: skip


def part() -> Value:
    """A part of a model."""
    return static(dtype=unknown(), shape=unknown())


def table() -> Value:
    """NumPy's, made of what is known while tracing."""
    return static(dtype=unknown(), shape=unknown(), memory=frozenset({OUTSIDE}))


def is_part(value: Value) -> bool:
    return value.is_static and value.form in _PART_FORMS


def imported_names(statement: ast.AST, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The names that a statement imports from frameworks of models."""
    roots = {root for d in dialects if d.is_of_models for root in d.roots}
    return (name for name, path in imported_paths(statement) if path.partition(".")[0] in roots)


def imported_paths(statement: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that a statement imports from other packages, with what they stand for: `np` with `numpy`."""
    match statement:
        case ast.Import(names=names):
            yield from ((a.asname, a.name) if a.asname else (a.name.partition(".")[0],) * 2 for a in names)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            yield from ((a.asname or a.name, f"{module}.{a.name}") for a in names)


def as_in_file(statement: ast.AST, module: Module, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The names that a statement in a function imports, and that mean the same wherever the file imports them."""
    for name, path in imported_paths(statement):
        elsewhere = module.imports.get(name)
        here = entry_for(lookup(dialects, path))
        there = entry_for(lookup(dialects, elsewhere))
        is_same_name = here is not None and there is not None and here.target == there.target is not None
        if path == elsewhere or is_same_name:
            yield name


def entry_for(entries: tuple[Entry, ...]) -> Entry | None:
    """The line that says what a name itself stands for."""
    names = [e for e in entries if e.target is not None or e.is_gone]
    return next((e for e in names if e.parameters is None), names[0] if names else None)


def is_compiled(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """A decorator says that the function computes."""
    called = (d.func if isinstance(d, ast.Call) else d for d in function.node.decorator_list)
    return any(e.decorates for c in called for e in lookup(dialects, module.qualified_name(c)))


def has_slices(index: ast.expr) -> bool:
    """Several indices, of which one is a slice: only arrays take such."""
    return isinstance(index, ast.Tuple) and any(isinstance(e, ast.Slice) for e in index.elts)


def makes_outside(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> bool:
    """A function composes what is no array yet of what it is given: symbols, of whose methods it knows best."""
    named = function.of_any(ast.Attribute, ast.Name)
    names = (module.qualified_name(node, function.locals) for node in named)  # type: ignore[arg-type]
    return any(e.is_host and e.is_outside for name in names if name for e in lookup(dialects, name))
