"""What was folded does what the original does: values to the bit, and everything that is printed."""

import ast
import contextlib
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_fold import VALUES
from test_inline import EXPRESSIONS
from test_unfold import SEED

from hybridc.normalize.folding import folded
from hybridc.normalize.folding.evaluation import Evaluator
from hybridc.normalize.folding.limits import Declined
from hybridc.normalize.folding.module_names import module_names

STAGES = [frozenset({"unfold"}), frozenset({"unfold", "inline"}), frozenset({"unfold", "inline", "fold"})]
PROGRAMS = [
    SEED,
    *(f"{definitions}\n{before.replace('input()', '0')}\n" for definitions, before, _ in [*VALUES, *EXPRESSIONS]),
    "t = 'y = x + 1'\nx = 2\nexec(t)\nprint(x, y, t)\n",
    "def f():\n    return x\n\n\nexec('x = 1\\ndef g(): return f() + x')\n"
    "print(g(), f(), sorted(n for n in globals() if n[0] != '_'))\n",
    "def f(x):\n    return x / 3\n\n\nprint(f(1), [f(2), f(3)], {'a': f(4)}, -f(5), f(6) ** 2, f(f(7)), f'{f(8)}')\n",
    "def f(x, *, y=2):\n    return x - y\n\n\n"
    "print(f(1), f(1, y=3), 3 - f(1), -f(1), f(1) ** 2, 2 ** f(1), not f(2))\n",
    "print(2 * eval('1 + 2'), eval('1, 2'), eval('[n for n in (1, 2)]'),"
    " -eval('1 if 0 else 2'), (eval('lambda: 5'))())\n",
    "def f(s, n):\n    out = ''\n    for i, c in enumerate(reversed(tuple(s))):\n"
    "        out += c * (i % n)\n    return out\n\n\n"
    "print(f('abcde', 3), f(s='xy', n=1), repr(f('q', 2)))\n",
    "def f(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a, b\n\n\n"
    "print(f(30), f(0))\nx, y = f(5)\nprint(x, y)\n",
]


def printed(program: str) -> str:
    """What a program of this file's own prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "<program>", "exec", dont_inherit=True), {"__name__": "__main__"})
    return out.getvalue()


@pytest.mark.parametrize("enabled", STAGES, ids=["unfold", "inline", "fold"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_prints_the_same(program: str, enabled: frozenset[str]) -> None:
    new = folded(program, ast.parse(program), enabled)
    assert printed(program) == printed(program if new is None else new)


@pytest.mark.parametrize("program", PROGRAMS)
def test_folding_again_changes_nothing(program: str) -> None:
    once = folded(program, ast.parse(program), STAGES[-1]) or program
    assert folded(once, ast.parse(once), STAGES[-1]) is None


NUMBERS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.sampled_from([0, 1, -1, 0.0, -0.0, 0.5, 1e300, 2**63, -(2**53) - 1]),
)
ATOMS = st.one_of(st.sampled_from(["a", "b", "c", "t"]), NUMBERS.map(lambda number: f"({number!r})"))
TEMPLATES = [
    *(f"({{}} {op} {{}})" for op in ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"]),
    *(f"({{}} {op} {{}})" for op in ["<", "<=", "==", "!=", ">", ">=", "and", "or"]),
    "(-{})", "(+{})", "(not {})", "abs({})", "int({})", "float({})", "bool({})", "round({})", "round({}, 2)",
    "round({}, {})",
    "min({}, {})", "max({}, {})", "divmod({}, {})[0]", "sum(({}, {}))", "sum([{}, {}], {})", "({} if {} else {})",
    "({} < {} <= {})", "pow({}, {})", "pow({}, {}, {})", "sorted(({}, {}))[0]", "(({}, {}) < ({}, {}))", "len(str({}))",
    "int(str({}))", "math.floor({})", "math.sqrt({})", "math.atan2({}, {})", "math.gcd({}, {})", "({} in ({}, {}))",
    "any(({}, {}))", "all([{}, {}])", "tuple(zip(({}, {}), range(2)))[1][0]", "({}, {})[{}]", "str({})",
]  # fmt: skip


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(ATOMS)
    template = draw(st.sampled_from(TEMPLATES))
    return template.format(*(draw(expressions(depth=depth - 1)) for _ in range(template.count("{}"))))


@st.composite
def functions(draw: st.DrawFn) -> str:
    first, test, step, last = (draw(expressions()) for _ in range(4))
    return (
        "import math\n"
        "def f(a, b, c=1):\n"
        f"    t = {first}\n"
        f"    for i in range(3):\n        if {test}:\n            t = {step}\n"
        f"            continue\n        b = i\n"
        f"    return {last}\n"
    )


@settings(max_examples=400, deadline=None, database=None)
@given(functions(), st.tuples(NUMBERS, NUMBERS))
def test_the_evaluator_agrees_with_python_or_declines(definition: str, arguments: tuple[object, object]) -> None:
    tree = ast.parse(definition)
    call = ast.parse(f"f({arguments[0]!r}, {arguments[1]!r})", mode="eval").body
    try:
        value = Evaluator(module_names(tree)).value(call, len(tree.body))
    except Declined:
        return
    scope: dict[str, object] = {}
    exec(compile(definition, "<program>", "exec", dont_inherit=True), scope)
    function = scope["f"]
    assert callable(function)
    expected = function(*arguments)
    assert type(value) is type(expected)
    assert repr(value) == repr(expected)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_evaluator_knows_each_operation(template: str) -> None:
    """On some of a few small arguments; so that agreeing is not declining."""
    known = 0
    for values in [(1, 2, 3, 4), (2.0, 0.5, 1.0, 0.25), (5, 1, 7, 0), (3, 2, 1, 1)]:
        text = template.format(*map(repr, values[: template.count("{}")]))
        tree = ast.parse("import math\n")
        with contextlib.suppress(Declined):
            value = Evaluator(module_names(tree)).value(ast.parse(text, mode="eval").body, 1)
            known += 1
            assert repr(value) == printed(f"import math\nprint(repr({text}), end='')")
    assert known > 0
