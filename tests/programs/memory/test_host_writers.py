"""Helpers that stay Python write into what compiled functions return, as they write into NumPy's arrays."""

import ast
import sys

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import load
from hybridc import Options

FORMS = {
    "operator": "a += 1",
    "slice": "a[1:] *= 2",
    "element": "a[0] = 5.0",
    "whole": "a[...] = a * 3",
    "fill": "a.fill(2.0)",
    "sort": "a.sort()",
    "alias": "b = a\nb += 1",
    "view": "v = a[1:]\nv -= 1",
    "rows": "for i in range(2):\n    a[i] += 1",
    "condition": "if len(a) > 1:\n    a += 1",
    "result": "a += 1\nreturn a",
}
# What is given to the helper `{f}`, which writes, and then what is seen of it.
CALLS = {
    "name": "x = make(u)\n{f}(x)\nseen.append(x)",
    "result": "seen.append(x := make(u))\n{f}(x)",
    "view": "x = make(u)\ny = x[:]\n{f}(y)\nseen.append([x, y])",
    "list": "x = [make(u), make(u + 1)]\n{f}(x[0])\nseen.append(x)",
    "attribute": "box.x = make(u)\n{f}(box.x)\nseen.append(box.x)",
    "dict": "x = dict(k=make(u))\n{f}(x['k'])\nseen.append(x)",
    "loop": "x = [make(u), make(u + 1)]\nfor each in x:\n    {f}(each)\nseen.append(x)",
    "handed on": "x = make(u)\napply({f}, x)\nseen.append(x)",
    "map": "x = [make(u), make(u + 1)]\nlist(map({f}, x))\nseen.append(x)",
    "partial": "x = make(u)\nfunctools.partial({f}, x)()\nseen.append(x)",
    "other name": "x, k = make(u), {f}\nk(x)\nseen.append(x)",
}
HEAD = (
    "import functools\n\nimport numpy as np\n{imports}\n\n"
    "def make(u):  # hybridc: graph\n    return np.sin(u) * 2\n\n\n"
    "class Box:\n    pass\n\n\ndef apply(function, x):\n    function(x)\n\n\n"
)
MAIN = "def main(u):  # hybridc: host\n    seen, box = [], Box()\n{body}    return seen\n"
U = np.array([2.0, 0.5, -1.0, 0.25])


def indented(text, times=1):
    return "".join(f"{'    ' * times}{line}\n" for line in text.splitlines())


def helpers(prefix="", first=""):
    return "\n\n".join(f"{prefix}def {form}({first}a):\n{indented(body)}" for form, body in FORMS.items())


def program(where, call):
    """The text of a file in which `main` calls a helper of each form, and that of a file beside it."""
    calls = dict.fromkeys(FORMS, CALLS[call])
    text, name, imports, beside, nested = "", "{form}", "", "", ""
    match where:
        case "module":
            text = helpers()
        case "nested":
            nested = indented(helpers())
        case "method":
            text, name = f"class Tools:\n{indented(helpers(first='self, '))}\n\ntools = Tools()\n", "tools.{form}"
        case "static method":
            text, name = f"class Tools:\n{indented(helpers('@staticmethod' + chr(10)))}", "Tools.{form}"
        case "beside":
            imports, beside = f"from written_beside import {', '.join(FORMS)}", helpers()
        case "module beside":
            imports, beside, name = "import written_beside", helpers(), "written_beside.{form}"
        case "lambda":
            text, name = (
                "fill = lambda a: a.fill(2.0)\nplus = lambda a: a.__iadd__(1)\nsort = lambda a: a.sort()\n",
                "{form}",
            )
            calls = dict.fromkeys(("fill", "plus", "sort"), CALLS[call])
    body = nested + "".join(indented(text.format(f=name.format(form=form))) for form, text in calls.items())
    return HEAD.format(imports=imports) + text + "\n\n" + MAIN.format(body=body), beside


@pytest.mark.parametrize("where", ["module", "nested", "method", "static method", "beside", "module beside", "lambda"])
def test_what_helpers_write_is_seen(where, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for call in CALLS:
        text, beside = program(where, call)
        (tmp_path / "program.py").write_text(text)
        if beside:
            (tmp_path / "written_beside.py").write_text(beside)
        result = hybridc.convert(text, filename=str(tmp_path / "program.py"), options=Options())
        assert result.code is not None, [d.message for d in result.refusals]
        expected, found = (leaves(load(code).main(U.copy())) for code in (text, result.code))
        for one, other in zip(found, expected, strict=True):
            assert_close(np.asarray(one), other, rtol=1e-9, err_msg=call)
    sys.modules.pop("written_beside", None)


def leaves(value):
    if isinstance(value, list | tuple):
        return [leaf for each in value for leaf in leaves(each)]
    return [leaf for each in value.values() for leaf in leaves(each)] if isinstance(value, dict) else [value]


def code_of(text):
    result = hybridc.convert(HEAD.format(imports="") + text, filename="program.py", options=Options())
    return result.code or "".join(d.code for d in result.refusals)


WRITERS = {
    "an unknown package": "from unknown_package import bump\n\n\ndef main(u):  # hybridc: host\n    x = make(u)\n    bump(x)\n    return x\n",
    "an operator's function": "import operator\n\n\ndef main(u):  # hybridc: host\n    x = make(u)\n    operator.iadd(x, 1)\n    return x\n",
    "an element of a list": "def main(u):  # hybridc: host\n    xs = [make(u), make(u)]\n    y = xs[0]\n    y += 1\n    return xs\n",
    "an attribute": "class K(Box):\n    def go(self):\n        self.x += 1\n\n\ndef main(u, k):  # hybridc: host\n    k.x = x = make(u)\n    k.go()\n    return x\n",
}
READERS = {
    "its own": "def main(u):  # hybridc: host\n    x = make(u)\n    x = make(x)\n    print(x)\n    return x\n",
    "counters": "class K(Box):\n    def go(self, n: int, u):\n        n += 1\n        self.n = 0\n        self.n += n\n        self.x = make(u)\n",
    "pictures": "import matplotlib.pyplot as plt\n\n\ndef main(u):  # hybridc: host\n    x = make(u)\n    plt.plot(x)\n    return x\n",
    "what is NumPy's": "def main(u):  # hybridc: host\n    t, x = np.zeros(3), make(u)\n    t[0] += 1\n    return x\n",
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_may_be_written_is_numpys(name):
    assert "@control.gives_numpy()" in code_of(WRITERS[name])


@pytest.mark.parametrize("name", READERS)
def test_what_is_only_read_stays_as_it_is(name):
    code = code_of(READERS[name])
    assert "@jax.jit" in code and "control" not in code


@pytest.mark.parametrize("helper", ["def bump(a):\n    a[0] = 1.0", "bump = lambda a: a.fill(1.0)"])
@pytest.mark.parametrize("use", ["list(map(bump, [x, u]))", "functools.partial(bump, x)()"])
def test_compiled_code_hands_no_writer_on(helper, use):
    text = f"{helper}\n\n\ndef main(u):  # hybridc: graph\n    x = np.sin(u)\n    {use}\n    return x + u\n"
    assert "HYB308" in code_of(text)
    assert ast.parse(text)
