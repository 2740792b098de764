"""For every kind of assumption there is a program for which it is false: it does as the original, or raises."""

import ast
import operator
import re
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hybridc
from differential import assert_same, converted, fresh, graph_function, load
from hybridc.program.assumptions import Kind, Otherwise
from hybridc.runtime import control

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "transpiler/hybridc/program"
V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(8.0).reshape(4, 2)
N = np.array([2, 0, 1])


@dataclass(frozen=True)
class Program:
    """`f` with arguments for which the assumption holds, and others for which it does not, and what these raise."""

    source: str
    holds: tuple
    fails: tuple
    raises: tuple[type[Exception], str] | None = None
    options: tuple[tuple[str, object], ...] = ()


def of(parameters, body, *rest):
    return Program(graph_function(parameters, body), *rest)


def with_host(source, *rest):
    """The same with code that stays Python, which sees what is written."""
    return Program(
        f"import numpy as np\n\n\n{source}\n\n\ndef main(*given):  # hybridc: host\n    return f(*given), given\n",
        *rest,
    )


CHECKED = (("checked", frozenset(hybridc.Check)),)  # arrays are not written in place, and one that is to be is told of
AS_NUMBER = TypeError, "was converted as a number"
TORCH = "import torch\nfrom torch import nn\n\n\n"
PART = """class Block(nn.Module):
    def forward(self, x):
        return x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block()])

    def forward(self, x):
        y = self.blocks[0](x)
        y += 1
        return y + RESULT


f = Net()
"""

FALSE = {
    Kind.NUMBER: of("t", "t *= 2\nreturn np.sin(t)", (0.5,), (V,), AS_NUMBER, CHECKED),
    Kind.PYTHONS: Program(
        TORCH + "def f(x, c: float = 1.0):\n    d = c\n    d += 1\n    return torch.relu(x) * d\n",
        (jnp.array(V), 2.0),
        (jnp.array(V), jnp.ones(4)),
        (TypeError, "was converted as a number of Python's"),
    ),
    Kind.TESTED: of("n, x", "s = np.sum(x)\nreturn s if n > 0 else 0.0", (2.0, V), (np.array([2.0]), V), AS_NUMBER),
    Kind.VALUE: with_host(
        "def f(x, i):\n    s = x[i]\n    s += 1\n    x[i] = np.sum(x)\n    return s * 2, s", (V, 1), (M, 1), AS_NUMBER, CHECKED
    ),
    Kind.BESIDE: with_host("def f(x):\n    s = x[0]\n    x[0] = np.sum(x)\n    return s", (V,), (M,), AS_NUMBER, CHECKED),
    Kind.RANK: of(
        "s, y", "c = s\nc += y\ns += 1\nreturn s, c", (0.5, 2.0), (0.5, V), (TypeError, "became an array of the shape")
    ),
    Kind.ALIKE: of(
        "u, v", "for i in range(3):\n    u[1:] = v[:-1]\n    u, v = v, u\nreturn u, v", (V, V + 1), (V, N[[0, 1, 2, 0]]),
        (TypeError, "arrays that change places"),
    ),
    Kind.APART: Program(
        TORCH + PART, (jnp.array(V),), (jnp.array(V),), (RuntimeError, "writes in place into an array that is read afterwards"),
    ),
    Kind.LISTS: of("x: list", "e = np.exp(x - np.max(x))\nreturn e / np.sum(e)", (V,), ([3.0, 1.0],)),
    Kind.INDEXED: of("x: list", "s = 0.0\nfor i in range(len(x)):\n    s = s + x[i] * i\nreturn s", (V,), ([3.0, 1.0],)),
    Kind.ELEMENTWISE: of(
        "x", "return x * [1.0, 2.0, 3.0]", (V[:3],), (3,), (TypeError, "a list is multiplied with a whole number")
    ),
    Kind.MASKS: of(
        "x, m", "return np.sum(x[~m])", (V, V > 1), (V, N), (TypeError, "and was converted as a mask")
    ),
    Kind.STATIC: of("n", "return np.zeros(n)", (2,), (np.array([2, 3]),), (ValueError, "Non-hashable static arguments")),
    Kind.CARRY: of("v, n", "s = 0\nfor i in range(n):\n    s = s + v\nreturn s", (1, 3), (V, 3)),
    Kind.EITHER: of(
        "a, b, t", "a, b = a * 1, b * 1\ny = a if t > 0 else b\ny[0] = 5.0\nreturn a, b, y", (V, V + 1, 1.0), (V, N[[0, 1, 2, 0]], 1.0),
        (TypeError, "one array or another was written in place"),
    ),
    Kind.TRUTH: of("x", "y = np.sin(1.0)\nif x:\n    y = np.cos(1.0)\nreturn y", (0.0,), ([1.0],)),
    Kind.DTYPE: of("x", "return np.cumsum(x)", (V,), (np.array([100, 100], np.int8),)),
    Kind.KEPT: of("x, y", "x += y\nreturn x", (V, 1), (3, 2.5)),
    Kind.MASK: of("x, i", "x = x * 1.0\nx[i] = 2.0\nreturn x", (V, V > 0), (V, N)),
    Kind.LENGTH: of(
        "x, w", "y = np.zeros(len(x) - w)\nfor i in range(len(x) - w):\n    y[i] = x[i : i + w].sum()\nreturn y",
        (V, 2), (V, -1), (ValueError, "a slice as long in all turns"),
    ),
    Kind.WITHIN: of(
        "x, w", "y = np.zeros(len(x))\nfor i in range(len(x)):\n    y[i] = np.median(x[i : i + w])\nreturn y", (V, 1), (V, 3)
    ),
    Kind.CHOSEN: of("x, y", "return np.sum(x[y > 0], axis=0)", (M, V), (M, M), (TypeError, "a mask of one dimension")),
    Kind.AXIS: of("x", "return np.sum(x[np.where(x > 0)[0]])", (V,), (M,), (TypeError, "an array of one axis was expected")),
    Kind.ROW: of("x", "s = x[0]\ns += 1\nreturn s, np.sum(x)", (M,), (V,)),
    Kind.TABLE: of("i, v", "t = [1, 2, 3]\nt[i] = v\nreturn t", (1, 7), (1, 2.5)),
    Kind.SEQUENCE: of("xs", "s = 0.0\nfor v in xs:\n    s = s + v\nreturn s", (V,), ([V, V + 1],)),
    Kind.RUN: of(
        "x, n", "s = 0.0\nif n > 0:\n    s = np.sum(x[:, 0])\nreturn s", (M, 0), (V, 0), (IndexError, "Too many indices")
    ),
    Kind.CALLERS: with_host(
        "def f(x, y):\n    x[1:] = x[:-1] + np.sum(y)\n    return np.sum(x)", (V, V + 1), (jnp.array(V), V), (TypeError, "f.pure")
    ),
    Kind.WRITTEN: of("t", "t *= 2\nreturn np.sin(t)", (V,), (jnp.array(V),), (TypeError, "f.pure")),
    Kind.PLACES: of("x, p", "return np.exp(x[p])", (V, N), (V, V > 1)),
    Kind.ORDER: of("d", "return [d[k] * 2 for k in d]", ({"a": 1.0, "b": 2.0},), ({"b": 2.0, "a": 1.0},)),
    Kind.TURN: of("x, n", "for i in range(n):\n    x = x / 2\n    t = x + 1\nreturn x, t", (1.0, 2), (1.0, 0)),
}  # fmt: skip
OF_KINDS = [pytest.param(kind, FALSE.get(kind), id=kind.value.name) for kind in Kind]


