"""Errors of converted models name the line of the original: the one that PyTorch's own traceback ends at."""

import ast
import re
import traceback

import jax
import jax.numpy as jnp
import pytest
import torch
from converted_models import converted, loaded, original
from model_sources import PROGRAMS

import hybridc
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

PROBED = '''"""Layers named p0, p1 and so on stand on lines of their own, wherever code can stand."""
import torch
from torch import nn
import torch.nn.functional as F


def helper(layer, x):
    # a comment that stays
    y = layer(x)

    return y * 2


def choose(first, second, x):
    if x.sum() > 0:
        return first(x)
    x = x * 2
    return second(x)


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.p0 = nn.Tanh()
        self.p1 = nn.Tanh()

    def forward(self, x):
        if self.training: x = x + 1
        x = self.p0(x); x = self.p1(x)
        return x


class Net(nn.Module):
    """What it is."""

    def __init__(self):
        super().__init__()
        self.inner = Inner()
        self.table = torch.ones(3)
        for index in range(24):
            self.add_module(
                f"p{index}", nn.Tanh()
            )

    def forward(self, x, n: int = 2):
        x = self.inner(
            self.p0(x),
        )
        x = torch.cat(
            [
                self.p1(x),
                x,
            ],
            dim=0,
        )[:2]
        if x.sum() > 3:
            x = self.p2(x)
            x[0] = 1
        elif x.sum() > 1:
            x = self.p3(x)
        else:
            x = x - 1
            x = self.p4(x)
        if x.max() > 5:
            x = self.p5(x)
        total = torch.zeros(3)
        for row in x:
            # every row
            total += self.p6(row)
            if total.sum() < 0:
                total = self.p7(total)
                break
        steps = 0
        while self.p8(total).sum() < 2:
            total = total + 1
            total = self.p9(total)
            steps += 1
        states = []
        for i in range(n):
            states.append(self.p10(total * i))
        states = torch.stack(states)
        out = (
            self.p11(x)
            .view(2, 3)
            .transpose(0, 1)
        )
        if self.training and n > 1:
            out = self.p12(out)
        else: out = self.p13(out)
        y = {
            "a": self.p14(out),
            "b": [self.p15(out) for _ in range(2)],
        }
        x = x.clone()
        x[0, :2] = self.p16(total)[:2]
        x.mul_(self.p17(self.table))
        with torch.no_grad():
            x = self.p18(x)
        x = helper(self.p19, x) + choose(self.p20, self.p21, x)
        z = self.p22(x) if x.min() > 100 else x
        return self.last(
            x, y["a"] + y["b"][1],
            states) + z.sum()

    def last(self, x, y, states):
        return x.sum() + y.sum() \\
            + self.p23(states).sum()
'''


class Stop(Exception):
    pass


def stop(*_):
    raise Stop("here")


def line_of_original(net, path, inputs):
    """The line that a layer is called at; None where PyTorch does not come there."""
    hook = net.get_submodule(path).register_forward_pre_hook(stop)
    try:
        net(*inputs)
    except Stop as error:
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == "original.py"]
        return lines[-1] if lines else None
    finally:
        hook.remove()
    return None


def lines_of(text):
    """By the names of layers, the lines that they are called at."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found[node.func.attr] = node.lineno
    return found


def note_of(net, path, inputs):
    hook = dict(net.named_modules())[path].register_forward_pre_hook(stop)
    try:
        with pytest.raises(Stop) as caught:
            net(*inputs)
    finally:
        hook.remove()
    return note_in(caught.value)


def note_in(error):
    (note,) = [note for note in error.__notes__ if note.startswith("while running")]  # JAX adds its own
    return note


def as_arrays(inputs):
    return [jnp.asarray(i.numpy()) if isinstance(i, torch.Tensor) else i for i in inputs]


def shown(note):
    found = re.search(r", at model\.py:(\d+) \(generated\.py:\d+\)$", note)
    assert found is not None, note
    return int(found[1])


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_error_in_any_layer_names_the_line_that_calls_it(name):
    text, build, inputs = PROGRAMS[name]
    reference, net = build(original(text)).eval(), build(converted(text)[0]).eval()
    lines = {path: line_of_original(reference, path, inputs) for path, _ in reference.named_modules() if path}
    assert any(lines.values())
    for path, line in lines.items():
        if line is not None:
            assert shown(note_of(net, path, as_arrays(inputs))) == line, path


@pytest.mark.parametrize("format", [False, True], ids=["as it is", "formatted"])
def test_an_error_anywhere_in_a_program_names_its_line(format):
    result = convert(Source("model.py", PROBED, ast.parse(PROBED)), Options(format=format))
    assert result.code is not None, result.refusals
    net = loaded(result.code).Net()
    line = {text.strip(): number for number, text in enumerate(PROBED.splitlines(), 1)}
    expected = {name: number for name, number in lines_of(PROBED).items() if re.fullmatch(r"p\d+", name)}
    expected |= {"p0": line["self.p0(x),"], "p1": line["self.p1(x),"]}  # of Net, not of Inner
    expected |= {"inner.p0": line["x = self.p0(x); x = self.p1(x)"], "p19": line["y = layer(x)"]}
    expected |= {"p20": line["return first(x)"], "p21": line["return second(x)"]}
    assert len(expected) == 25
    for name, number in expected.items():
        net.train(name == "p12")
        assert shown(note_of(net, name, [jnp.ones((2, 3))])) == number, name


SHAPES = """import torch
from torch import nn


