"""Writes by masks are computed for all elements: what is not chosen leaves no trace, in values and gradients.

`log`, roots, quotients and powers have no derivative at some of what is not chosen, and zero times that is no number.
"""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from converted_models import converted, original

import hybridc
from closeness import assert_close

# Of what a mask chooses; `s` is a number and `r` one as well, which the text does not say of `w`.
VALUES = [
    "LIB.sqrt({})",
    "1 / {}",
    "{} ** 0.5",
    "LIB.log({} - s * 0.0001) * r",
    "{} / s + w[0]",
    "LIB.sqrt({}) / LIB.log1p({})",
    "LIB.arccos({} * 0.2) * {}",
    "LIB.log({} * w[2])",
]
# Statements before, what is written at, how, and what the value is of. `p` is a parameter that is a mask.
FORMS = {
    "by name": ("m = x > 0", "m", "=", "x[m]"),
    "by what is compared": ("", "x > 0", "=", "x[x > 0]"),
    "rows": ("m = x[:, 0] > 0.2", "m", "=", "(x[m] * x[m] * 0.3 + 0.1)"),
    "beside a slice": ("m = x[:, 1] > 0", "m, 1:2", "=", "x[m, 1:2]"),
    "beside a number": ("m = x[:, 1] > 0", "m, 1", "=", "x[m, 1]"),
    "by a parameter": ("", "p", "=", "x[p]"),
    "added": ("m = x > 0", "m", "+=", "x[m]"),
    "divided": ("m = x > 0", "m", "/=", "(1 + x[m])"),
    "power": ("m = x > 0", "m", "**=", "x[m]"),
    "of itself": ("y = x + 0\nm = x > 0", "m", "=", "y[m]"),
}
# Where the value is of nothing that the mask chooses.
OTHERS = [
    "y = x + 0\nm = y > 0\ny[m] /= s",
    "y = x + 0\ny[x > 0] **= 0.5",
    "y = x + 0\ny[p] **= 0.5",
    "y = x + 0\nm = x > 0\ny[x <= 0] = -float('inf')\ny[m] *= s\ny[x <= 0] = 0",
    "y = x + 0\nm = y[:, 0] > 0.2\ny[m] *= w",
    "y = x + 0\nm = y[:, 0] > 0.2\ny[m] = y[m] / w",
    "y = x + 0\nm = y[:, 0] > 0\ny[m, 1:] *= 2\ny[m, 0] = s",
    "y = x + 0\nm = w > 0.6\ny[1, m] = s\ny[2:, m] /= s",
]
X = np.array([[0.5, -1.0, 0.0], [2.0, -0.3, 0.7], [0.0, 0.9, -2.0], [1.0, 0.2, 3.0]], np.float32)
GIVEN = (X, X > 0, np.float32(1.5), np.array([1.0, 0.5, 2.0], np.float32))
COUNTED = np.cos(np.arange(12.0, dtype=np.float32)).reshape(4, 3)
CLASS = "class Net({}):\n    def forward(self, x, p, s, w):\n"
HEADS = {
    "torch": "import torch\nfrom torch import nn\n\n\n" + CLASS.format("nn.Module"),
    "paddle": "import paddle\nfrom paddle import nn\n\n\n" + CLASS.format("nn.Layer"),
    "np": "import numpy as np\n\n\nclass Net:\n    @staticmethod\n    def forward(x, p, s, w):  # hybridc: graph\n",
}


def written(form):
    if form == "others":
        return OTHERS
    before, index, operator, chosen = FORMS[form]
    return [f"y = x * 0.5 + 1\n{before}\ny[{index}] {operator} {value.format(*[chosen] * 2)}" for value in VALUES]


def text_of(form, library):
    lines = ["r = w.sum()", "out = []", *(f"{each}\nout.append(y)" for each in written(form)), "return tuple(out)"]
    names = {"paddle": {"arccos": "acos"}, "torch": {"arccos": "acos"}}.get(library, {})
    text = "\n".join(lines).replace("LIB", library)
    for old, new in names.items():
        text = text.replace(old, new)
    return HEADS[library] + "".join(f"        {line}\n" for line in text.splitlines() if line)


def function_of(form, library):
    if library == "np":
        body = text_of(form, "np").replace("class Net:\n    @staticmethod\n", "").replace("\n    ", "\n")
        code = hybridc.convert(body.replace("\n    def", "\ndef")).code
        scope = {}
        exec(code, scope)
        return scope["forward"]
    return converted(text_of(form, library))[0].Net()


@pytest.fixture(scope="module")
def expected():
    """Values and gradients of PyTorch, by forms."""
    found = {}

    def asked(form):
        if form not in found:
            given = [torch.tensor(each, requires_grad=each.dtype != bool) for each in GIVEN]
            results = original(text_of(form, "torch")).Net()(*given)
            sum((each * torch.tensor(COUNTED)).sum() for each in results).backward()
            found[form] = (
                [each.detach().numpy() for each in results],
                [each.grad for each in given if each.grad is not None],
            )
        return found[form]

    return asked


@pytest.mark.parametrize("library", HEADS)
@pytest.mark.parametrize("form", [*FORMS, "others"])
def test_values_and_gradients_are_those_of_what_is_chosen(form, library, expected):
    results, gradients = expected(form)
    assert all(np.isfinite(each.numpy()).all() for each in gradients)
    function = function_of(form, library)

    def loss(x, s, w):
        found = function(x, jnp.asarray(GIVEN[1]), s, w)
        return sum((each * COUNTED).sum() for each in found), found

    differentiated = jax.jit(jax.grad(loss, argnums=(0, 1, 2), has_aux=True))
    slopes, found = differentiated(*(jnp.asarray(each) for each in (GIVEN[0], GIVEN[2], GIVEN[3])))
    for each, wanted in zip(found, results, strict=True):
        assert_close(each, wanted, rtol=1e-5, atol=1e-5)
    for each, wanted in zip(slopes, gradients, strict=False):
        assert_close(each, wanted.numpy(), rtol=1e-4, atol=1e-4)
