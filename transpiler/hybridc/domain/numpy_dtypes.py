"""The dtypes that NumPy computes with, where those of the operands are known, and what JAX has to be given for that.

NumPy never lets a small integer take the dtype of a narrow floating point number beside it, and makes float64 of
integers where JAX makes float32. Operands are named as in `values.py`: by NumPy's names, and by `weak int` and the like
what Python's numbers are.
"""

from __future__ import annotations

import ast
from functools import lru_cache, reduce

from hybridc.domain.atoms import Dtype
from hybridc.domain.values import Value

_KINDS = {
    "bool": ("b", 8),
    **{f"{sign}int{bits}": (sign or "i", bits) for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": ("f", bits) for bits in (16, 32, 64)},
    "complex64": ("c", 64),
    "complex128": ("c", 128),
}
STRONG = frozenset(_KINDS)
_WEAK = {"weak int": "i", "weak float": "f", "weak complex": "c"}
_ORDER = "biufc"
_SHOWN = {"int64": "int", "float64": "float", "complex128": "complex", "bool": "bool"}
WIDE = {"weak int": "int64", "weak float": "float64", "weak complex": "complex128"}  # as elements of an array
WRAPPING = frozenset(["int8", "int16", "uint8", "uint16"])  # to which NumPy casts by way of larger integers
_INTEGERS = frozenset(n for n, (kind, _) in _KINDS.items() if kind in "iu")


@lru_cache(maxsize=4096)
def name_of(dtype: Dtype) -> str | None:
    """The dtype that a set of atoms surely is; of Python's numbers alone their weak one."""
    names = sorted(map(str, dtype)) if all(atom.is_known for atom in dtype) else []
    strong = [name for name in names if name not in _WEAK]
    if not names or len(strong) > 1 or not _KINDS.keys() >= set(strong):
        return None
    return reduce(promoted, [*strong, *(name for name in names if name in _WEAK)])


def shown(name: str) -> str:
    """The dtype as code has it; those of 64 bits are 32 bits wide with `--x32`."""
    return _SHOWN.get(name, f"jnp.{name}")


def named(constant: str) -> str | None:
    """The dtype that code means by `jnp.uint8`, `float` or "int32"."""
    name = constant.removeprefix("jnp.").removesuffix("_")
    name = {"int": "int64", "float": "float64", "complex": "complex128"}.get(name, name)
    return name if name in _KINDS else None


def is_whole(name: str) -> bool:
    """Integers and truth values."""
    return name == "weak int" or name in _INTEGERS or name == "bool"


def is_narrow(name: str) -> bool:
    """Integers of fewer than 64 bits, and truth values."""
    return is_whole(name) and name not in ("weak int", "int64", "uint64")


def promoted(one: str, other: str) -> str:
    """What NumPy computes with where the two meet."""
    if one == other:
        return one
    if one in _WEAK and other in _WEAK:
        return max(one, other, key=list(_WEAK).index)
    if one in _WEAK:
        return promoted(other, one)
    (kind, bits) = _KINDS[one]
    if other in _WEAK:
        weak = _WEAK[other]
        if _ORDER.index(weak) <= _ORDER.index(kind) or (weak == "i" and kind == "u"):
            return one
        if weak == "c":
            return "complex64" if kind == "f" and bits < 64 else "complex128"
        return "int64" if weak == "i" else "float64"
    other_kind, other_bits = _KINDS[other]
    if _ORDER.index(kind) > _ORDER.index(other_kind):
        return promoted(other, one)
    if kind == "b":
        return other
    if kind == other_kind:
        return one if bits > other_bits else other
    if other_kind == "u":
        wide = bits if bits > other_bits else 2 * other_bits
        return f"int{wide}" if wide <= 64 else "float64"
    needed = bits if kind == "f" else min(2 * bits, 64)
    if other_kind == "f":
        return f"float{max(needed, other_bits)}"
    return f"complex{max(2 * needed, other_bits)}"


def _of_jax(one: str, other: str) -> str:
    """What JAX computes with where the two meet."""
    kinds = [_WEAK.get(n) or _KINDS[n][0] for n in (one, other)]
    ours = {k in "biu" for k in kinds}
    if ours == {True, False}:
        whole, rest = (one, other) if kinds[0] in "biu" else (other, one)
        return promoted(whole, rest) if rest in _WEAK else rest
    return promoted(one, other)


def casts(names: list[str]) -> tuple[str, list[str | None]]:
    """What NumPy computes with where several meet, and the dtype that each is to be cast to, so that JAX does."""
    result = reduce(promoted, names)
    if reduce(_of_jax, names) == result:
        return result, [None] * len(names)
    return result, [result if n != result and not is_whole(n) and n not in _WEAK else None for n in names]


def quotient(left: str, right: str) -> tuple[str, list[str | None]]:
    """The same for `left / right`: integers become float64."""
    result, both = casts([left, right])
    if not is_whole(result):
        return result, both
    if not is_narrow(result) or ("weak int" in (left, right) and result == "int64"):
        return "float64", [None, None]
    return "float64", ["float64", None] if left in _KINDS else [None, "float64"]


def arithmetic(operator: ast.AST, left: str, right: str) -> tuple[str, list[str | None]]:
    """The same for an operator."""
    return quotient(left, right) if isinstance(operator, ast.Div) else casts([left, right])


def by_width(name: str) -> str:
    """What the floating point functions of NumPy make of a dtype."""
    if not is_whole(name):
        return name
    return {8: "float16", 16: "float32"}.get(_KINDS[name][1], "float64") if name in _KINDS else "float64"


def cast_to(value: Value, name: str) -> str:
    """The template for a value as another dtype."""
    return f"{{x}}.astype({shown(name)})" if value.is_array else f"jnp.asarray({{x}}, {shown(name)})"


def holds(name: str, number: int) -> bool:
    """The integer is one of the dtype; floating point numbers take all that are written."""
    kind, bits = _KINDS[name]
    if kind not in "iu":
        return True
    least, beyond = (0, 1 << bits) if kind == "u" else (-(1 << (bits - 1)), 1 << (bits - 1))
    return least <= number < beyond
