"""Parts of models: what only running them tells. A part (a module, a setting, a class, what another file defines) is
static: Python decides by it while the model is traced. What it returns for traced values is traced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.analysis.values import (
    Form,
    Value,
    static,
    unknown,
)
from hybridc.dialects.table import Dialect, Entry

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


def is_part(value: Value) -> bool:
    return value.is_static and value.form in _PART_FORMS


def imported_names(statement: ast.AST, dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """The names that a statement imports from frameworks of models."""
    roots = {root for d in dialects if d.is_of_models for root in d.roots}
    match statement:
        case ast.Import(names=names):
            local = ((a.asname or a.name.partition(".")[0], a.name) for a in names)
            yield from (name for name, path in local if path.partition(".")[0] in roots)
        case ast.ImportFrom(module=str(module), names=names, level=0) if module.partition(".")[0] in roots:
            yield from (a.asname or a.name for a in names)


def entry_for(entries: tuple[Entry, ...]) -> Entry | None:
    """The line that says what a name itself stands for."""
    names = [e for e in entries if e.target is not None or e.is_gone]
    return next((e for e in names if e.parameters is None), names[0] if names else None)


def has_slices(index: ast.expr) -> bool:
    """Several indices, of which one is a slice: only arrays take such."""
    return isinstance(index, ast.Tuple) and any(isinstance(e, ast.Slice) for e in index.elts)
