"""Functions with a derivative of their own, `torch.autograd.Function`: values and gradients are PyTorch's."""

import ast

import jax
import jax.numpy as jnp
import pytest
import torch
from converted_models import as_numpy, assert_same, converted, original, with_weights_of

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.results import Outcome
from hybridc.core.source import Source
from hybridc.pipeline import check

pytestmark = pytest.mark.sampled(6)

HEAD = "import torch\nfrom torch import nn\nfrom torch.autograd import Function\n\n\n"
CLAMP = """class Clamp(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high):
        ctx.save_for_backward(x)
        ctx.low, ctx.high = low, high
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        mask = (x >= ctx.low) & (x <= ctx.high)
        return grad * mask, None, None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return Clamp.apply(self.fc(x) * 3, -1.0, 1.0)
"""
RELU = """class MyReLU(Function):
    @staticmethod
    def forward(ctx, input):
        ctx.save_for_backward(input)
        return input.clamp(min=0)

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = grad_output.clone()
        grad_input[input < 0] = 0
        return grad_input


relu = MyReLU.apply


class Net(nn.Module):
    def forward(self, x):
        return relu(x) + relu(x * 2)
"""
REVERSE = """class Reverse(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output.neg() * ctx.alpha, None


def grad_reverse(x, alpha=0.5):
    return Reverse.apply(x, alpha)


class GradientReversal(nn.Module):
    def __init__(self, alpha):
        super().__init__()
        self.alpha = torch.tensor(alpha, requires_grad=False)

    def forward(self, x):
        return Reverse.apply(x, self.alpha)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.reverse = GradientReversal(2.0)

    def forward(self, x):
        return grad_reverse(self.fc(x)) * self.reverse(x)
"""
LINEAR = """class LinearFunction(Function):
    @staticmethod
    def forward(input, weight, bias):
        output = input.mm(weight.t())
        if bias is not None:
            output += bias.unsqueeze(0).expand_as(output)
        return output

    @staticmethod
    def setup_context(ctx, inputs, output):
        input, weight, bias = inputs
        ctx.save_for_backward(input, weight, bias)

    @staticmethod
    def backward(ctx, grad_output):
        input, weight, bias = ctx.saved_tensors
        grad_input = grad_weight = grad_bias = None
        if ctx.needs_input_grad[0]:
            grad_input = grad_output.mm(weight)
        if ctx.needs_input_grad[1]:
            grad_weight = grad_output.t().mm(input)
        if bias is not None and ctx.needs_input_grad[2]:
            grad_bias = grad_output.sum(0)
        return grad_input, grad_weight, grad_bias


class Linear(nn.Module):
    def __init__(self, input_features, output_features, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(output_features, input_features))
        if bias:
            self.bias = nn.Parameter(torch.empty(output_features))
        else:
            self.register_parameter('bias', None)
        nn.init.uniform_(self.weight, -0.1, 0.1)
        if self.bias is not None:
            nn.init.uniform_(self.bias, -0.1, 0.1)

    def forward(self, input):
        return LinearFunction.apply(input, self.weight, self.bias)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = Linear(3, 4)
        self.two = Linear(4, 2, bias=False)

    def forward(self, x):
        return self.two(torch.tanh(self.one(x)))
"""
CUBE = """class MyCube(Function):
    @staticmethod
    def forward(x):
        result = x ** 3
        dx = 3 * x ** 2
        return result, dx

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, = inputs
        result, dx = output
        ctx.save_for_backward(x, dx)

    @staticmethod
    def backward(ctx, grad_output, grad_dx):
        x, dx = ctx.saved_tensors
        return grad_output * dx + grad_dx * 6 * x


class Net(nn.Module):
    def forward(self, x):
        result, dx = MyCube.apply(x)
        return result + 0.5 * dx
"""
SORT = """class MySort(Function):
    @staticmethod
    def forward(ctx, x):
        sorted, idx = x.sort(dim=-1)
        ctx.mark_non_differentiable(idx)
        ctx.save_for_backward(x, idx)
        return sorted, idx

    @staticmethod
    def backward(ctx, g1, g2):
        x, idx = ctx.saved_tensors
        grad_input = torch.zeros_like(x)
        grad_input = grad_input.scatter_add(-1, idx, g1)
        return grad_input + g2.sum()


class Net(nn.Module):
    def forward(self, x):
        values, places = MySort.apply(x)
        return values * torch.arange(3) + places
"""
CUT = """class Twice(Function):
    @staticmethod
    def forward(ctx, x):
        a, b = x * 2, x * 3
        ctx.mark_non_differentiable(b)
        return a, b, 'text'

    @staticmethod
    def backward(ctx, ga, gb, gc):
        assert gc is None
        return ga * 5 + gb


class Net(nn.Module):
    def forward(self, x):
        a, b, c = Twice.apply(x)
        return a * b if c == 'text' else a
"""
ROUND = """class Straight(torch.autograd.Function):
    @staticmethod
    def backward(ctx, grad):
        return grad


class Round(Straight):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)


class Sign(Straight):
    @staticmethod
    def forward(ctx, x):
        return torch.sign(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 3))
        self.binary = Sign.apply

    def forward(self, x):
        return Round().apply(x * 4) @ self.binary(self.weight)
""".replace("Round().apply", "Round.apply")
SHAPES = """class Pooled(Function):
    @staticmethod
    def forward(ctx, x, dim):
        ctx.shape = x.shape
        ctx.dim = dim
        ctx.count = x.size(dim)
        return x.mean(dim)

    @staticmethod
    def backward(ctx, grad):
        return grad.unsqueeze(ctx.dim).expand(ctx.shape) / ctx.count * 2, None


class Net(nn.Module):
    def forward(self, x):
        return Pooled.apply(x, 1) + Pooled.apply(x, 1).sum()
"""
BROADCAST = """class Scaled(Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x, scale)
        ctx.set_materialize_grads(False)
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        if grad is None:
            return None, None
        x, scale = ctx.saved_tensors
        return grad * scale, grad * x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

    def forward(self, x):
        return Scaled.apply(x, self.scale)
"""
BRANCHES = """class Leaky(Function):
    @staticmethod
    def forward(ctx, x, slope=0.1, rows=None):
        ctx.slope = slope
        ctx.positive = x > 0
        y = torch.where(ctx.positive, x, x * slope)
        if y.sum() > 100:
            y = y / 2
        return y

    @staticmethod
    def backward(ctx, grad):
        total = grad.sum()
        if total > 1000:
            grad = grad / total
        return torch.where(ctx.positive, grad, grad * ctx.slope), None


class Net(nn.Module):
    def forward(self, x):
        for _ in range(3):
            x = Leaky.apply(x, 0.2)
        if x.sum() > 0:
            x = Leaky.apply(x - 1, 0.5)
        return x
"""
SWISH = """def swish_fwd(x):
    return x.mul(torch.sigmoid(x))


def swish_bwd(x, grad_output):
    x_sigmoid = torch.sigmoid(x)
    return grad_output * (x_sigmoid * (1 + x * (1 - x_sigmoid)))


class SwishAutoFn(torch.autograd.Function):
    @staticmethod
    def symbolic(g, x):
        return g.op("Mul", x, g.op("Sigmoid", x))

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return swish_fwd(x)

    @staticmethod
    def backward(ctx, grad_output):
        x = ctx.saved_tensors[0]
        return swish_bwd(x, grad_output)


def swish_me(x, inplace=False):
    return SwishAutoFn.apply(x)


class Net(nn.Module):
    def forward(self, x):
        return swish_me(x)
"""
CAST = """from torch.autograd.function import once_differentiable


class Attention(Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type='cuda')
    def forward(ctx, q, k, causal: bool):
        weights = torch.softmax(q @ k.transpose(-1, -2), -1)
        if causal:
            weights = weights.tril()
        ctx.save_for_backward(weights, k)
        ctx.causal = causal
        return weights @ k

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        weights, k = ctx.saved_tensors
        back = grad @ k.transpose(-1, -2)
        if ctx.causal:
            back = back.tril()
        return (back * weights) @ k, weights.transpose(-1, -2) @ grad, None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(3, 3)

    def forward(self, x):
        return Attention.apply(self.q(x), x, True) + Attention.apply(x, self.q(x), False)
"""
PROGRAMS = {
    "clamp": CLAMP, "relu": RELU, "reverse": REVERSE, "linear": LINEAR, "cube": CUBE, "sort": SORT, "cut": CUT,
    "round": ROUND, "shapes": SHAPES, "broadcast": BROADCAST, "branches": BRANCHES, "swish": SWISH, "cast": CAST,
}  # fmt: skip
X = torch.tensor([[0.3, -1.2, 2.0], [1.7, 0.1, -0.4], [-2.0, 0.9, 0.6], [0.2, 0.4, -0.8]])


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_gradients_are_those_of_pytorch(name):
    torch.manual_seed(0)
    reference = original(HEAD + PROGRAMS[name]).Net()
    module, _ = converted(HEAD + PROGRAMS[name])
    net = with_weights_of(module.Net(), reference)
    x = X.clone().requires_grad_()
    expected = reference(x)
    assert_same(net(jnp.asarray(X.numpy())), expected)
    (expected * torch.cos(expected)).sum().backward()

    def loss(params, x):
        y = net.apply(params, x)
        return (y * jnp.cos(y)).sum()

    for grad in (jax.grad(loss, (0, 1)), jax.jit(jax.grad(loss, (0, 1)))):
        grads, slope = grad(net.parameters(), jnp.asarray(X.numpy()))
        assert_same(slope, x.grad, rtol=1e-4, atol=1e-5)
        for key, parameter in reference.named_parameters():
            assert_same(grads[key], parameter.grad, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["clamp", "relu", "linear", "shapes"])
