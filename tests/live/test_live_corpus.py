"""The corpus of tests/programs, converted live: each function returns what it returned, or is refused."""

import importlib.util
from pathlib import Path

import pytest

import hybridc
from differential import assert_same, fresh

FILES = sorted(p for p in (Path(__file__).parents[1] / "programs").glob("*.py") if not p.stem.startswith("test_"))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::hybridc.ConversionWarning")
@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_every_function_agrees(path):
    spec = importlib.util.spec_from_file_location(f"live_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in module.CASES.keys() - getattr(module, "WRONG", {}).keys():
        function = getattr(module, name)
        try:
            converted = hybridc.hybridize(function)
        except hybridc.ConversionError:
            assert name in module.REFUSED
            continue
        for case in module.CASES[name]:
            expected = function(*fresh(case))
            try:
                actual = converted(*fresh(case))
            except IndexError as error:
                if "with size 0" not in str(error):  # docs/semantics.md
                    raise
                continue
            assert_same(expected, actual)
