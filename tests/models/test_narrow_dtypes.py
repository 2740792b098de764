"""Narrow numbers that meet others: the dtypes and values of PyTorch, or an error that says where."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

SAME_NAMES = {torch.int64: "int32", torch.float64: "float32"}
HALF, BRAIN, SINGLE = (torch.arange(1.0, 4.0).to(d) for d in (torch.float16, torch.bfloat16, torch.float32))
BYTES, WHOLE = torch.tensor([1, 2, 3], dtype=torch.uint8), torch.tensor([4, 5, 6])


def as_array(tensor):
    array = jnp.asarray(tensor.float().numpy() if tensor.dtype == torch.bfloat16 else tensor.numpy())
    return array.astype(name_of(tensor.dtype))


def name_of(dtype):
    return SAME_NAMES.get(dtype, str(dtype).removeprefix("torch."))


def program(expression):
    return f"import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def forward(self, x, y):\n        return {expression}\n"


def both(expression, *inputs):
    text = program(expression)
    return converted(text)[0].Net().eval(), original(text).Net()(*inputs), [as_array(i) for i in inputs]


SAME = {
    "halves and singles": ("x * y + 1", HALF, SINGLE),
    "halves of two kinds": ("x * y", HALF, BRAIN),
    "halves and a number": ("x * 0.1 + y / 3", HALF, HALF),
    "halves and an integer tensor": ("x * y", HALF, WHOLE),
    "halves and a whole number without axes": ("x * y", HALF, WHOLE[0]),
    "halves and a constant": ("x * torch.tensor(0.1) + y", HALF, HALF),
    "whole numbers and a number": ("x * 0.5 + y", WHOLE, SINGLE),
    "whole numbers and a float without axes": ("x * y", WHOLE, SINGLE[0]),
    "a mean that was cast": ("x.float().mean().to(y.dtype) * y", SINGLE, HALF),
    "singles of halves": ("x.float() * y", HALF, SINGLE[1]),
    "statistics of halves": ("x.softmax(0) + x.std() + x.norm() + y.var()", HALF, HALF),
    "a bound of another kind": ("torch.clamp(x, y.min(), y.max())", BRAIN, SINGLE),
    "whole quotients": ("torch.div(x, y, rounding_mode='floor')", HALF, SINGLE[1]),
    "quotients added": ("torch.addcdiv(x, x, y)", HALF, SINGLE[1]),
    "a loss of halves": ("nn.functional.huber_loss(x, y)", HALF, SINGLE),
}


@pytest.mark.parametrize(("expression", "x", "y"), SAME.values(), ids=SAME)
def test_dtypes_and_values_agree(expression, x, y):
    net, expected, given = both(expression, x, y)
    found = net(*given)
    assert found.dtype == name_of(expected.dtype)
    np.testing.assert_allclose(np.asarray(found, "f8"), expected.double().numpy(), rtol=2e-2 if BRAIN is x else 2e-3)


OTHERS = {
    "halves and a single without axes": ("x * y", HALF, SINGLE[1], "float16"),
    "a single without axes and halves": ("x - y", SINGLE[1], HALF, "float16"),
    "halves and another kind without axes": ("x / y", HALF, BRAIN[1], "float16"),
    "halves and a mean": ("x + y.mean()", BRAIN, SINGLE, "bfloat16"),
    "halves and ones": ("x * torch.ones(()) + y", HALF, HALF, "float16"),
    "bytes and a whole number without axes": ("x * y", BYTES, WHOLE[0], "uint8"),
    "bytes and a sum": ("x + y.sum()", BYTES, BYTES, "uint8"),
    "larger ones": ("torch.maximum(x, y)", HALF, SINGLE[1], "float16"),
    "a choice": ("torch.where(x > 2, x, y)", HALF, SINGLE[1], "float16"),
    "a remainder": ("x % y", HALF, SINGLE[1], "float16"),
    "an angle": ("torch.atan2(x, y)", HALF, SINGLE[1], "float16"),
    "a sum of exponentials": ("torch.logaddexp(x, y)", HALF, SINGLE[1], "float16"),
    "a comparison": ("x < y", HALF, SINGLE[1], "float16"),
    "whole numbers times a number": ("x + y * 0.5", HALF, WHOLE, "float32"),
    "places times a number": ("x + torch.arange(3) * 0.5 + y", HALF, HALF, "float32"),
    "a mask times a number": ("(1.0 - (x > 1).int()) * -10000.0 + y", HALF, HALF, "float32"),
    "numbers by a mask": ("torch.where(x > 2, 1.0, 0.0) * y", HALF, HALF, "float32"),
}


@pytest.mark.parametrize(("expression", "x", "y", "dtype"), OTHERS.values(), ids=OTHERS)
def test_what_jax_computes_with_another_dtype_is_refused_by_place(expression, x, y, dtype):
    net, expected, given = both(expression, x, y)
    assert expected.dtype == torch.bool or name_of(expected.dtype) == dtype
    message = rf"Net: .* meet in .*, at model\.py:6 .* PyTorch computes with {dtype}, and JAX with"
    for _ in range(2):
        with pytest.raises(TypeError, match=message):
            net(*given)
    with pytest.raises(TypeError, match=message):
        jax.jit(net.apply)({}, *given)
    with pytest.raises(TypeError, match=message):
        net.freeze()(*given)


def test_an_inner_cast_is_found_in_compiled_calls():
    net, _, given = both("x.half() * y.mean()", SINGLE, SINGLE)
    with pytest.raises(TypeError, match="computes with float16"):
        net(*given)


def test_what_the_message_says_to_write_helps():
    net, expected, given = both("x.to(torch.float16) * y.mean().to(torch.float16)", HALF, SINGLE)
    found = net(*given)
    assert found.dtype == name_of(expected.dtype) == "float16"
    np.testing.assert_array_equal(found, expected.numpy())


def test_branches_and_loops_are_looked_into():
    text = """import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x, y):
        if x.sum() > 0:
            x = x * y
        return x
"""
    net = converted(text)[0].Net().eval()
    with pytest.raises(TypeError, match=r"`.*x \* y.*`, at model\.py:8"):
        net(as_array(HALF), jnp.asarray(y := 2.0, jnp.float32) + y)


def test_a_model_of_halves_runs_as_before():
    text = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)
        self.norm = nn.LayerNorm(8)
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)
        self.scale = nn.Parameter(torch.tensor(0.5))

    def forward(self, x):
        x = self.norm(self.fc(x)) * self.scale
        return torch.relu(x + self.attention(x, x, x)[0]).softmax(-1)
"""
    torch.manual_seed(0)
    reference = original(text).Net().eval()
    x = torch.randn(2, 3, 8)
    net = converted(text)[0].Net().eval()
    net.load_state_dict({k: v.numpy() for k, v in reference.state_dict().items()})
    with torch.no_grad():
        expected = reference.bfloat16()(x.bfloat16())
    found = net.bfloat16()(as_array(x.bfloat16()))
    assert found.dtype == jnp.bfloat16
    np.testing.assert_allclose(np.asarray(found, "f4"), expected.float().numpy(), atol=0.02)


def test_a_model_traced_again_for_narrower_numbers_is_looked_at_again():
    net, _, _ = both("x * y", SINGLE, SINGLE[0])
    net(jnp.ones(3), jnp.float32(2))
    net(jnp.ones(4), jnp.float32(2))
    with pytest.raises(TypeError, match="computes with float16"):
        net(jnp.ones(3, jnp.float16), jnp.float32(2))
