"""The classes of tests/programs, converted live; and where the text of a class comes from."""

import copy
import importlib.util
import linecache
import subprocess
import sys
import traceback
from dataclasses import dataclass, field
from pathlib import Path

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridc import ConversionError
from hybridized import class_refusal, converted_methods

V = np.array([3.0, -1.0, 4.0, 0.5])


def programs():
    path = Path(__file__).parents[1] / "programs" / "test_classes.py"
    spec = importlib.util.spec_from_file_location("programs_test_classes", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = programs()


@pytest.fixture
def model(tmp_path):
    """The class `Model` of a text, from a file of its own."""
    count = 0

    def load(text):
        nonlocal count
        count += 1
        path = tmp_path / f"original{count}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"original{count}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.Model

    return load


@pytest.mark.filterwarnings("ignore::hybridc.ConversionWarning")
@pytest.mark.parametrize("name", PROGRAMS.CLASSES)
def test_values_and_attributes_agree(name, model):
    body, given, calls, compiled = PROGRAMS.CLASSES[name]
    original, other = model(PROGRAMS.source(body)), model(PROGRAMS.source(body))
    if not compiled:
        with pytest.raises(ConversionError, match="stays uncompiled Python"):
            hybridc.hybridize(other)
        assert not converted_methods(other)
        return
    assert hybridc.hybridize(other) is other
    assert converted_methods(other) == compiled
    one, two = original(*copy.deepcopy(given)), other(*copy.deepcopy(given))
    for method, *arguments in calls:
        expected = getattr(one, method)(*copy.deepcopy(arguments))
        assert_same(expected, getattr(two, method)(*copy.deepcopy(arguments)))
        assert_same(PROGRAMS.attributes(one), PROGRAMS.attributes(two))


@hybridc.hybridize
@dataclass
class Settings:
    w: np.ndarray
    n: int = 3
    deep: bool = True
    log: list = field(default_factory=list)

    def forward(self, x):
        out = np.zeros(self.n)
        for i in range(self.n):
            out[i] = np.sum(x * self.w) * i
        return out if self.deep else -out


def test_a_dataclass():
    thing = Settings(V)
    assert_same(np.arange(3) * np.sum(V * V), thing.forward(V))
    thing.n, thing.deep = 2, False
    assert_same(-np.arange(2) * np.sum(V * V), thing.forward(V))
    assert repr(thing).startswith("Settings(w=")


@pytest.mark.parametrize("options", [{"frozen": True}, {"slots": True}, {"eq": False}])
@pytest.mark.parametrize("is_inner", [True, False])
def test_dataclasses_of_other_kinds(options, is_inner):
    class Model:
        w: float
        rate: float = 0.5

        def forward(self, x):
            return np.sin(x) * self.w * self.rate

    if is_inner:
        Model = dataclass(**options)(hybridc.hybridize(Model))
    else:
        Model = hybridc.hybridize(dataclass(**options)(Model))
    assert_same(np.sin(V) * 3.0, Model(6.0).forward(V))
    assert isinstance(Model(6.0).forward(V), jax.Array)


def test_a_class_in_a_class():
    class Outer:
        @hybridc.hybridize
        class Model:
            def __init__(self, w):
                self.w = w

            def forward(self, x):
                return np.sin(x) * self.w

    assert isinstance(Outer.Model(V).forward(V), jax.Array)
    assert Outer.Model.forward.__qualname__.endswith("Outer.Model.forward")


def test_a_class_with_slots():
    class Model:
        __slots__ = ("s",)

        def __init__(self, s):
            self.s = s

        def step(self, x):
            self.s = self.s * 0.5 + np.sin(x)
            return np.sum(self.s)

    hybridc.hybridize(Model)
    thing = Model(V)
    assert_same(np.sum(V * 0.5 + np.sin(V)), thing.step(V))
    assert_same(V * 0.5 + np.sin(V), thing.s)


def test_a_script(tmp_path):
    text = (
        "import pickle\nimport numpy as np\nimport hybridc\n\n\n@hybridc.hybridize(x32=True)\nclass Model:\n"
        "    def __init__(self, w):\n        self.w = w\n\n"
        "    def forward(self, x):\n        return np.sum(np.sqrt(x) * self.w)\n\n\n"
        "thing = pickle.loads(pickle.dumps(Model(2)))\nprint(thing.forward(np.ones(3)), thing.forward(4).dtype)\n"
    )
    path = tmp_path / "script.py"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("6.0 float32\n", "")


def test_a_cell_of_a_notebook():
    text = (
        "import hybridc\nimport numpy as np\n\n@hybridc.hybridize\nclass Model:\n    def __init__(self, w):\n"
        "        self.w = w\n\n    def forward(self, x):\n        return np.sin(x) @ self.w\n"
    )
    linecache.cache["<cell 7>"] = (len(text), None, text.splitlines(keepends=True), "<cell 7>")
    namespace = {"__name__": "__main__"}
    exec(compile(text, "<cell 7>", "exec"), namespace)
    thing = namespace["Model"](V)
    assert_same(np.sin(V) @ V, thing.forward(V))
    with pytest.raises(TypeError) as caught:
        thing.forward(V[:2])
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "<cell 7>"]
    assert [f.lineno for f in frames] == [9, 10]


def test_a_class_that_was_changed_after_it_was_imported(model, tmp_path):
    text = PROGRAMS.source("def __init__(self, w):\n    self.w = w\ndef f(self, x):\n    return np.sin(x) * self.w")
    cls = model(text)
    (tmp_path / "original1.py").write_text("\n" + text)
    assert "the text is not what `__init__` was made from" in class_refusal(cls)


# Errors.


@hybridc.hybridize
class Failing:
    def __init__(self, w):
        self.w = w
        self.n = 0.0

    def product(self, x):
        """Shapes that do not fit."""
        return np.cos(x @ self.w)  # error: product

    def step(self, x):
        # a comment, to move the lines
        for row in x:
            if row.sum() > 0:
                self.n = self.n + np.sum(
                    row @ self.w  # error: step
                )
        return self.n

    @property
    def size(self):
        return 1

    def calls(self, x):
        y = self.product(x)  # error: calls
        return y


@pytest.mark.parametrize(("method", "line"), [("product", "product"), ("step", "step"), ("calls", "product")])
def test_errors_show_the_lines_of_the_original(method, line):
    with pytest.raises((TypeError, ValueError)) as caught:
        getattr(Failing(np.ones((3, 4))), method)(np.ones((3, 4)))
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == __file__]
    assert frames[-1].line.endswith(f"# error: {line}")
    assert linecache.getline(__file__, frames[1].lineno).startswith(f"    def {method}(self")
    if method == "calls":
        assert any(f.line.endswith("# error: calls") for f in frames)
    shown = linecache.getline(__file__, frames[-1].lineno)[frames[-1].colno : frames[-1].end_colno]
    assert shown in ("x @ self.w", "row @ self.w")
