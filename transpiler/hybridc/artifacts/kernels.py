"""Functions of machine code that programs call by name, with the shapes for which they stay within their memory.

They take the sizes of results from their inputs, and write beyond results that a program states to be smaller.
Source: `jax/_src/lax/linalg.py`, which writes these calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

# Letters are lengths of the last dimensions; k is the lesser of m and n, p is n - 1. All share the dimensions before,
# but `.`, a single number. Elements are those of the first input; `'`: their real parts; `*`: complex; `#`: i32.
_TABLE = """
    lapack_[sdcz]potrf_ffi     nn -> nn, #
    lapack_[sdcz]getrf_ffi     mn -> mn, k#, #
    lapack_[sdcz]geqrf_ffi     mn -> mn, k
    lapack_[sd]orgqr_ffi       mn, t -> mn
    lapack_[cz]ungqr_ffi       mn, t -> mn
    lapack_[sdcz]gesdd_ffi     mn -> mn, k', mm, nn, #       | mode=A
    lapack_[sdcz]gesdd_ffi     mn -> mn, k', mk, kn, #       | mode=S
    lapack_[sdcz]gesdd_ffi     mn -> mn, k', mm, nn, #       | mode=N
    lapack_[sdcz]gesdd_ffi     mn -> mn, k', mk, kn, #       | mode=N
    lapack_[sd]syevd_ffi       nn -> nn, n', #
    lapack_[cz]heevd_ffi       nn -> nn, n', #
    lapack_[sd]geev_ffi        nn -> n, n, nn*, nn*, #
    lapack_[cz]geev_ffi        nn -> n, nn, nn, #
    lapack_[sd]gees_ffi        nn -> nn, nn, n, n, #, #
    lapack_[cz]gees_ffi        nn -> nn, nn, n, #, #
    lapack_[sdcz]gehrd_ffi     nn -> nn, p, #
    lapack_[sd]sytrd_ffi       nn -> nn, n', p', p, #
    lapack_[cz]hetrd_ffi       nn -> nn, n', p', p, #
    lapack_[sdcz]trsm_ffi      mm, mn -> mn                  | side=L
    lapack_[sdcz]trsm_ffi      nn, mn -> mn                  | side=R
    lapack_[sdcz]gtsv_ffi      n, n, n, nm -> n, n, n, nm, #
    GPUsolver_potrf_ffi        nn -> nn, #
    GPUsolver_getrf_ffi        mn -> mn, k#, #
    GPUsolver_geqrf_ffi        mn -> mn, k
    GPUsolver_orgqr_ffi        mn, t -> mn
    GPUsolver_syevd_ffi        nn -> nn, n', #
    GPUsolver_sytrd_ffi        nn -> nn, n', p', p, #
    GPUsolver_gesvd_ffi        mn -> mn, k', mm, nn, #       | full_matrices=1 transposed=0
    GPUsolver_gesvd_ffi        mn -> mn, k', mk, kn, #       | full_matrices=0 transposed=0
    GPUsolver_gesvd_ffi        mn -> mn, k', nn, mm, #       | full_matrices=1 transposed=1
    GPUsolver_gesvd_ffi        mn -> mn, k', kn, mk, #       | full_matrices=0 transposed=1
    GPUsolver_gesvd_ffi        mn -> mn, k', ., ., #         | compute_uv=0
    GPUsolver_gesvdj_ffi       mn -> mn, k', mm, nn, #       | full_matrices=1
    GPUsolver_gesvdj_ffi       mn -> mn, k', mk, nk, #       | full_matrices=0
    GPUsparse_gtsv2_ffi        n, n, n, nm -> nm
    GPU_lu_pivots_to_permutation  k# -> n#
    GPU_threefry2x32_ffi       -, -, -, - -> -, -
