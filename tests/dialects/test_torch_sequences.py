"""The lines for attention, recurrent steps and packed batches name what PyTorch and the runtime have."""

import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from hybridc.dialects.table import dialect
from hybridc.dialects.torch import functional_sequence
from hybridc.runtime.torch import nn
from hybridc.runtime.torch.nn.functional import attention, recurrent

torch.set_num_threads(1)
TABLE = dialect("torch", ("torch",), functional_sequence.LINES)
ENTRIES = {name: TABLE.lookup(name)[0] for name in TABLE.names}
CONVERTED = [name for name, entry in ENTRIES.items() if entry.target is not None]
MODULES = {"F": (attention, recurrent), "nn": (nn,)}


def theirs(name):
    """What PyTorch has by the name."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            found = __import__(".".join(parts[:count]), fromlist=["_"])
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def ours(target):
    """What the right side of a line names."""
    root, *parts = target.partition("(")[0].split(".")
    found = next(module for module in MODULES[root] if hasattr(module, parts[0]))
    for part in parts:
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("name", ENTRIES)
def test_names_are_those_of_pytorch(name):
    assert theirs(name) is not None


@pytest.mark.parametrize("name", CONVERTED)
def test_parameters_are_those_of_both(name):
    entry = ENTRIES[name]
    found = ours(entry.target)
    assert callable(found)
    own = {p.name: p for p in inspect.signature(found).parameters.values()}
    try:
        reference = inspect.signature(theirs(name)).parameters
    except ValueError:  # written in C
        reference = own
    assert list(own) == [n for n in reference if n != "cls"]
    for parameter in entry.parameters or ():
        default = own[parameter.name].default
        assert parameter.default == (None if default is inspect.Parameter.empty else repr(default))
        assert parameter.keyword_only == (own[parameter.name].kind is inspect.Parameter.KEYWORD_ONLY)
        assert parameter.default == (
            None
            if reference[parameter.name].default is inspect.Parameter.empty
            else repr(reference[parameter.name].default)
        )


def test_a_mask_is_made_without_a_device():
    entry = ENTRIES["torch.nn.Transformer.generate_square_subsequent_mask"]
    made = eval(entry.target, {"nn": nn}, {"sz": 3, "dtype": jnp.float16})
    np.testing.assert_array_equal(made, torch.nn.Transformer.generate_square_subsequent_mask(3))
    assert made.dtype == jnp.float16


@pytest.mark.parametrize("name", [n for n in CONVERTED if ENTRIES[n].dtype == "same"])
def test_results_have_the_dtype_of_the_first_argument(name):
    found = ours(ENTRIES[name].target)
    half = jnp.ones((4, 4), jnp.bfloat16)
    if name.endswith("permutation"):
        result = found(jnp.arange(4, dtype=jnp.int16))
        assert (result.dtype, result.shape) == (jnp.int16, (4,))
        return
    weights = [jnp.ones((12 if "gru" in name else 4, 4), jnp.bfloat16)] * 2
    arguments = [half, half, half] if "attention" in name else [half, half, *weights]
    assert jax.eval_shape(found, *arguments).dtype == jnp.bfloat16
