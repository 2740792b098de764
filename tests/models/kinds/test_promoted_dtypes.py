"""Tensors of all dtypes that meet, with axes and without: PyTorch's dtype and values, or an error that says where."""

import itertools
import zlib

import jax
import numpy as np
import pytest
import torch
from converted_models import converted, original
from promotion_forms import KINDS, forms
from test_narrow_dtypes import as_array, name_of

from closeness import assert_close

FORMS = forms()
SHARE, COMPUTED = 6, 24  # of pairs, besides equal ones: dtypes of one in so many, values too of one in so many


def written(body, is_model):
    head = "import torch\nfrom torch import nn\n\n\n"
    if is_model:
        lines = body.replace("\n", "\n        ")
        return f"{head}class Net(nn.Module):\n    def forward(self, x, y):\n        {lines}\n"
    lines = body.replace("\n", "\n    ")
    return f"{head}def f(x: torch.Tensor, y: torch.Tensor):\n    x = torch.clone(x)\n    {lines}\n"


def tensor(dtype, has_axis, values):
    given = torch.tensor(values)
    given = given > 1 if dtype == "bool" else given.to(getattr(torch, dtype))
    return given if has_axis else given[1]


def both(body, is_model):
    """What the original and the converted program compute."""
    text = written(body, is_model)
    module, reference = converted(text)[0], original(text)
    if not is_model:
        return module.f, reference.f
    net = module.Net().eval()
    return lambda x, y: net.apply({}, x, y), reference.Net()


@pytest.mark.sampled(60)
@pytest.mark.parametrize("is_model", [True, False], ids=["model", "function"])
@pytest.mark.parametrize("form", FORMS)
def test_dtypes_are_pytorchs_or_refused(form, is_model):
    found_by, expected_by = both(FORMS[form], is_model)
    agreed = 0
    for one, other in itertools.product(KINDS, KINDS):
        turn = zlib.crc32(f"{form}{one}{other}".encode())
        if turn % SHARE and one != other:
            continue
        x, y = tensor(*one, [1, 3, 2]), tensor(*other, [2, 1, 3])
        try:
            expected = expected_by(x.clone(), y.clone())
        except (RuntimeError, TypeError, IndexError, ValueError):
            continue
        given = as_array(x), as_array(y)
        found, refusal = shape_of(found_by, given)
        if refusal is not None:
            is_told = (" meet in `" in refusal and "computes with" in refusal) or " is stored as " in refusal
            assert is_told, (one, other, refusal)
            continue
        assert (found.dtype, found.shape) == (name_of(expected.dtype), tuple(expected.shape)), (one, other)
        agreed += 1
        if turn % COMPUTED == 0:
            expect_close(jax.jit(found_by)(*given), expected, (one, other))
    assert agreed > 0


def shape_of(function, given):
    """What the function gives, or what the TypeError says that it raises."""
    try:
        return jax.eval_shape(function, *given), None
    except TypeError as error:
        return None, str(error)


def expect_close(found, expected, about):
    """Numbers of the narrower dtypes by their own precision; those beyond what a dtype holds, or none, are left out."""
    found, expected = np.asarray(found, "f8"), expected.double().numpy()
    is_there = np.isfinite(expected) & np.isfinite(found) & (np.abs(expected) < 2**31)
    loose = any(dtype in ("float16", "bfloat16") for dtype, _ in about)
    assert_close(
        found[is_there],
        expected[is_there],
        rtol=3e-2 if loose else 1e-5,
        atol=3e-2 if loose else 1e-6,
        err_msg=str(about),
    )
