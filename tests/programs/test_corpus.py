"""The corpus: small numeric functions as people write them, each with inputs for both sides of its branches.

Where an array is empty JAX may raise IndexError while it traces code that indexes it (docs/semantics.md): that, and
no other error, is let pass.
"""

from pathlib import Path

import pytest

from differential import assert_same, converted, fresh, load

FILES = sorted(p for p in Path(__file__).parent.glob("*.py") if not p.stem.startswith("test_"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_function_agrees(path):
    text = path.read_text()
    original, generated = load(text), load(converted(text, partial=True), "generated")
    for function, cases in original.CASES.items():
        for case in cases:
            try:
                actual = getattr(generated, function)(*fresh(case))
            except IndexError as error:
                if "with size 0" not in str(error):
                    raise
                continue
            assert_same(getattr(original, function)(*fresh(case)), actual)