def test_second_derivatives_are_those_of_pytorch(name):
    torch.manual_seed(0)
    reference = original(HEAD + PROGRAMS[name]).Net()
    net = with_weights_of(converted(HEAD + PROGRAMS[name])[0].Net(), reference)
    expected = torch.autograd.functional.hessian(lambda x: (reference(x) ** 3).sum(), X)
    found = jax.jacrev(jax.grad(lambda x: (net.apply(net.parameters(), x) ** 3).sum()))(jnp.asarray(X.numpy()))
    assert_same(found, expected, rtol=1e-4, atol=1e-5)


def test_the_class_stays_what_it_is():
    code = converted(HEAD + CLAMP)[1].code
    assert "class Clamp(autograd.Function):\n    @staticmethod\n    def forward(ctx, x, low, high):\n" in code
    assert "        ctx.low, ctx.high = low, high\n" in code
    assert "from hybridc.runtime.torch import autograd, nn" in code


def reported(text):
    source = Source("model.py", HEAD + text, ast.parse(HEAD + text))
    return check(source, Options())


def test_what_writes_into_its_input_is_refused_with_all_that_uses_it():
    text = CLAMP.replace("ctx.save_for_backward(x)", "ctx.mark_dirty(x)")
    found = reported(text)
    assert {d.code for d in found.diagnostics if d.is_refusal} == {"HYB401", "HYB402"}
    outcomes = {f.name: f.outcome for f in found.functions}
    assert outcomes["Net.forward"] is outcomes["Clamp.forward"] is Outcome.REFUSED
    assert found.usage.forwards == 2 and found.usage.converted == 0


