"""Where the text of a live function comes from: files, cells, indented definitions; and when it is not to be had."""

import ast
import importlib.util
import linecache
import subprocess
import sys

import pytest

import hybridc
from hybridc import ConversionError

MODULE = """import hybridc


@hybridc.hybridize
def f(x):
    return x * 2 if x > 0 else x
"""


@pytest.fixture
def imported(tmp_path):
    """Imports a text as a module from a file of its own."""

    def load(text):
        path = tmp_path / "original.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location("original", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load


def test_a_file(imported):
    assert imported(MODULE).f(2) == 4


def test_a_cell_of_a_notebook():
    linecache.cache["<cell 1>"] = (len(MODULE), None, MODULE.splitlines(keepends=True), "<cell 1>")
    namespace = {}
    exec(compile(MODULE, "<cell 1>", "exec"), namespace)
    assert namespace["f"](2) == 4


CELL = """import numpy as np
from hybridc import hybridize


def shifted(x):
    return np.roll(x, 1) - np.mean(x)


@hybridize
def f(x):
    return np.sin(shifted(x)).sum() + np.linalg.norm(x)


class Scaled:
    def __init__(self, n):
        self.kept = np.zeros(n)

    @hybridize
    def add(self, x):
        self.kept += np.cos(x)
        return np.sum(self.kept)


y = f(np.ones(3))
s = Scaled(3)
z = s.add(np.zeros(3))
y, z
"""


def test_a_cell_that_imports_what_it_calls():
    """Notebooks compile a cell statement by statement, in which a function's code is another where `np` is imported."""
    linecache.cache["<cell 2>"] = (len(CELL), None, CELL.splitlines(keepends=True), "<cell 2>")
    namespace = {"__name__": "__main__"}
    *statements, last = ast.parse(CELL).body
    for statement in statements:
        exec(compile(ast.Module([statement], []), "<cell 2>", "exec"), namespace)
    exec(compile(ast.Interactive([last]), "<cell 2>", "single"), namespace)
    assert float(namespace["y"]) == pytest.approx(3**0.5)
    assert float(namespace["z"]) == 3 and list(namespace["s"].kept) == [1, 1, 1]


def test_an_error_shows_one_frame_of_ours():
    text = "import numpy as np\nimport hybridc\n\n\n@hybridc.hybridize\ndef f(x):\n    return np.unique(x)\n"
    linecache.cache["<cell 3>"] = (len(text), None, text.splitlines(keepends=True), "<cell 3>")
    with pytest.raises(ConversionError, match="HYB403") as caught:
        exec(compile(text, "<cell 3>", "exec"), {})
    assert [entry.path.name for entry in caught.traceback if hasattr(entry.path, "name")][-1] == "hybridized.py"
    assert sum("hybridc" in str(entry.path) and "tests" not in str(entry.path) for entry in caught.traceback) == 1


def test_a_file_that_was_changed_after_it_was_imported(imported, tmp_path):
    module = imported(MODULE.replace("@hybridc.hybridize\n", ""))
    (tmp_path / "original.py").write_text(MODULE.replace("x * 2", "x * 3"))
    with pytest.raises(ConversionError, match=r"original\.py:4: the text is not what `f` was made from"):
        hybridc.hybridize(module.f)


def test_a_file_that_was_changed_after_its_function_was_converted(imported, tmp_path):
    module = imported("GAIN = 2\n" + MODULE.replace("x * 2", "x * GAIN"))
    (tmp_path / "original.py").write_text("")
    module.GAIN = 3
    assert module.f(2) == 6


def test_code_without_a_text():
    namespace = {}
    exec("def doubled(x):\n    return x * 2\n", namespace)
    with pytest.raises(
        ConversionError, match=r"the source of `doubled` is not to be had \(it was defined in <string>\)"
    ):
        hybridc.hybridize(namespace["doubled"])


INDENTED = '''import hybridc

if True:
    @hybridc.hybridize(
        static=("n",),
    )
    def f(  # a comment
        x: "float",
        n: int = 2,
        *rest: float,
        é: float = 1.0,
    ) -> "float":
        """Written
    to the left."""
        text = """
    two lines"""
        return \\
            x * n * é * len(rest) if x > len(text) - 14 else -x


    def helper(): return 1
'''


def test_an_indented_definition_over_several_lines(imported):
    f = imported(INDENTED).f
    assert f(2.0, 3, 1.0, 1.0, é=5.0) == 60.0
    assert f(-2.0) == 2.0
    assert f._call.__wrapped__.__doc__ == "Written\n    to the left."


def test_annotations_that_are_not_evaluated(imported):
    nested = "    def g(y: Missing) -> Missing:\n        return y * 2\n    return g(x)\n"
    module = imported("from __future__ import annotations\n" + MODULE.partition("    return")[0] + nested)
    assert module.f(2) == 4


def test_importing_the_package_loads_no_framework():
    code = "import sys, hybridc; print(*{'jax', 'numpy', 'libcst'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "\n"
