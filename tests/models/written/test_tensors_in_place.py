"""Models whose tensors stay mutable while they run: names, views, attributes, parts, branches, and what is made of such models."""

import gc
import re
import weakref
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, assert_same, converted, original, with_weights_of

HEAD = """import torch
import torch.nn.functional as F
from dataclasses import dataclass
from torch import nn


@dataclass
class Out:
    first: torch.Tensor
    second: torch.Tensor


def doubled(t, k=2):
    torch.ones(())
    t.mul_(k)
    return t


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(4))

    def forward(self, x):
        self.seen.add_(x.sum(0))
        x[:, 0] = 0.5
        return x.view(-1, 4)


class Base(nn.Module):
    def step(self, t):
        t.add_(1)
        return t[:, 1:]

    @classmethod
    def lowered(cls, t, u):
        t -= u
        return t


class Net(Base):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.block = Block()
        self.chain = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(4, 4))
        self.same = nn.Sequential(nn.Identity(), nn.Flatten(0))
        self.norm = nn.BatchNorm1d(4)
        self.register_buffer("mean", torch.ones(4))
        self.table = torch.ones(4)
        self.count = 1
        self.last = None

    @property
    def gain(self):
        return self.mean

    def forward(self, x):
        torch.ones(())
"""
PROGRAMS = {
    "a buffer by a name": ("v = self.mean", "v.mul_(0.5).add_(x.mean(0))", "return self.mean * x"),
    "a plain attribute by a name": ("v = self.table", "v[1:] += 1", "return self.table * x"),
    "a property": ("self.gain.add_(1)", "v = self.gain", "self.mean.mul_(2)", "return v * x"),
    "a view that others see": ("y = self.linear(x)", "a = y[:, 1:]", "b = y.t()", "a.clamp_(min=0)", "return y, a, b"),
    "a row of rows": ("y = x * 2", "v = y[1][2:]", "v.neg_()", "y.view(-1)[0] = 9", "return y, v"),
    "a number of an array": ("y = x * 2", "n = y[0, 1]", "n += 5", "m = y.sum()", "d = m", "m += 1", "return y, n, m, d"),
    "a list": ("y = x * 1", "held = [y, y[0]]", "held[0].add_(1)", "held.append(y)", "y.mul_(3)", "return held"),
    "a dict": ("d = {'a': x * 1}", "d['b'] = d['a'][:, :2]", "d['b'].zero_()", "return d['a'], d['b']"),
    "chunks": ("y = x * 1", "for p in y.chunk(2, dim=1):", "    p.sub_(p.mean())", "return y"),
    "rows in turn": ("y = x * 1", "for row in y.unbind(0):", "    row[0] += row.sum()", "return y"),
    "a permuted copy": ("y = x * 1", "v = y.t().reshape(-1)", "v[0] = 7", "w = y.reshape(-1)", "w[1] = 8", "return y, v, w"),
    "elements by indices": ("y = x * 1", "y[[1, 0]].zero_()", "v = y[[1, 0]]", "v += 1", "return y, v"),
    "a mask": ("y = x * 1", "v = y", "y[y > 0] *= -2", "v.masked_fill_(v < -1, 0.25)", "return y"),
    "expanded": ("y = x * 1", "y.expand(2, *y.shape)[0].add_(1)", "return y"),
    "an argument": ("x.relu_()", "y = x", "y += 1", "return x"),
    "a function": ("y = self.linear(x)", "z = doubled(y)", "doubled(z[:, 0], 3)", "return y, z"),
    "nested calls": ("y = x * 1", "return doubled(doubled(y), 3) + y"),
    "a nested function": ("y = x * 1", "def k(t):", "    t += 1", "    return y", "z = k(y[0])", "return y, z"),
    "a lambda": ("y = x * 1", "k = lambda t: t.mul_(y)", "z = k(y)", "return y, z"),
    "a lambda of a later name": ("k = lambda t: t.add_(x)", "x = x * 2", "y = x + 1", "k(y)", "return x, y"),
    "a method": ("y = x * 1", "z = self.step(y)", "z.mul_(2)", "return y, z"),
    "a method of the base": ("y = x * 1", "z = super().step(y)", "z.mul_(2)", "return y, z"),
    "a class method": ("y = x * 1", "z = self.lowered(y, y * 2)", "return y, z"),
    "a part": ("y = x * 1", "z = self.block(y)", "z += 1", "return y, z, self.block.seen"),
    "a part twice": ("y = self.block(self.block(x * 1))", "return y"),
    "a layer in place": ("y = self.linear(x)", "z = self.chain(y)", "return y, z"),
    "layers that give what they get": ("v = self.mean", "v.add_(1)", "y = x * 1", "z = self.same(y)", "z[1:3] = 5", "return y, z"),
    "an option": ("y = x * 1", "v = y[0]", "F.relu(y, inplace=True)", "torch.tanh_(v)", "return y, v"),
    "out": ("y = x * 1", "v = y", "torch.add(x, 1, out=y)", "torch.tanh(self.mean, out=self.mean)", "return v * self.mean"),
    "data": ("y = x * 1", "y.data[0] = 4", "y.detach().add_(1)", "y.contiguous().mul_(2)", "return y"),
    "dtypes": ("n = (x * 2).long()", "m = n", "n += 1", "v = n.float()", "v.add_(0.5)", "w = n.long()", "w -= 3", "return n, m, v"),
    "a branch": ("y = x * 1", "v = y[0]", "if y.sum() > 0:", "    v.add_(1)", "else:", "    y.mul_(3)", "return y, v"),
    "one of two": ("y, z = x * 1, x * 2", "v = y if x.sum() > 0 else z", "v.add_(1)", "return y, z"),
    "a buffer in a branch": ("if x.sum() > 0:", "    self.mean.mul_(0.5)", "    self.table += 1", "return x * self.mean"),
    "another buffer in a branch": ("if x.sum() > 0:", "    self.mean = x.mean(0)", "return x * self.mean"),
    "an attribute set anew": ("v = self.mean", "self.mean = x.mean(0)", "v.add_(1)", "return v * self.mean"),
    "a number in a branch": ("if x.sum() > 0:", "    self.count += 2", "return x * self.count"),
    "a number that floats": ("if x.sum() > 0:", "    self.count = self.count * 0.5", "return x * self.count"),
    "normalization in a branch": ("v = self.mean", "v.add_(1)", "y = x * 1", "if x.sum() > 0:", "    y = self.norm(y)", "    y.add_(1)", "return y"),
    "a part in a loop": ("y = x * 1", "while y.abs().sum() > 3:", "    y.mul_(0.5)", "    self.block(y)", "return y"),
    "a buffer that a loop asks": ("while self.mean.sum() < 30:", "    self.mean.mul_(2)", "return x * self.mean"),
    "a finally": ("y = x * 1", "try:", "    v = y[0]", "finally:", "    y += 1", "return y, v"),
    "a finally in a context": (
        "y = x * 1", "with torch.no_grad():", "    try:", "        for i in range(3):", "            y += 1",
        "            if i == 1:", "                break", "    finally:", "        y *= 2", "return y",
    ),
    "a dataclass": ("y = x * 1", "out = Out(y, y[0])", "y.add_(1)", "return out"),
    "an array of a part": ("b = self.block.seen", "b += x.mean(0)", "v = b", "self.block(x * 1)", "return self.block.seen, v"),
    "an array of a part by methods": ("b = self.block.seen[1:]", "self.block.seen.add_(2)", "b.mul_(3)", "return x * self.block.seen, b"),
    "a parameter of a layer": ("w = self.linear.weight.detach()", "w.mul_(0.5)", "return self.linear(x)"),
    "an attribute by its name": ("b = getattr(self, 'mean')", "b += 1", "return self.mean * x"),
    "is it": ("v = self.mean", "v.add_(1)", "return x + 1 if v is self.mean else x"),
    "what an attribute keeps": ("y = x * 1", "self.last = y", "y.add_(1)", "return self.last * 2"),
    "a sum that an attribute keeps": ("d = x.sum()", "self.last = d", "d += 1", "return d"),
}  # fmt: skip
X = torch.tensor([[1.0, -2.0, 0.5, 3.0], [-1.0, 2.5, -0.5, 0.25], [0.75, -0.25, 1.5, -3.0]])