@pytest.mark.parametrize("base", ["torch.autograd.function.InplaceFunction", "torch.autograd.Fnction"])
def test_what_uses_a_class_without_counterpart_is_refused(base):
    found = reported(REVERSE.replace("class Reverse(Function)", f"class Reverse({base})"))
    outcomes = {f.name: f.outcome for f in found.functions}
    assert outcomes["Net.forward"] is outcomes["GradientReversal.forward"] is Outcome.REFUSED


@pytest.mark.parametrize(
    ("backward", "message"),
    [
        (
            "return grad, None",
            r"function ClampBackward returned an incorrect number of gradients \(expected 3, got 2\)",
        ),
        ("return grad, grad, None", "a gradient different than None at position 2"),
        ("return grad[:2], None, None", "an invalid gradient at index 0"),
    ],
)
def test_gradients_that_do_not_fit_raise_as_in_pytorch(backward, message):
    text = HEAD + CLAMP.replace("return grad * mask, None, None", backward)
    x = X.clone().requires_grad_()
    with pytest.raises(RuntimeError, match=message):
        original(text).Net()(x).sum().backward()
    net = converted(text)[0].Net()
    with pytest.raises(RuntimeError, match=message):
        jax.grad(lambda x: net.apply(net.parameters(), x).sum())(jnp.asarray(X.numpy()))


def test_a_context_that_is_written_in_a_compiled_branch_is_refused():
    branch = "if input.sum() > 0:\n            ctx.save_for_backward(input)\n        else:\n            ctx.save_for_backward(-input)"
    text = RELU.replace("ctx.save_for_backward(input)", branch)
    assert [d.code for d in reported(text).diagnostics if d.is_refusal] == ["HYB222", "HYB222", "HYB401"]


def test_gradients_of_each_row_add_up():
    net = converted(HEAD + LINEAR)[0].Net()
    params, x = net.parameters(), jnp.asarray(X.numpy())
    grads = jax.vmap(jax.grad(lambda p, x: (net.apply(p, x[None]) ** 2).sum()), (None, 0))(params, x)
    whole = jax.grad(lambda p: (net.apply(p, x) ** 2).sum())(params)
    for each, all_of_it in zip(as_numpy(grads), as_numpy(whole), strict=True):
        assert_close(each.sum(0), all_of_it, rtol=1e-4, atol=1e-6)
