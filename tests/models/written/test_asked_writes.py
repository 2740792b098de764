"""Writes by a parameter that may be a mask, or numbers of rows: only tracing tells, and both are the framework's."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree_over_calls, converted, original

import hybridc
from closeness import assert_close

# What is written into `y`, by a mask or by different rows.
WRITES = [
    "y[m] = 0.5",
    "y[m] = row",
    "y[m, 1:] = 0.5",
    "y[m, 1:] *= 2",
    "y[m] += 1",
    "y[m] -= row",
    "y[m] /= s",
    "y[m] **= 2",
    "y[m, ...] = s",
    "y[:, k] = 0.5",
    "y[1:, k] += 1",
    "y[m] = x[m] * 3",
    "y[m] = -x[m] + y[m] / 1.5",
    "y[m] = EXP(x[m]) * 1.5",
    "y[m, :2] = x[m, :2] * 3",
    "y[m] += x[m]",
    "y[m] *= x[m] - 1.5",
]
OF_MASKS = ["y[~m] = x[~m] * 3", "y[~m] = 0.5", "y[m & n] += 1", "y[m] = SQRT(x[m])"]
X = np.random.default_rng(0).standard_normal((4, 3)).astype(np.float32)
MASK = X[:, 0] > 0
X[~MASK] = -np.abs(X[~MASK])
X[MASK] = np.abs(X[MASK]) + 0.1
ROW, S = np.array([1.0, -2.0, 3.0], np.float32), np.float32(1.5)
BY_MASK = (X, MASK, np.array([True, False, True]), ROW, S, X[:, 1] < 0.3)
BY_ROWS = (X, np.array([2, 0]), np.array([1, 2]), ROW, S, np.array([1]))


TORCH = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x, m, k, row, s, n):
        out = []
{}        return tuple(out)
"""
NUMPY = """import numpy as np


def f(x, m, k, row, s, n):
    out = []
{}    return tuple(out)
"""


def body(writes, module, indent):
    lines = "".join(f"y = {module}.exp(x) * 2\n{write}\nout.append(y)\n" for write in writes)
    lines = lines.replace("EXP", f"{module}.exp").replace("SQRT", f"{module}.sqrt")
    return "".join(f"{indent}{line}\n" for line in lines.splitlines())


def weights(n):
    return np.cos(n + np.arange(12.0, dtype=np.float32)).reshape(4, 3)