def options_of(program, **others):
    return hybridc.Options(**dict(program.options), **others)


def sources(kind, program):
    """That for which the assumption holds, and that for which it does not."""
    if kind is not Kind.APART:
        return program.source, program.source
    return program.source.replace("RESULT", "1"), program.source.replace("RESULT", "x")


@pytest.mark.parametrize(("kind", "program"), OF_KINDS)
def test_every_kind_has_a_program_in_which_it_is_assumed(kind, program):
    assert program is not None, "write a program for which it is false"
    for source in sources(kind, program):
        assert kind.value.name in {a.kind for a in hybridc.check(source, options=options_of(program)).assumptions}


@pytest.mark.parametrize(("kind", "program"), OF_KINDS)
def test_what_is_assumed_holds(kind, program):
    source, _ = sources(kind, program)
    arguments, ours = fresh(program.holds), fresh(program.holds)
    if "import torch" in source:
        torch = pytest.importorskip("torch")
        arguments = [torch.tensor(np.asarray(a)) if isinstance(a, jax.Array) else a for a in arguments]
        expected = load(source).f(*arguments).numpy()
        assert_same(expected, load(converted(source), "generated").f(*ours), rtol=1e-6)
        return
    assert_same(load(source).f(*arguments), load(converted(source, **dict(program.options)), "generated").f(*ours))
    if "main" in source:
        assert_same(arguments, ours)


@pytest.mark.parametrize(("kind", "program"), OF_KINDS)
def test_what_is_assumed_is_false(kind, program):
    _, source = sources(kind, program)
    arguments, ours = fresh(program.fails), fresh(program.fails)
    generated = load(converted(source, **dict(program.options)), "generated")
    if kind.value.otherwise is Otherwise.WARNED:
        with pytest.raises(UnboundLocalError):
            load(source).f(*arguments)
        assert kind.value.guard in {d.code for d in hybridc.check(source).diagnostics}
    elif kind.value.otherwise is Otherwise.ERROR:
        assert program.raises is not None
        with pytest.raises(program.raises[0], match=program.raises[1]):
            generated.f(*ours)
        assert_same(ours, fresh(program.fails))  # which nothing has been written into
    else:
        expected, found = load(source).f(*arguments), generated.f(*ours)
        assert_same(expected, found)
        if isinstance(expected, np.ndarray):
            assert found.dtype == expected.dtype


def test_callers_arrays_that_share():
    generated = load(converted(FALSE[Kind.CALLERS].source), "generated")
    with pytest.raises(ValueError, match="share"):
        generated.f(*[V.copy()] * 2)


# What is written, and what is reported of it.