def program(*lines):
    return HEAD + "".join(f"        {line}\n" for line in lines)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_all_who_have_a_tensor_see_what_is_written(name):
    agree_over_calls(program(*PROGRAMS[name]), (X,), (-X,), (X + 1,))


@pytest.mark.parametrize("name", ["a view that others see", "a branch", "a part", "normalization in a branch"])
def test_such_models_are_pure_functions_of_their_parameters(name):
    text = program(*PROGRAMS[name])
    reference = original(text).Net().eval()
    net = with_weights_of(converted(text)[0].Net(), reference)
    parameters = {k: v for k, v in net.parameters().items() if k in dict(reference.named_parameters())}

    def loss(parameters, x):
        return sum(jnp.sum(leaf**2) for leaf in jax.tree_util.tree_leaves(net.apply(parameters, x)))

    x = X.clone().requires_grad_()
    found = reference(x * 1)
    leaves = found if isinstance(found, tuple) else (found,)
    sum((leaf**2).sum() for leaf in leaves).backward()
    value, (of_parameters, of_x) = jax.value_and_grad(loss, (0, 1))(parameters, X.numpy() * 1)
    assert_same(value, sum((leaf**2).sum() for leaf in leaves))
    assert_same(jax.jit(loss)(parameters, X.numpy()), value)
    assert_same(of_x, x.grad)
    for key, parameter in reference.named_parameters():
        assert_same(of_parameters[key], torch.zeros_like(parameter) if parameter.grad is None else parameter.grad)


