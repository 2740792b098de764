"""The lines for computed weights name what PyTorch and the runtime have, with the same parameters."""

import inspect
from importlib import import_module

import pytest

from hybridc.dialects.table import dialect
from hybridc.dialects.torch import TORCH, reparametrization
from hybridc.runtime.torch import nn

TABLE = dialect("torch", ("torch",), reparametrization.LINES)
ENTRIES = [TABLE.lookup(name)[0] for name in TABLE.names]


def parameters(function):
    return [(p.name, p.default, p.kind) for p in inspect.signature(function).parameters.values()]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_both_have_the_name_and_the_same_parameters(entry):
    place, name = entry.name.rsplit(".", 1)
    theirs = getattr(import_module(place), name)
    ours = nn
    for part in entry.target.split(".")[1:]:
        ours = getattr(ours, part)
    assert parameters(ours) == parameters(theirs)
    assert entry.wraps == (name not in _OTHERS)


_OTHERS = {
    "ParametrizationList", "cached", "is_parametrized", "parameters_to_vector", "type_before_parametrizations",
    "vector_to_parameters",
}  # fmt: skip


def test_clipping_gradients_is_training():
    names = ("clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm")
    for name in names:
        assert [e.refusal for e in TORCH.lookup(f"torch.nn.utils.{name}")] == ["HYB408"]
