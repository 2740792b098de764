"""Inputs for a function of which nothing was said: from hints, and from what its body does with a parameter.

A guess that does not fit makes the original raise, which is reported; nothing is taken for the same because of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from hybridc.verification.signatures import Definition, Parameter
from hybridc.verification.usage import is_count, last_name, least_rank

_SCALARS = {"float": "float", "int": "int", "bool": "bool", "complex": "complex"}
_LARGEST, _MOST = 6, 20  # of small integers, and where the function compares with a larger one
_ARRAYS = frozenset({"ndarray", "NDArray", "Array", "ArrayLike"})
_DTYPES = {
    "float16": "f16", "float32": "f32", "float64": "f64", "complex64": "c64", "complex128": "c128", "int8": "i8",
    "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "bool_": "bool", "bool": "bool", "int_": "i64", "float": "float", "int": "int", "complex": "complex",
}  # fmt: skip
_JAXTYPING = {"Float": "float", "Int": "int", "Bool": "bool", "Complex": "complex"}


def derived(
    function: Definition,
    missing: Iterable[Parameter],
    known: Mapping[str, Definition],
    numbers: Iterable[float] = (),
) -> dict[str, str | None]:
    """For each of the parameters a spec of its values, or None where nothing tells what it is.

    `numbers`: those that it compares with, which small integers go beyond.
    """
    small = f"int in [1, {max([_LARGEST, *(int(n) + 1 for n in numbers if n == int(n) and n < _MOST)])}]"
    missing = list(missing)
    ranks: dict[str, int] = {}
    found: dict[str, str | None] = {}
    for parameter in missing:
        if function.owner is not None and parameter is function.parameters[0]:
            found[parameter.name] = _object(function.owner)
            continue
        hinted = _hinted(parameter.hint)
        used = least_rank(function, parameter.name, known)
        if hinted is not None and hinted[1] is None:
            found[parameter.name] = small if hinted[0] == "int" else hinted[0]
        elif hinted is not None or used is not None:
            dtype, rank = hinted or ("float", 0)
            ranks[parameter.name] = max(rank or 0, used or 0) or 1
            found[parameter.name] = dtype
        else:
            found[parameter.name] = small if is_count(function, parameter.name, known) else None
    taken = {p.name for p in function.parameters}
    free = [size for size in (*"nmklpq", "size") if size not in taken] or ["any_size"]
    for name, rank in ranks.items():
        # One array shows its axes apart; of several, equal sizes are likelier to fit together.
        sizes = (free * rank)[:rank] if len(ranks) == 1 else free[:1] * rank
        found[name] = f"{found[name]}[{', '.join(sizes)}]"
    return found


def _object(cls: ast.ClassDef) -> str | None:
    """An object made without arguments, where its class can be."""
    for node in cls.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            arguments = node.args
            needed = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
            if needed > 1 or any(default is None for default in arguments.kw_defaults):
                return None
    return f"{cls.name}()"


def _hinted(hint: ast.expr | None) -> tuple[str, int | None] | None:
    """What a hint says: a scalar's spec and None, or an array's dtype and its rank (0 where it is left open)."""
    if isinstance(hint, ast.Constant) and isinstance(hint.value, str):
        try:
            hint = ast.parse(hint.value, mode="eval").body
        except SyntaxError:
            return None
    name = last_name(hint)
    if name in _SCALARS:
        return _SCALARS[name], None
    if name in _ARRAYS and not isinstance(hint, ast.Subscript):
        return "float", 0
    if isinstance(hint, ast.Subscript):
        return _subscripted(name, hint)
    return None


def _subscripted(name: str, hint: ast.Subscript) -> tuple[str, int] | None:
    parts = hint.slice.elts if isinstance(hint.slice, ast.Tuple) else [hint.slice]
    if name == "NDArray":
        return _DTYPES.get(last_name(parts[0]), "float"), 0
    if name == "ndarray" and isinstance(parts[-1], ast.Subscript):
        return _DTYPES.get(last_name(parts[-1].slice), "float"), 0
    if name in _JAXTYPING and isinstance(parts[-1], ast.Constant) and isinstance(parts[-1].value, str):
        return _JAXTYPING[name], len(parts[-1].value.split())
    return None