@pytest.mark.parametrize(("writes", "given"), [([*WRITES, *OF_MASKS], BY_MASK), (WRITES, BY_ROWS)])
def test_values_and_gradients_are_the_frameworks(writes, given):
    text = TORCH.format(body(writes, "torch", " " * 8))
    reference = original(text).Net()
    x = torch.tensor(X, requires_grad=True)
    expected = reference(x, *(torch.tensor(a) for a in given[1:]))
    sum((each * torch.tensor(weights(n))).sum() for n, each in enumerate(expected)).backward()
    net = converted(text)[0].Net()

    def loss(x):
        results = net(x, *map(jnp.asarray, given[1:]))
        return sum((each * weights(n)).sum() for n, each in enumerate(results)), results

    gradient, results = jax.jit(jax.grad(loss, has_aux=True))(jnp.asarray(X))
    for each, found in zip(expected, results, strict=True):
        assert_close(found, each.detach().numpy(), rtol=1e-5, atol=1e-6)
    assert_close(gradient, x.grad.numpy(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("writes", "given"), [([*WRITES, *OF_MASKS], BY_MASK), (WRITES, BY_ROWS)])
def test_so_are_numpys(writes, given):
    text = NUMPY.format(body(writes, "np", " " * 4))
    code = hybridc.convert(text).code
    assert code is not None and "@jax.jit" in code and "control.at(" in code
    scope, own = {}, {}
    exec(text, scope)
    exec(code, own)
    for found, each in zip(own["f"](*given), scope["f"](*given), strict=True):
        assert_close(found, each, rtol=1e-6)


def test_as_many_values_as_a_mask_chooses_are_refused_when_it_runs():
    net = converted(TORCH.format(body(["y[m] = k"], "torch", " " * 8)))[0].Net()
    with pytest.raises(TypeError, match="known only at run time"):
        net(jnp.ones((4, 4)), jnp.ones(4, bool), jnp.ones((3, 4)), 0, 0, 0)


@pytest.mark.parametrize("index", ["m", "(m,)", "m, 1:", "x > 1", "k"])
def test_so_do_functions_that_stay_python_under_ones_own_jit(index):
    text = f"import torch\n\n\ndef put(x, m, k, value):\n    x = torch.clone(x)\n    x[{index}] = value\n    return x\n"
    result, code = converted(text)
    assert "@" not in code.code
    given = (X, MASK, np.array([2, 0]), S)
    expected = original(text).put(*map(torch.tensor, given)).numpy()
    for put in (result.put, jax.jit(result.put)):
        assert_close(put(*map(jnp.asarray, given)), expected, rtol=1e-6)


def test_known_indices_are_written_as_before():
    text = TORCH.format(
        body(
            ["y[k.long()] = 1", "y[k + 1] = 1", "y[0] = 2", "y[:, 1:] = 3", "for i in range(3):\n            y[i] = s"],
            "torch",
            " " * 8,
        )
    )
    assert "control.at(" not in converted(text)[1].code


def test_so_are_writes_into_buffers():
    text = TORCH.format(body(["self.seen[m] = x[m] * 3", "self.seen[m] += 1"], "torch", " " * 8)).replace(
        "    def forward",
        "    def __init__(self):\n        super().__init__()\n        self.register_buffer('seen', torch.ones(4, 3))\n\n    def forward",
    )
    reference, net = original(text).Net(), converted(text)[0].Net()
    for given in (BY_MASK, BY_ROWS):
        reference(*map(torch.tensor, given))
        net(*map(jnp.asarray, given))
        assert_close(net.seen, reference.seen.numpy(), rtol=1e-6)


IN_PLACE = [
    "self.q[0].zero_()",
    "self.q[:, 1:].add_(x[:, 1:])",
    "self.q[1].copy_(row)",
    "self.q[..., 0].clamp_(0, 0.5)",
    "self.q[-1, :2].fill_(s)",
    "self.q[2:].mul_(self.q[0])",
    "seen = self.q.sum()\nself.q[0, 1:].sub_(seen)",
]


def test_methods_that_write_into_views_of_buffers_write_the_buffers():
    text = TORCH.format(body(IN_PLACE, "torch", " " * 8)).replace(
        "    def forward",
        "    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('q', torch.ones(4, 3))\n\n    def forward",
    )
    reference, net = original(text).Net(), converted(text)[0].Net()
    for _ in range(2):
        reference(*map(torch.tensor, BY_MASK))
        net(*map(jnp.asarray, BY_MASK))
        assert_close(net.q, reference.q.numpy(), rtol=1e-5)


OF_OTHERS = {
    "another name": "held = self.q\nself.q[0].zero_()\nout.append(held)",
    "another name's row": "held = self.q[0]\nself.q[0].add_(row)\nout.append(held)",
}


@pytest.mark.parametrize("name", OF_OTHERS)
def test_others_see_it(name):
    text = TORCH.format(body([OF_OTHERS[name]], "torch", " " * 8)).replace(
        "    def forward",
        "    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('q', torch.ones(4, 3))\n\n    def forward",
    )
    agree_over_calls(text, *([torch.tensor(each) for each in given] for given in (BY_MASK, BY_ROWS, BY_MASK)))


def test_a_copy_of_what_a_mask_chooses_is_none_that_methods_write():
    """How many there are only running tells; of rows by their numbers there is a copy, which nobody sees."""
    text = TORCH.format(body(["self.q[m].zero_()"], "torch", " " * 8)).replace(
        "    def forward",
        "    def __init__(self):\n        super().__init__()\n"
        "        self.register_buffer('q', torch.ones(4, 3))\n\n    def forward",
    )
    agree_over_calls(text, [torch.tensor(each) for each in BY_ROWS])
    with pytest.raises(RuntimeError, match="the values that a mask chooses"):
        converted(text)[0].Net()(*map(jnp.asarray, BY_MASK))


@pytest.mark.parametrize("library", ["torch", "np"])
@pytest.mark.parametrize(
    "write", ["y[x > 0] *= row", "y[x > 0] = row", "y[x > 0] = x[x > 0] * row", "y[m] = x[m] / row"]
)
def test_a_row_is_no_value_for_the_elements_that_a_mask_chooses(write, library):
    """How many these are only a run tells; what broadcasts along columns would be another program."""
    given = (X, X > 1, np.array([1, 2]), ROW, S, X > 0)
    one = (X, X > 1, np.array([1, 2]), ROW[:1], S, X > 0)
    if library == "torch":
        text = TORCH.format(body([write], "torch", " " * 8))
        function, reference = converted(text)[0].Net(), original(text).Net()
        expected = [each.numpy() for each in reference(*map(torch.tensor, one))]
        given, one = ([jnp.asarray(each) for each in each] for each in (given, one))
    else:
        text, scope, own = NUMPY.format(body([write], "np", " " * 4)).replace("n):", "n):  # hybridc: graph"), {}, {}
        exec(text, scope)
        exec(hybridc.convert(text).code, own)
        function, expected = own["f"], scope["f"](*one)
    with pytest.raises(TypeError, match=r"known only at run time|incompatible shapes"):
        function(*given)
    for found, each in zip(function(*one), expected, strict=True):
        assert_close(found, each, rtol=1e-6)
