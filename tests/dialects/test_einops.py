"""Every line of the table of einops, run on PyTorch's, NumPy's and JAX's arrays: values, and what shares memory."""

import inspect

import einops
import jax
import numpy as np
import pytest
import torch

from closeness import assert_close
from differential import assert_agree, converted
from hybridc.dialects.einops import EINOPS

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
CALLS = {
    "rearrange": [((X, "a b c -> b (a c)"), {}), ((X, "a b (c d) -> a d b c"), {"d": 2}), ((X, "a b c -> a b c"), {})],
    "reduce": [((X, "a b c -> a c", r), {}) for r in ("sum", "mean", "max", "min", "prod")]
    + [((X, "a b c -> ", "sum"), {}), ((X, "a b c -> c a b", "max"), {}), ((X, "a b (c d) -> a c", "mean"), {"c": 2})],
    "repeat": [((X, "a b c -> a r b c"), {"r": 3}), ((X, "a b c -> (a r) b c"), {"r": 2}), ((X, "a b c -> a b c 1"), {})],
    "einsum": [((X, X, "a b c, a d c -> a b d"), {}), ((X, "a b c -> c b a"), {}), ((X, "a b c -> "), {})],
    "pack": [(([X, X[:, 0]], "a * c"), {}), (([X], "* c"), {})],
    "unpack": [((X, [(2,), ()], "a * c"), {}), ((X.reshape(6, 4), [(2, 3)], "* c"), {})],
    "parse_shape": [((X, "a _ c"), {})],
}  # fmt: skip
FUNCTIONS = [n for n in EINOPS.names if n.startswith("einops.") and n.count(".") == 1 and n[7].islower()]


def arrays(value, make):
    if isinstance(value, np.ndarray):
        return make(value)
    return [arrays(v, make) for v in value] if isinstance(value, list) else value


def leaves(value):
    if isinstance(value, list | tuple):
        return [leaf for each in value for leaf in leaves(each)]
    return [np.asarray(x) for x in jax.tree_util.tree_leaves(value)]


def test_every_function_is_run():
    assert {n.removeprefix("einops.") for n in FUNCTIONS} == {*CALLS, "asnumpy"}


@pytest.mark.parametrize("name", CALLS)
def test_a_function_gives_the_same_on_all_arrays(name):
    function = getattr(einops, name)
    for args, kwargs in CALLS[name]:
        expected = leaves(function(*[arrays(a, lambda x: torch.tensor(x)) for a in args], **kwargs))
        found = leaves(jax.jit(lambda: function(*[arrays(a, jax.numpy.asarray) for a in args], **kwargs))())  # noqa: B023
        for one, other in zip(found, expected, strict=True):
            assert one.shape == other.shape
            assert_close(one, other, rtol=1e-5)


@pytest.mark.parametrize("name", [n for n in CALLS if n != "parse_shape"])
@pytest.mark.parametrize("kind", ["torch", "numpy"])
def test_what_shares_memory_is_said_to(name, kind):
    (entry,) = EINOPS.lookup(f"einops.{name}")
    shared = False
    for args, kwargs in CALLS[name]:
        given = [arrays(a, lambda x: torch.tensor(x) if kind == "torch" else x.copy()) for a in args]
        first = given[0][0] if isinstance(given[0], list) else given[0]
        for leaf in leaves(getattr(einops, name)(*given, **kwargs)):
            shared |= leaf.dtype == np.float32 and np.shares_memory(leaf, np.asarray(first))
    assert shared == entry.is_view


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_line_has_the_parameters_of_einops(name):
    (entry,) = EINOPS.lookup(name)
    theirs = inspect.signature(getattr(einops, name.removeprefix("einops."))).parameters.values()
    assert entry.others == next((p.name for p in theirs if p.kind is p.VAR_KEYWORD), None)
    assert [p.name for p in entry.parameters] == [p.name for p in theirs if p.kind is not p.VAR_KEYWORD]


def test_numpy_code_with_einops_compiles():
    source = """
import numpy as np
from einops import rearrange, reduce


def f(x, p):  # hybridc: graph
    blocks = rearrange(x, "(h p) w -> h p w", p=p)
    total = np.zeros(3)
    for block in blocks:
        if block.sum() > 10:
            total = total + reduce(block, "p w -> w", "mean")
    return total
"""
    code = assert_agree(source, "f", [(np.arange(12.0).reshape(4, 3), 2), (np.zeros((4, 3)), 2)])
    assert "static_argnames" in code and "from einops import rearrange, reduce" in code


def test_a_length_that_is_traced_is_refused():
    source = "import numpy as np\nfrom einops import rearrange\n\n\ndef f(x):  # hybridc: graph\n    return rearrange(x, '(h p) -> h p', p=x.sum())\n"
    with pytest.raises(AssertionError, match="HYB220"):
        converted(source)
