"""The corpus: small numeric functions as people write them, each with inputs for both sides of its branches.

Where an array is empty JAX may raise IndexError while it traces code that indexes it (docs/semantics.md): that, and
no other error, is let pass.

A function that is not compiled agrees with itself. Every such function is on record in its module's REFUSED: by the
codes of its refusals, or "host" where it stays Python without a word. The record must match in both directions.
"""

from pathlib import Path

import jax
import pytest

import hybridc
from differential import assert_same, converted, fresh, load
from hybridc import Options, Outcome

FILES = sorted(p for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("test_"))


def not_compiled(text, functions):
    """The codes by function, for those of the functions that hybridc does not compile."""
    result = hybridc.convert(text, filename="program.py", options=Options(partial=True))
    outcomes = {report.name: report.outcome for report in result.functions}
    codes = {name: set() for name in functions if outcomes[name] is not Outcome.COMPILED}
    for refusal in result.refusals:
        name = (refusal.function or "").split(".")[0]
        if name in codes:
            codes[name].add(refusal.code)
    return {name: found or {"host"} for name, found in codes.items()}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_function_agrees(path):
    text = path.read_text()
    original, generated = load(text), load(converted(text, partial=True), "generated")
    for function, cases in original.CASES.items():
        for case in cases:
            expected = getattr(original, function)(*fresh(case))
            try:
                actual = getattr(generated, function)(*fresh(case))
            except IndexError as error:
                if "with size 0" not in str(error):
                    raise
                continue
            assert_same(expected, actual)
            assert jax.tree_util.tree_structure(actual) == jax.tree_util.tree_structure(expected)


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_what_is_not_compiled_is_on_record(path):
    text = path.read_text()
    module = load(text)
    recorded = {name: {codes} if isinstance(codes, str) else set(codes) for name, codes in module.REFUSED.items()}
    assert not_compiled(text, module.CASES) == recorded
