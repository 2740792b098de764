"""Narrow numbers that meet others: the dtypes and values of PyTorch, or an error that says where."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import agree, converted, original

from closeness import assert_close

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
    assert_close(np.asarray(found, "f8"), expected.double().numpy(), rtol=2e-2 if BRAIN is x else 2e-3)


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
    net, _, given = both("torch.zeros(3, dtype=torch.float16) * y.mean()", SINGLE, SINGLE)
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
    assert_close(np.asarray(found, "f4"), expected.float().numpy(), atol=0.02)


def test_a_model_traced_again_for_narrower_numbers_is_looked_at_again():
    net, _, _ = both("x * y", SINGLE, SINGLE[0])
    net(jnp.ones(3), jnp.float32(2))
    net(jnp.ones(4), jnp.float32(2))
    with pytest.raises(TypeError, match="computes with float16"):
        net(jnp.ones(3, jnp.float16), jnp.float32(2))


PLAIN = """import torch
from torch import nn


def scaled(x: torch.Tensor, y: torch.Tensor):
    return x * y


def doubled(x: torch.Tensor):
    return torch.relu(x) * 2


class Net(nn.Module):
    def __init__(self, dtype=None):
        super().__init__()
        self.dtype = dtype

    def forward(self, x, y):
        {body}
        return x
"""


def test_functions_that_are_compiled_by_themselves_are_looked_at():
    module, result = converted(PLAIN.format(body="x = x - y"))
    assert "@tensors.jit\ndef scaled" in result.code
    assert "@jax.jit\ndef doubled" in result.code
    assert module.scaled(jnp.ones(3), jnp.float32(2)).dtype == jnp.float32
    for _ in range(2):
        with pytest.raises(
            TypeError, match=r"scaled: float16 \[3\] and float32 \[\] meet in `return x \* y`, at model\.py:6"
        ):
            module.scaled(jnp.ones(3, jnp.float16), jnp.float32(2))
    assert module.scaled(jnp.ones(3, jnp.float16), jnp.float16(2)).dtype == jnp.float16


@pytest.mark.parametrize("call", ["apply", "eager", "compiled"])
@pytest.mark.parametrize("dtype", [None, jnp.float16], ids=["in the file", "in an attribute"])
def test_an_inner_cast_is_found_in_every_way_of_calling(call, dtype):
    cast = "torch.zeros(3, dtype=torch.float16)" if dtype is None else "torch.zeros(3, dtype=self.dtype)"
    module, _ = converted(PLAIN.format(body=f"x = {cast} + y.mean()"))
    net = module.Net(dtype).eval()
    calls = {
        "apply": lambda *a: net.apply({}, *a),
        "eager": net.hybridize(False) if call == "eager" else net,
        "compiled": net,
    }
    with pytest.raises(TypeError, match=r"computes with float16, and JAX with float32"):
        calls[call](jnp.ones(3), jnp.ones(3))


IN_PLACE = ["x += y", "x.mul_(y)", "x -= 2 * y"]


@pytest.mark.parametrize("body", IN_PLACE)
def test_operators_in_place_do_not_change_the_dtype(body):
    module, _ = converted(PLAIN.format(body=f"x = x.clone()\n        {body}"))
    net = module.Net().eval()
    with pytest.raises(TypeError, match="if it writes in place, computes with float16, and JAX with float32"):
        net(jnp.ones(3, jnp.float16), jnp.ones(3))
    assert net(jnp.ones(3), jnp.ones(3, jnp.float16)).dtype == jnp.float32


CASTS = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(0.3))

    def forward(self, x, y):
        half = x.half() * self.scale
        half *= self.scale
        brain = x.to(torch.bfloat16)
        brain = brain / brain.float().mean() + 0.5
        small = x.type("torch.CharTensor")
        small = small % small.sum() - x.type(torch.IntTensor).sum()
        return half, brain, small, x.type(y.type()), x.type(torch.LongTensor)
"""


def test_casts_that_the_file_writes_convert():
    net, x = converted(CASTS)[0].Net().eval(), torch.tensor([3.0, 1.0, 2.0])
    expected = original(CASTS).Net()(x, HALF)
    found = net(as_array(x), as_array(HALF))
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == name_of(other.dtype)
        assert_close(np.asarray(one, "f8"), other.detach().double().numpy(), rtol=1e-2)


def test_what_is_no_type_of_tensors_is_refused():
    with pytest.raises(AssertionError, match=r"'torch\.QuarterTensor' is no type of arrays"):
        converted(program("x.type('torch.QuarterTensor')"))


def test_what_compares_in_place_keeps_the_dtype():
    net, expected, given = both("x.clone().gt_(y).add_(1)", HALF, HALF)
    found = net(*given)
    assert found.dtype == name_of(expected.dtype)
    np.testing.assert_array_equal(found, expected.numpy())


FAR = torch.tensor([300.7, -1.5, 40000.2, 7.9])
WRAPPING = (
    "x.to(torch.uint8)",
    "x.byte()",
    "x.char()",
    "x.short()",
    "x.to(torch.int8) + y",
    "x.to(y.dtype)",
    "x.half().to(dtype=torch.uint8)",
)


@pytest.mark.parametrize("expression", WRAPPING)
def test_numbers_that_small_integers_have_not_wrap_around(expression):
    net, expected, given = both(expression, FAR, torch.tensor([1, 2, 3, 4], dtype=torch.uint8))
    found = net(*given)
    assert found.dtype == name_of(expected.dtype)
    assert found.tolist() == expected.tolist()


STORED = {
    "into all": "y[:] = x * 2\n        return y",
    "into a part": "y[1:3] = x[:2]\n        return y",
    "as a copy": "y.copy_(x)\n        return y",
    "by another's type": "return x.type_as(y)",
}


@pytest.mark.parametrize("body", STORED.values(), ids=STORED)
def test_stores_that_would_not_wrap_around_raise(body):
    text = program("0").replace("return 0", f"y = y.clone()\n        {body}")
    given = as_array(FAR), as_array(torch.tensor([1, 2, 3, 4], dtype=torch.uint8))
    net = converted(text)[0].Net().eval()
    with pytest.raises(TypeError, match=r"float32 .* is stored as uint8 in .* at model.py:\d+.*\.to\(torch\.uint8\)"):
        net(*given)
    assert net(given[0], given[0]).dtype == "float32"


ASKED = {
    "x.dtype == torch.float64": True,
    "torch.double != x.dtype": True,
    "x.dtype in (torch.float16, torch.float64)": True,
    "x.dtype in (torch.float32, torch.float64)": False,
    "x.dtype == torch.float32": False,
    "x.dtype == torch.int64": False,
}


@pytest.mark.parametrize(("test", "is_refused"), ASKED.items(), ids=ASKED)
def test_asking_for_float64_is_refused_where_float32_looks_the_same(test, is_refused):
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
    text = f"{head}        if {test}:\n            x = x + 3\n        return x\n"
    if is_refused:
        with pytest.raises(AssertionError, match="HYB222"):
            converted(text)
    else:
        agree(text, lambda m: m.Net(), torch.ones(2))