def test_a_frozen_model_and_one_that_is_mapped_write_their_own():
    text = program(*PROGRAMS["a view that others see"])
    net = converted(text)[0].Net()
    assert_same(net.freeze()(X.numpy())[0], net(X.numpy())[0])
    both = jnp.stack([X.numpy(), -X.numpy()])
    mapped = jax.vmap(lambda x: net.apply(net.parameters(), x)[0])(both)
    assert_same(mapped, jnp.stack([net(each)[0] for each in both]))


def test_a_call_from_code_around_models_writes_into_what_it_is_given():
    text = (
        program(*PROGRAMS["a method"])
        + "\n\nnet = Net()\nheld = torch.zeros(2, 4)\nseen = net.step(held)\nheld[0, 0] = 5\n"
    )
    module, reference = converted(text)[0], original(text)
    assert_same([module.held * 1, module.seen * 1], [reference.held, reference.seen])
    with pytest.raises(TypeError, match="`step` writes into its argument `t`"):
        module.net.step(jnp.zeros((2, 4)))


REFUSED = {
    "another shape": (("if x.sum() > 0:", "    self.mean = x", "return x * self.mean.sum()"), "of shape"),
    "nothing before": (("if x.sum() > 0:", "    self.last = x", "return x"), "is set inside a compiled branch"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_branch_cannot_make_an_attribute_something_else(name):
    lines, why = REFUSED[name]
    with pytest.raises(RuntimeError, match=why):
        converted(program(*lines))[0].Net()(X.numpy())


SHARED = {
    "buffers of one array": ("self.mean = self.table", "self.table.add_(1)", "return self.mean"),
    "a parameter as an attribute": ("self.table = self.linear.weight", "return x"),
}


def test_what_is_not_followed_is_refused():
    text = program(*SHARED["buffers of one array"])
    with pytest.raises(AssertionError, match="HYB303"):
        converted(text)


def test_the_page_shows_what_is_written():
    page = (Path(__file__).parents[3] / "docs" / "mutation.md").read_text()
    before, after = re.search(r"```python\n# in PyTorch\n(.*?)\n\n\n# in JAX\n(.*?)\n```", page, re.S).groups()
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    head += '        self.linear = nn.Linear(4, 4)\n        self.register_buffer("mean", torch.ones(4))\n\n'
    text = head + "".join(f"    {line}\n" if line else "\n" for line in before.split("\n"))
    _, result = converted(text)
    assert "".join(f"    {line}\n" if line else "\n" for line in after.split("\n")) in result.code
    agree_over_calls(text, (X,), (X + 4,), (-X,))


def test_pure_methods_stay_as_they_are():
    """One function that needs it changes no other one that neither writes nor shows an array."""
    text = (
        program("v = self.mean", "v.add_(1)", "return self.pure(x) * v")
        + "\n    def pure(self, t):\n        return torch.sin(t)\n"
    )
    code = converted(text)[1].code
    assert "    def pure(self, t):\n        return jnp.sin(t)\n" in code
    assert code.count("@nn.in_place") >= 2 and np.all(converted(text)[0].Net()(X.numpy()) != 0)


def test_what_branches_were_found_to_write_keeps_no_model():
    net = converted(program(*PROGRAMS["a number in a branch"]))[0].Net()
    net(X.numpy())
    seen = weakref.ref(net)
    del net
    gc.collect()
    assert seen() is None


def test_state_stays_state_where_a_branch_is_found_to_write_later():
    """The branch that writes the buffer is traced from the fourth call on, beside an attribute that is state."""
    lines = "h = self.hidden * 0.5 + x[0]", "self.hidden = h", "m = self.mean"
    text = program(*lines, "if self.training:", "    if x.sum() > 0:", "        m += 1", "return h * m")
    start = "        self.count = 1\n"
    text = text.replace(start, f"{start}        self.hidden = torch.zeros(4)\n")
    theirs, ours = original(text).Net(), converted(text)[0].Net()
    for number in range(8):
        for net in (theirs, ours):
            net.train(number in (3, 4, 6))
        assert_same(ours((X + number).numpy()), theirs(X + number))