def doubled(layer, x):
    return layer(x) * 2


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 8)
        self.inner = nn.Sequential(nn.ReLU(), nn.Linear(8, 8))

    def forward(self, x):
        x = self.fc1(x)
        return self.inner(x)


class Net(nn.Module):
    def __init__(self, size=8):
        super().__init__()
        self.encoder = Encoder()
        self.helped = nn.Linear(8, 8)
        self.branch = nn.Linear(size, 8)
        self.weight = nn.Parameter(torch.ones(8, 8))

    def forward(self, x, y=None):
        x = self.encoder(x)
        x = doubled(self.helped, x)
        if x.sum() > 0:
            z = x * 2
            x = self.branch(z)
        for i in range(3):
            if x[0, 0] > i:
                x = torch.tanh(x @ self.weight)
        if y is not None:
            x = x + y
        return x
"""
CALLS = {
    "net(x)": lambda net, *x: net(*x),
    "net.apply": lambda net, *x: net.apply(net.parameters(), *x),
    "net.apply in training": lambda net, *x: net.apply(net.parameters(), *x, train=True, rng=jax.random.key(0)),
    "net.apply under jit": lambda net, *x: jax.jit(net.apply)(net.parameters(), *x),
    "a gradient": lambda net, *x: jax.grad(lambda p: net.apply(p, *x).sum())(net.parameters()),
    "net.freeze": lambda net, *x: net.freeze()(*x),
    "hybridize(False)": lambda net, *x: net.hybridize(False)(*x),
}


def raised(call, net, *inputs):
    with pytest.raises((RuntimeError, TypeError, ValueError)) as caught:
        call(net, *[jnp.ones(shape) for shape in inputs])
    return caught.value


def line_of_pytorch(net, *inputs):
    with pytest.raises(RuntimeError) as caught:
        net(*[torch.ones(shape) for shape in inputs])
    return [f.lineno for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "original.py"][-1]


WRONG = {
    "a layer's input": (8, [(2, 5)], "`encoder.fc1`, a Linear of Net"),
    "in a compiled branch": (7, [(2, 4)], "`branch`, a Linear of Net"),
    "an operator": (8, [(2, 4), (3, 8)], "Net"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_shape_is_said_of_the_line_that_pytorch_says_it_of(name, call):
    size, inputs, layer = WRONG[name]
    net = converted(SHAPES)[0].Net(size)
    net.helped.bias.data = net.helped.bias.data + 100  # so that the branch is taken
    note = note_in(raised(call, net, *inputs))
    assert note.startswith(f"while running {layer}, at model.py:")
    reference = original(SHAPES).Net(size)
    reference.helped.bias.data += 100
    assert shown(note) == line_of_pytorch(reference, *inputs)


def test_what_a_compiled_loop_and_a_helper_raise():
    module = converted(SHAPES)[0]
    net = module.Net()
    net.weight = module.nn.Parameter(jnp.ones((7, 7)))
    assert shown(note_in(raised(CALLS["net(x)"], net, (2, 4)))) == 36
    net.helped = module.nn.Linear(9, 9)
    error = raised(CALLS["net(x)"], net, (2, 4))
    assert note_in(error).startswith("while running `helped`, a Linear of Net, at model.py:6 (")
    assert str(error) == ("linear: expected input[2, 8] to have 9 features, its last axis, for a weight of size [9, 9]")


def test_a_file_that_its_owner_edited_has_no_map_rather_than_a_wrong_one():
    _, result = converted(SHAPES)
    for edited in (result.code.replace("z = x * 2", "z = x * 2\n    "), "\n" + result.code):
        error = raised(CALLS["net(x)"], loaded(edited).Net(), (2, 5))
        assert note_in(error) == "while running `encoder.fc1`, a Linear of Net"


def test_what_the_owner_adds_below_changes_nothing_above():
    _, result = converted(SHAPES)
    module = loaded(result.code + "\n\ndef build():\n    return Net()\n")
    assert shown(note_in(raised(CALLS["net(x)"], module.build(), (2, 5)))) == 16


def test_converting_again_gives_the_same_map_and_converted_files_stay():
    (_, first), (_, again) = converted(SHAPES), converted(SHAPES)
    assert first.code == again.code
    assert hybridc.convert(first.code, filename="model_jax.py").code == first.code


@pytest.mark.parametrize("width", [60, 88, 120])
def test_the_map_is_short_and_keeps_to_the_width(width):
    text = PROBED + "".join(SHAPES.replace("Net", f"Net{n}").split("\n\n\n", 1)[1] for n in range(20))
    result = convert(Source("model.py", text, ast.parse(text)), Options(line_length=width))
    map_ = result.code[result.code.index("# hybridc: lines of model.py, text ") :]
    assert len(map_) < 3 * len(text.splitlines())
    assert max(map(len, map_.splitlines())) <= width


def test_files_without_models_have_no_map():
    text = "import torch\n\ndef double(x):\n    return torch.relu(x) * 2\n"
    assert "hybridc: lines" not in hybridc.convert(text, filename="functions.py").code
