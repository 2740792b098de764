"""Which object an array is: the converted code gives the original's answer, or HYB312 or a refusal says where it may not."""

import copy

import numpy as np
import pytest
import torch

import hybridc
from closeness import assert_close
from differential import assert_same, load

HEAD = """import operator

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(4))
        self.v = self.w
        self.lin = nn.Linear(4, 4)
        self.again = self.lin
        self.same = nn.Identity()

    def forward(self, x, y):
        {forward}


def script(answers):
    net = Net()
    x, y = torch.arange(4.0), torch.ones(4)
    {script}
"""
IN_FORWARD = {
    "another name after a write": "z = x\n{write}\nreturn x * 2 if z is x else x * 3",
    "id before and after": "before = id(x)\n{write}\nreturn x * 2 if id(x) == before else x * 3",
    "a dict by id": "known = {{id(x): 2.0}}\n{write}\nreturn x * known.get(id(x), 3.0)",
    "a list of ids": "known = [id(x)]\n{write}\nreturn x * 2 if id(x) in known else x * 3",
    "two parameters": "{write}\nreturn x * 2 if x is y else x * 3",
    "two parameters, denied": "{write}\nreturn x * 2 if x is not y else x * 3",
    "a view": "{write}\nr = x.view(-1)\nreturn x * 2 if r is x else x * 3",
    "a function that asks": "z = x\n{write}\nreturn x * 2 if operator.is_(z, x) else x * 3",
    "a list that is asked for it": "z = x\n{write}\nreturn x * 2 if z in [x, 0] else x * 3",
    "what a layer returns": "{write}\nr = self.same(x)\nreturn x * 2 if r is x else x * 3",
}
WRITES = ("x += y", "x[0] = 7.0", "x.add_(y)", "x = x + y", "x.data.mul_(2.0)")
IN_SCRIPTS = {
    "another name": "z = x\n{write}\nanswers.append(z is x)",
    "id": "before = id(x)\n{write}\nanswers.append(id(x) == before)",
    "a dict by id": "known = {{id(x): 1}}\n{write}\nanswers.append(id(x) in known)",
    "what a model returns": "{write}\nr = net.same(x)\nanswers.append(r is x)",
}
ANSWERED = (  # rightly, and nothing is to be said
    "net.w is net.v", "net.lin is net.again", "net.lin.weight is net.again.weight", "x is None",
    "len({id(p) for p in net.parameters()})", "any(p is net.w for p in net.parameters())",
)  # fmt: skip


def told(result):
    return result.code is None or any(d.code == "HYB312" for d in result.diagnostics)


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("question", IN_FORWARD)
@pytest.mark.parametrize("is_one", [False, True])
def test_a_model_answers_as_the_original_or_it_is_told(question, write, is_one):
    body = IN_FORWARD[question].format(write=write).replace("\n", "\n        ")
    source = HEAD.format(forward=body, script="pass")
    result = hybridc.convert(source)
    if told(result):
        return
    x, y = np.arange(4.0, dtype=np.float32) + 1, np.ones(4, np.float32)
    t = torch.from_numpy(x.copy())
    original, generated = load(source).Net(), load(result.code, "generated").Net()
    expected = original(t, t if is_one else torch.from_numpy(y))
    actual = generated(x, x if is_one else y)
    assert_close(np.asarray(actual), expected.detach().numpy(), rtol=1e-6)


@pytest.mark.parametrize("write", WRITES[:4])
@pytest.mark.parametrize("question", IN_SCRIPTS)
def test_a_script_answers_as_the_original_or_it_is_told(question, write):
    body = IN_SCRIPTS[question].format(write=write).replace("\n", "\n    ")
    source = HEAD.format(forward="return x * 2", script=body)
    result = hybridc.convert(source)
    if not told(result):
        ours, theirs = [], []
        load(source).script(theirs)
        load(result.code, "generated").script(ours)
        assert ours == theirs


@pytest.mark.parametrize("question", ["id before and after", "two parameters", "a view"])
def test_the_warning_is_where_the_question_is(question):
    body = IN_FORWARD[question].format(write="x += y")
    source = HEAD.format(forward=body.replace("\n", "\n        "), script="pass")
    lines = [d.location.line for d in hybridc.check(source).diagnostics if d.code == "HYB312"]
    asked = [n for n, line in enumerate(source.split("\n"), 1) if " is " in line or "id(" in line]
    assert sorted(set(lines)) == asked


@pytest.mark.parametrize("question", ANSWERED)
def test_what_is_known_is_answered_and_nothing_is_said(question):
    source = HEAD.format(forward="return x * 2", script=f"answers.append({question})")
    result = hybridc.convert(source)
    assert not told(result)
    ours, theirs = [], []
    load(source).script(theirs)
    load(result.code, "generated").script(ours)
    assert ours == theirs


NUMPY = """import numpy as np


def f(x, y):  # hybridc: graph
    {body}
"""
IN_NUMPY = (
    "a = id(x)\n    x += y\n    return np.sin(x), id(x) == a",
    "a = np.sin(x)\n    return a * np.shares_memory(a, x)",
    "a = np.sin(x)\n    b = a[1:]\n    return a * (2 if np.may_share_memory(a, b) else 3)",
    "a = np.sin(x)\n    b = a[1:]\n    return a * (2 if b.base is a else 3)",
    "known = {id(x): 2.0}\n    x += y\n    return np.sin(x) * known.get(id(x), 3.0)",
)


@pytest.mark.parametrize("body", IN_NUMPY)
def test_compiled_functions_of_arrays_are_refused(body):
    assert hybridc.convert(NUMPY.format(body=body)).code is None


@pytest.mark.parametrize(
    "body",
    [
        "z = x\n    x += y\n    return np.sin(x) if z is x else np.cos(x)",
        "return np.sin(x) if x is y else np.cos(x)",
        "z = x[:]\n    return np.sin(x) if x is not z else np.cos(y)",
    ],
)
def test_arrays_that_stay_mutable_are_the_same_or_not(body):
    source = NUMPY.format(body=body)
    original, generated = load(source).f, load(hybridc.convert(source).code, "generated").f
    x, y = np.arange(3.0), np.arange(3.0)
    for given in ((x, x), (x, y), (x[1:], x[1:])):
        (one, other), (ours, theirs) = (copy.deepcopy(given) for _ in range(2))
        assert_same((original(one, other), one, other), (generated(ours, theirs), ours, theirs))


@pytest.mark.parametrize("question", ["y is x", "id(y) == id(x)", "f(x) is x", "not (y is not x)"])
def test_host_code_around_compiled_functions_is_told(question):
    source = (
        "import numpy as np\n\n\ndef f(x):\n    if np.sum(x) > 0:\n        x = np.sin(x)\n    return x\n\n\n"
        f"def main(path):\n    x = np.load(path)\n    y = f(x)\n    print({question}, y is None)\n"
    )
    assert [d.location.line for d in hybridc.check(source).diagnostics if d.code == "HYB312"][:1] == [13]