"""
_VALUES = {
    **dict.fromkeys(("lower", "full_matrices", "compute_uv", "transposed"), (0, 1)),
    **{
        name: tuple(map(ord, letters))
        for name, letters in {
            "uplo": "LU", "side": "LR", "trans_x": "NTC", "diag": "NU", "mode": "ASNV", "sort": "N",
            "compute_left": "NV", "compute_right": "NV",
        }.items()
    },
    "algorithm": (0, 1, 2),
}  # fmt: skip
_SIZES = frozenset(["low", "high"])  # which LAPACK compares with the matrix
_REAL = {"complex<f32>": "f32", "complex<f64>": "f64"}
_COMPLEX = {"f32": "complex<f32>", "f64": "complex<f64>"}


class Typed(NamedTuple):
    """An array of a program. None is a length that is free until the program is called."""

    element: str
    dims: tuple[int | None, ...]


class _Form(NamedTuple):
    inputs: list[str]
    outputs: list[str]
    settings: dict[str, int]


def _forms() -> dict[str, list[_Form]]:
    found: dict[str, list[_Form]] = {}
    for line in _TABLE.strip().splitlines():
        name, rest = line.split(maxsplit=1)
        types, _, told = rest.partition("|")
        inputs, outputs = ([part.strip() for part in side.split(",")] for side in types.split("->"))
        pairs = (pair.split("=") for pair in told.split())
        settings = {key: int(value) if value.isdigit() else ord(value) for key, value in pairs}
        for vendor in ("cu", "hip") if name.startswith("GPU") else ("",):
            found.setdefault(name.replace("GPU", vendor), []).append(_Form(inputs, outputs, settings))
    return found


_FORMS = _forms()


def forms_of(target: str) -> list[_Form]:
    """The ways in which a function may be called; none where it is not known."""
    return next((forms for name, forms in _FORMS.items() if fnmatchcase(target, name)), [])


def misused(
    forms: Sequence[_Form], inputs: Sequence[Typed], outputs: Sequence[Typed], settings: Mapping[str, int]
) -> bool:
    """Whether none of the forms is that of the call. A length that is free fits every other."""
    for name, value in settings.items():
        if name not in _SIZES and value not in _VALUES.get(name, ()):
            return True
    return not any(_fits(form, inputs, outputs, settings) for form in forms)


def _fits(form: _Form, inputs: Sequence[Typed], outputs: Sequence[Typed], settings: Mapping[str, int]) -> bool:
    if len(inputs) != len(form.inputs) or len(outputs) != len(form.outputs):
        return False
    if any(settings.get(name) != value for name, value in form.settings.items()):
        return False
    batch: list[int | None] | None = None
    lengths: dict[str, int | None] = {}
    for pattern, typed in zip([*form.inputs, *form.outputs], [*inputs, *outputs], strict=True):
        if typed.element != _element(pattern, inputs[0].element):
            return False
        letters = pattern.rstrip("'*#.-")
        if pattern == ".":
            if typed.dims:
                return False
            continue
        place = len(typed.dims) - len(letters)
        if place < 0:
            return False
        batch = list(typed.dims[:place]) if batch is None else batch
        if len(batch) != place or not all(map(_same, batch, typed.dims[:place])):
            return False
        for letter, length in zip(letters, typed.dims[place:], strict=True):
            if not _same(_length(letter, lengths, length), length):
                return False
    return True


def _element(pattern: str, own: str) -> str:
    if pattern.endswith("#"):
        return "i32"
    if pattern.endswith("'"):
        return _REAL.get(own, own)
    return _COMPLEX.get(own, own) if pattern.endswith("*") else own


def _length(letter: str, lengths: dict[str, int | None], length: int | None) -> int | None:
    """What a dimension has to be: the length where the letter came first."""
    m, n = lengths.get("m"), lengths.get("n")
    if letter == "k" and "n" in lengths:
        return None if m is None or n is None else min(m, n)
    if letter == "p":
        return None if n is None else max(n - 1, 0)
    return lengths.setdefault(letter, length)


def _same(one: int | None, other: int | None) -> bool:
    return one is None or other is None or one == other
