"""The corpus: small numeric functions as people write them, each with inputs for both sides of its branches.

Where an array is empty JAX may raise IndexError while it traces code that indexes it (docs/semantics.md): that, and
no other error, is let pass.

A function that is not compiled agrees with itself. Every such function is on record in its module's REFUSED: by the
codes of its refusals, or "host" where it stays Python without one. What is converted to something else, or to
something that does not run, is on record in WRONG, with its cases; where a diagnostic says so, in WARNED as well, by
its code. The records must match in both directions.
"""

import functools
from pathlib import Path

import jax
import pytest

import hybridc
from differential import assert_same, fresh, in_order, load
from hybridc import Options

FILES = sorted(p for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("test_"))
WRONG = [(path, name) for path in FILES for name in getattr(load(path.read_text()), "WRONG", {})]


@functools.cache
def both_sides(path):
    """The original module, the generated one, and the diagnostics."""
    text = path.read_text()
    result = hybridc.convert(text, filename="program.py", options=Options(partial=True))
    assert result.code is not None, [f"{d.location.line}: {d.code} {d.message}" for d in result.refusals]
    return load(text), load(result.code, "generated"), result.diagnostics


def agree(path, function, cases):
    original, generated, _ = both_sides(path)
    for case in cases:
        expected = getattr(original, function)(*fresh(case))
        try:
            actual = getattr(generated, function)(*fresh(case))
        except IndexError as error:
            if "with size 0" not in str(error):
                raise
            continue
        assert_same(expected, actual)
        assert jax.tree_util.tree_structure(in_order(actual)) == jax.tree_util.tree_structure(in_order(expected))


def is_compiled(function):
    return hasattr(function, "lower") or hasattr(getattr(function, "pure", None), "lower")  # as jax.jit has


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_function_agrees(path):
    for function, cases in both_sides(path)[0].CASES.items():
        agree(path, function, cases)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_what_is_not_compiled_is_on_record(path):
    original, generated, diagnostics = both_sides(path)
    codes = {name: set() for name in original.CASES if not is_compiled(getattr(generated, name))}
    for refusal in (d for d in diagnostics if d.is_refusal):
        name = (refusal.function or "").split(".")[0]
        if name in codes:
            codes[name].add(refusal.code)
    recorded = {name: {found} if isinstance(found, str) else found for name, found in original.REFUSED.items()}
    assert {name: found or {"host"} for name, found in codes.items()} == recorded


@pytest.mark.parametrize(("path", "function"), WRONG, ids=[f"{path.stem}-{name}" for path, name in WRONG])
def test_the_original_of_what_is_wrong_returns(path, function):
    original = both_sides(path)[0]
    for case in original.WRONG[function]:
        assert_same(*(getattr(original, function)(*fresh(case)) for _ in range(2)))


@pytest.mark.parametrize(("path", "function"), WRONG, ids=[f"{path.stem}-{name}" for path, name in WRONG])
def test_what_is_known_to_differ_is_said(path, function):
    original, _, diagnostics = both_sides(path)
    code = getattr(original, "WARNED", {}).get(function)
    assert code is None or code in {d.code for d in diagnostics if d.function == function}


@pytest.mark.parametrize(("path", "function"), WRONG, ids=[f"{path.stem}-{name}" for path, name in WRONG])
@pytest.mark.xfail(strict=True, reason="a defect of the conversion; when it is mended, the cases belong to CASES")
def test_what_is_wrong_is_on_record(path, function):
    agree(path, function, both_sides(path)[0].WRONG[function])