GUARDS = re.compile(
    r"control\.(?:expect_numbers|expect_masks|beside|expect_no_arrays|number|keep_rank|expect_alike|cond|while_loop|fori_loop|scan|chosen"
    r"|truth|is_false|keep_dtype|at|mask|one_axis|whole_part|length|masked|put|rows|indexed|writes_back|in_place|in_order|takes_masks|unset)\b"
    r"|numpy_like\.(?!(?:cbrt|cholesky|eigh|eigvalsh|exp2|log2|log10|mean|quotient)\b)\w+|overwriting\.written|static_argnames|if jnp\.ndim"
)
# These do what they are named for: nothing is assumed.
NO_GUARDS = {
    name for name in control.__all__ if name.startswith("i") and hasattr(operator, name)
}  # `iadd` and the like
NO_GUARDS |= {
    "argmax",
    "argmin",
    "copied",
    "count",
    "first",
    "flipped",
    "greatest",
    "largest",
    "last",
    "least",
    "mutable",
    "numbers",
    "ordered",
    "part",
    "reach",
    "same",
    "set_item",
    "smallest",
    "value",
    "view",
}
NO_GUARDS |= {
    "gives_numpy",
    "of_dtype",
    "read",
    "read_first",
    "resized",
    "scan_lists",
    "scan_rows",
    "shown",
    "static_lists",
    "takes_iterables",
    "takes_mutable",
    "truth_if_asked",
    "window",
    "with_imag",
    "with_item",
    "with_real",
}
WRITTEN = {"static_argnames of jax.jit": "static_argnames", "if jnp.ndim(...)": "if jnp.ndim"}
FILES = [
    *(ROOT / "samples").glob("*.py"),
    *(p for p in (ROOT / "tests/golden/cases").glob("*.py") if not p.stem.endswith("_jax")),
]


def is_written_and_said(source, name="program.py", **options):
    code = hybridc.convert(source, filename=name, options=hybridc.Options(partial=True, **options)).code or ""
    report = hybridc.check(source, filename=name, options=hybridc.Options(**options))
    said = {WRITTEN.get(a.guard, a.guard) for a in report.assumptions}
    return {*GUARDS.findall(code)}, {s for s in said if GUARDS.fullmatch(s)}


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_guards_that_are_written_are_those_that_are_said(path):
    written, said = is_written_and_said(path.read_text(), str(path))
    assert written == said


@pytest.mark.parametrize(("kind", "program"), OF_KINDS)
def test_guards_of_each_kind_are_written_and_said(kind, program):
    written, said = is_written_and_said(sources(kind, program)[1], **dict(program.options))
    assert written == said
    assert kind in (Kind.LISTS, Kind.TURN) or written


def test_all_that_the_runtime_has_to_guard_with_belongs_to_a_kind():
    assert {name for name in control.__all__ if not GUARDS.fullmatch(f"control.{name}")} == NO_GUARDS


# How an assumption gets into a plan.


def trees(*folders):
    for folder in folders:
        found = [*(ROOT / "transpiler/hybridc" / folder).rglob("*.py")]
        assert found, folder
        yield from ((path, ast.parse(path.read_text())) for path in found)


def kinds_in(tree):
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name))
    return {n.attr for n in nodes if n.value.id == "Kind"}


def test_assumptions_are_noted_in_one_way():
    for path, tree in trees("."):
        if path == PROGRAM / "assumptions.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("_noted", "_add") or "assumed" not in ast.unparse(node), path
                is_set = isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name | ast.Attribute)
                assert not (is_set and node.attr in ("assumed", "numbers") and "plan" in ast.unparse(node.value)), path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("Assumption", "Assumptions") or path == PROGRAM / "ledger.py", path


def test_every_kind_is_noted_or_read_of_a_decision():
    noted = set()
    for _, tree in trees("analysis", "interpret", "program", "structure"):
        calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name))
        noted |= {name for call in calls if call.func.id == "assume" for name in kinds_in(call)}
    decided = kinds_in(ast.parse((PROGRAM / "ledger.py").read_text()))
    assert noted | decided == {kind.name for kind in Kind}


def test_what_is_noted_is_read_where_code_is_written():
    read = {name for _, tree in trees("emit/passes") for name in kinds_in(tree)}
    assert {
        "PYTHONS",
        "VALUE",
        "BESIDE",
        "RANK",
        "ALIKE",
        "APART",
        "LISTS",
    } <= read  # `NUMBER` and `TESTED` as `plan.expected_numbers`


def test_kinds_have_names_of_their_own():
    assert len({kind.value.name for kind in Kind}) == len(Kind) == len({kind.name for kind in Kind})


def test_a_report_has_the_lines_and_names_of_the_file():
    source = "import numpy as np\n\n\nclass Sum:\n    def __init__(self):\n        self.total = np.zeros(3)\n\n"
    source += "    def add(self, x):  # hybridc: graph\n        for i in range(len(x)):\n            self.total = self.total + x[i]\n"
    [found] = [a for a in hybridc.check(source).assumptions if a.kind == Kind.CARRY.value.name]
    assert (found.function, found.line, found.subject) == ("Sum.add", 9, "self.total")
