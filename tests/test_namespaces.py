"""Methods that are given their framework's functions become methods that are not, line by line."""

import ast
from dataclasses import replace

import pytest

from hybridc.core.options import Options
from hybridc.core.source import Source, package_of
from hybridc.dialects.torch import MODELS
from hybridc.normalize.namespaces import without_namespaces
from hybridc.pipeline import convert
from hybridc.syntax.module import read_module

NOTATION = replace(
    MODELS,
    namespaces={"hybrid_forward": ("forward", "framework.nd")},
    parameter_makers=frozenset({"get", "Parameter"}),
)
CLASS = """
class Scale(nn.HybridBlock):
    def __init__(self, units, **kwargs):
        super(Scale, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, 0))
            self.bias = None

"""
CASES = {
    "parameters of the object": (
        "    def hybrid_forward(self, F, x, weight):\n        return F.dot(x, weight)",
        "    def forward(self, x):\n        return F.dot(x, self.weight)",
    ),
    "inputs with the names of attributes that are no parameters": (
        "    def hybrid_forward(self, F, x, bias=None):\n        return F.dot(x, bias)",
        "    def forward(self, x, bias=None):\n        return F.dot(x, bias)",
    ),
    "a parameter whose name is used again": (
        "    def hybrid_forward(self, F, x, weight):\n        'Doc.'\n        weight = weight * 2\n        return weight",
        "    def forward(self, x):\n        'Doc.'\n        weight = self.weight; weight = weight * 2\n        return weight",
    ),
    "the same before a block": (
        "    def hybrid_forward(self, F, x, weight):\n        if x:\n            weight = 1\n        return weight",
        "    def forward(self, x):\n        weight = self.weight\n        if x:\n            weight = 1\n        return weight",
    ),
    "several lines, and another name": (
        "    def hybrid_forward(self, nd,\n            x, weight,\n            y=None):\n        return nd.dot(x,\n            weight)",
        "    def forward(self,\n            x,\n            y=None):\n        return nd.dot(x,\n            self.weight)",
    ),
    "taken from the keywords": (
        "    def hybrid_forward(self, F, x, **params):\n        return F.dot(x, params['weight'])",
        "    def forward(self, x, **params):\n        return F.dot(x, self.weight)",
    ),
    "handed on": (
        "    def hybrid_forward(self, F, x, weight):\n        y = self.helped(F, x)\n"
        "        return super().hybrid_forward(F, x, weight=weight) + swish(F, y, F=F)\n\n"
        "    def helped(self, F, x):\n        return F.relu(x)",
        "    def forward(self, x):\n        y = self.helped(x)\n"
        "        return super().forward(x) + swish(F, y, F=F)\n\n"
        "    def helped(self, x):\n        return F.relu(x)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_methods(name):
    before, after = CASES[name]
    text = f'"""Doc."""\nfrom framework import nn\n{CLASS}{before}\n'
    moved = without_namespaces(text, read_module(ast.parse(text)), NOTATION)
    given = "nd" if " nd," in before else "F"
    assert moved.text == f'"""Doc."""\nfrom framework import nn\nfrom framework import nd as {given}\n{CLASS}{after}\n'
    assert moved.names == {"Scale.forward": "Scale.hybrid_forward"}
    rows = text.split("\n")
    for number, row in enumerate(moved.text.split("\n"), 1):
        if row.strip().startswith(("return", "if", "y =", "self.", "class")):
            assert rows[moved.line(number) - 1].split("(")[0].split("=")[0].replace("hybrid_", "")[:8] == row[:8]
    for node in ast.walk(ast.parse(moved.text)):
        if isinstance(node, ast.Attribute) and node.attr in ("dot", "relu"):
            line, column = moved.place(node.lineno, node.col_offset)
            assert rows[line - 1][column:].startswith(f"{given}.{node.attr}")


def test_functions_of_the_file():
    text = "def swish(F, x):\n    return x * F.sigmoid(x)\n\n\nclass A(B):\n    def hybrid_forward(self, F, x):\n"
    text += "        return swish(F, x) + swish(x=x, F=F)\n"
    moved = without_namespaces(text, read_module(ast.parse(text)), NOTATION)
    assert "def swish(x):" in moved.text and "return swish(x) + swish(x=x)\n" in moved.text


def test_a_file_without_them_stays():
    text = "class A(B):\n    def forward(self, F, x):\n        return F(x)\n"
    assert without_namespaces(text, read_module(ast.parse(text)), NOTATION) is None


def test_files_of_the_framework_import_from_it_by_whole_names():
    text = "from ...block import Block, \\\n    Other\nfrom .here import x\nfrom .... import base\n\n\nclass A(Block):\n    def f(self):\n"
    text += "        from ..near import y\n        return y\n"
    moved = without_namespaces(text, read_module(ast.parse(text)), NOTATION, "framework.part.zoo.kinds")
    assert moved.text == text.replace("...block", "framework.part.block").replace(
        "from .... ", "from framework "
    ).replace("..near", "framework.part.zoo.near")


def test_the_package_is_told_by_folders(tmp_path):
    folder = tmp_path / "framework" / "zoo"
    folder.mkdir(parents=True)
    for each in (folder, folder.parent):
        (each / "__init__.py").touch()
    assert package_of(str(folder / "net.py"), ["framework"]) == "framework.zoo"
    assert package_of(str(folder / "net.py"), ["other"]) == package_of(str(tmp_path / "net.py"), ["framework"]) == ""


def test_functions_of_lambdas_are_given_arrays_alone():
    text = """from mxnet.gluon import nn

net = nn.HybridSequential()
net.add(nn.HybridLambda(lambda F, x: F.relu(x) * 2))
"""
    code = convert(Source("net.py", text, ast.parse(text)), Options(format=False)).code
    assert "nn.HybridLambda(lambda x: ops.relu(x) * 2)" in code


def test_what_a_module_of_the_framework_has_beside_the_tables_is_not_asked_in_compiled_code():
    text = """from mxnet.gluon import nn

class Net(nn.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x) if hasattr(F, "frobnicate") else x
"""
    [refusal] = convert(Source("net.py", text, ast.parse(text)), Options(format=False)).refusals
    assert (refusal.code, refusal.location.line) == ("HYB401", 5)


def test_functions_that_only_other_files_call_take_the_namespace_and_do_not_use_it():
    notation = replace(NOTATION, usual_namespace=("F", "framework.nd"))
    text = "from framework import nn\n\n\ndef swish(x, F, y=1):\n    return x * F.sigmoid(y)\n\n\ndef on(F, x):\n    return swish(x, F)\n"
    moved = without_namespaces(text, read_module(ast.parse(text)), notation)
    assert moved.text == text.replace("nn\n", "nn\nfrom framework import nd as F\n", 1).replace(
        "x, F, y=1", "x, _F, y=1"
    )
