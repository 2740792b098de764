"""Attention, by itself and by several heads, against PyTorch."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, agree_in_half, draws, same
from layers_against_torch import compiled, functions_agree, layers_agree, twins
from torch.nn import functional as theirs

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional import attention as ours
from hybridc.runtime.torch.nn.layers.attention import MultiheadAttention

sdpa, torch_sdpa = ours.scaled_dot_product_attention, theirs.scaled_dot_product_attention

Q, K, V = draws(2, 4, 3, 8, seed=1), draws(2, 4, 5, 8, seed=2), draws(2, 4, 5, 8, seed=3)
WIDE = draws(2, 4, 5, 6, seed=4)
SEEN = np.array([[1, 0, 1, 0, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]], bool)  # nothing takes part in the second row
ADDED = np.where(SEEN, draws(3, 5, seed=5), -np.inf).astype(np.float32)

CALLS = [
    ((Q, K, V), {}),
    ((Q, K, WIDE), {}),
    ((Q[0], K[0], V[0]), {}),
    ((Q[0, 0], K[0, 0], V[0, 0]), {}),
    ((Q[None], K[None], V[None]), {}),
    ((Q[0], K, V), {}),
    ((Q, K[:1], V[:1]), {}),
    ((Q, K[:, :1], V[:, :1]), {}),
    ((Q, K, V, SEEN), {}),
    ((Q, K, V, ADDED), {}),
    ((Q[0], K[0], V[0], SEEN), {}),
    ((Q[0], K[0], V[0], ADDED), {}),
    ((Q, K, V, np.broadcast_to(SEEN, (2, 1, 3, 5)).copy()), {}),
    ((Q, K, V, SEEN[:1, None, None]), {}),
    ((Q, K, V), {"is_causal": True}),
    ((K, Q, Q), {"is_causal": True}),
    ((Q[0], K[0], V[0]), {"is_causal": True}),
    ((Q, K, V, SEEN), {"is_causal": True}),
    ((Q, K, V), {"scale": 0.3}),
    ((Q, K, V), {"scale": -0.3}),
    ((Q, K, V), {"scale": 0.0, "attn_mask": SEEN}),
    ((Q, K[:, :2], V[:, :2]), {"enable_gqa": True}),
    ((Q, K[:, :1], V[:, :2], SEEN), {"enable_gqa": True}),
    ((Q, K[:, 1:2], V[:, 1:2]), {"enable_gqa": True, "is_causal": True}),
    ((Q[0], K[0, :2], V[0, :2], ADDED), {"enable_gqa": True}),
    ((Q, K[:, :, :0], V[:, :, :0]), {}),
    ((Q[:, :, :0], K, V), {}),
    ((Q[..., :0], K[..., :0], V), {}),
]


@pytest.mark.parametrize(("args", "kwargs"), CALLS, ids=range(len(CALLS)))
def test_attention_agrees(args, kwargs):
    agree(sdpa, torch_sdpa, args, kwargs)


@pytest.mark.parametrize("kwargs", [{}, {"attn_mask": SEEN}, {"is_causal": True}], ids=["plain", "mask", "causal"])
def test_attention_agrees_in_half_precision(kwargs):
    agree_in_half(sdpa, torch_sdpa, (Q, K, V), kwargs)
    agree_in_half(sdpa, torch_sdpa, (Q[0], K[0], V[0]), kwargs)


def test_a_mask_and_is_causal_both_apply_as_in_the_cpu_kernel():
    agree(sdpa, torch_sdpa, (Q, K, V, ADDED, 0.0, True), derivatives=False)


def test_attention_drops_weights():
    randomness.seed(0)
    ones = jnp.ones((4, 50, 20))
    dropped = compiled(lambda x: sdpa(jnp.zeros((4, 30, 8)), jnp.zeros((4, 50, 8)), x, dropout_p=0.25))(ones)
    assert 0.9 < dropped.mean() < 1.1
    assert dropped.std() > 0.01
    np.testing.assert_array_equal(sdpa(ones, ones, ones, dropout_p=1.0), np.zeros((4, 50, 20)))


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        ((Q, K.astype(np.float16), V), {}, TypeError),
        ((Q.astype(int), K.astype(int), V.astype(int)), {}, TypeError),
        ((Q, K, V, SEEN.astype(int)), {}, TypeError),
        ((Q[0, 0, 0], K[0, 0], V[0, 0]), {}, ValueError),
        ((Q[..., :1], K, V), {}, ValueError),
        ((Q, K, V[:, :, :1]), {}, ValueError),
        ((Q, K, V, SEEN[:, :4]), {}, ValueError),
        ((Q[:1], K[:1], V[:1], np.ones((2, 1, 3, 5), bool)), {}, ValueError),
        ((Q[:, :3], K[:, :2], V[:, :2]), {"enable_gqa": True}, ValueError),
        ((Q, K, V), {"dropout_p": 1.5}, ValueError),
    ],
)
def test_attention_refuses(args, kwargs, error):
    with pytest.raises(error):
        sdpa(*map(jnp.asarray, args), **kwargs)


def test_attention_maps_over_a_batch():
    each = jax.vmap(sdpa)(Q, K, V)
    assert_close(each, sdpa(jnp.asarray(Q), jnp.asarray(K), jnp.asarray(V)), rtol=1e-6, atol=1e-6)


E, HEADS = 8, 2
WEIGHT, BIAS = draws(3 * E, E, seed=6, scale=0.5), draws(3 * E, seed=7, scale=0.5)
OUT, OUT_BIAS = draws(E, E, seed=8, scale=0.5), draws(E, seed=9, scale=0.5)
ROW_K, ROW_V = draws(1, 1, E, seed=10, scale=0.5), draws(1, 1, E, seed=11, scale=0.5)
QUERY, KEY, VALUE = (draws(n, 2, E, seed=seed, scale=1.0) for n, seed in ((3, 12), (5, 13), (5, 14)))
CAUSAL = np.triu(np.full((3, 5), -np.inf, np.float32), 1)
PADDED = np.array([[0, 0, 0, 0, 1], [0, 1, 1, 1, 1]], bool)
MASK = np.array([[0, 0, 1, 0, 1], [0, 0, 0, 0, 0], [0, 1, 1, 1, 1]], bool)
MASK3 = np.stack([MASK, MASK[::-1], MASK[[1, 0, 2]], MASK])
FLOAT = draws(3, 5, seed=15)
FORWARD = (E, HEADS, WEIGHT, BIAS, None, None, False, 0.0, OUT, OUT_BIAS)
WITH_ROWS = (E, HEADS, WEIGHT, BIAS, ROW_K, ROW_V, True, 0.0, OUT, None)
SEPARATE = {
    "use_separate_proj_weight": True,
    "q_proj_weight": WEIGHT[:E],
    "k_proj_weight": WEIGHT[E : 2 * E, :6],
    "v_proj_weight": WEIGHT[2 * E :, :5],
}
INPUTS = (QUERY, KEY, VALUE)

FORWARDS = [
    ((*INPUTS, *FORWARD), {}),
    ((*INPUTS, *FORWARD, False, PADDED), {}),
    ((*INPUTS, *FORWARD), {"need_weights": False, "key_padding_mask": PADDED}),
    ((*INPUTS, *FORWARD), {"attn_mask": MASK, "average_attn_weights": False}),
    ((*INPUTS, *FORWARD), {"attn_mask": MASK3, "key_padding_mask": np.where(PADDED, -1e9, 0).astype(np.float32)}),
    ((*INPUTS, *FORWARD), {"attn_mask": FLOAT, "need_weights": False}),
    ((*INPUTS, *FORWARD), {"attn_mask": FLOAT, "key_padding_mask": PADDED, "need_weights": False}),
    ((*INPUTS, *FORWARD), {"attn_mask": FLOAT, "is_causal": True}),
    ((*INPUTS, *FORWARD), {"attn_mask": FLOAT, "is_causal": True, "need_weights": False}),
    ((*INPUTS, *FORWARD), {"attn_mask": CAUSAL, "is_causal": True, "need_weights": False, "key_padding_mask": PADDED}),
    ((*INPUTS, *WITH_ROWS), {"attn_mask": MASK, "key_padding_mask": PADDED}),
    ((*INPUTS, *WITH_ROWS), {"attn_mask": CAUSAL, "is_causal": True, "need_weights": False}),
    ((QUERY[:, 0], KEY[:, 0], VALUE[:, 0], *FORWARD), {"key_padding_mask": PADDED[0]}),
    ((QUERY[:, 0], KEY[:, 0], VALUE[:, 0], *WITH_ROWS), {"attn_mask": MASK3[:2], "average_attn_weights": False}),
    ((QUERY[:, 0], KEY[:, 0], VALUE[:, 0], *FORWARD), {"need_weights": False, "attn_mask": MASK}),
    ((QUERY, KEY[..., :6], VALUE[..., :5], E, HEADS, None, *FORWARD[3:]), SEPARATE),
    ((QUERY, KEY[..., :6], VALUE[..., :5], E, HEADS, None, None, *FORWARD[4:9], None), SEPARATE),
    ((*INPUTS, *FORWARD), {"static_k": draws(4, 5, 4, seed=16), "static_v": draws(4, 5, 4, seed=17)}),
]


@pytest.mark.filterwarnings("ignore:Support for mismatched")
@pytest.mark.parametrize(("args", "kwargs"), FORWARDS, ids=range(len(FORWARDS)))
def test_multi_head_attention_agrees(args, kwargs):
    functions_agree(ours.multi_head_attention_forward, theirs.multi_head_attention_forward, args, kwargs, atol=3e-6)


@pytest.mark.parametrize("need_weights", [True, False])
def test_a_query_that_nothing_takes_part_in(need_weights):
    """NaN with weights, zeros without, as in PyTorch."""
    padded = np.array([[False] * 5, [True] * 5])
    options = {"key_padding_mask": padded, "need_weights": need_weights}
    result = ours.multi_head_attention_forward(*map(_array, (*INPUTS, *FORWARD)), **_arrays(options))
    expected = theirs.multi_head_attention_forward(*map(_tensor, (*INPUTS, *FORWARD)), **_tensors(options))
    assert np.isnan(result[0]).any() == need_weights
    same(result[0], expected[0], 1e-5, 3e-6)


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        ((QUERY[0, 0], *INPUTS[1:], *FORWARD), {}, ValueError),
        ((QUERY, KEY[:, 0], VALUE[:, 0], *FORWARD), {}, ValueError),
        ((QUERY, KEY, VALUE[:4], *FORWARD), {}, ValueError),
        ((*INPUTS, 9, *FORWARD[1:]), {}, ValueError),
        ((*INPUTS, E, 3, *FORWARD[2:]), {}, ValueError),
        ((*INPUTS, E, HEADS, None, *FORWARD[3:]), {}, ValueError),
        ((*INPUTS, *FORWARD), {"use_separate_proj_weight": True}, ValueError),
        ((*INPUTS, *FORWARD), {"is_causal": True}, RuntimeError),
        ((*INPUTS, *FORWARD), {"attn_mask": MASK[:, :4]}, ValueError),
        ((*INPUTS, *FORWARD), {"attn_mask": MASK3[:2]}, ValueError),
        ((*INPUTS, *FORWARD), {"attn_mask": MASK.astype(int)}, TypeError),
        ((*INPUTS, *FORWARD), {"key_padding_mask": PADDED[:, :4]}, ValueError),
    ],
)
def test_multi_head_attention_refuses(args, kwargs, error):
    with pytest.raises(error):
        ours.multi_head_attention_forward(*map(_array, args), **_arrays(kwargs))
    with pytest.raises((AssertionError, RuntimeError)):
        theirs.multi_head_attention_forward(*map(_tensor, args), **_tensors(kwargs))


SELF = draws(2, 3, E, seed=18, scale=1.0)  # batch, steps, features
SELF_PADDED = np.array([[0, 0, 1], [0, 0, 0]], bool)
THIRD = np.triu(np.ones((3, 3), bool), 1)


def thrice(x):
    return x, x, x


def twice(q, k):
    return q, k, k


LAYERS = [
    ({"batch_first": True}, thrice, (SELF,), {}),
    ({"batch_first": True}, thrice, (SELF,), {"key_padding_mask": SELF_PADDED, "need_weights": False}),
    ({"batch_first": True}, thrice, (SELF,), {"attn_mask": THIRD, "average_attn_weights": False}),
    ({"batch_first": True}, thrice, (SELF,), {"attn_mask": THIRD, "is_causal": True, "need_weights": False}),
    ({"batch_first": True, "bias": False}, thrice, (SELF[0],), {}),
    ({}, twice, (QUERY, KEY), {"key_padding_mask": PADDED}),
    ({"bias": False, "add_zero_attn": True}, twice, (QUERY, KEY), {}),
    ({"add_bias_kv": True, "add_zero_attn": True}, lambda *x: x, (QUERY, KEY, VALUE), {"attn_mask": MASK}),
    ({"batch_first": True, "add_bias_kv": True}, thrice, (SELF,), {"need_weights": False}),
    ({"kdim": 6, "vdim": 5}, lambda *x: x, (QUERY, KEY[..., :6].copy(), VALUE[..., :5].copy()), {}),
    ({"vdim": 5, "bias": False}, lambda *x: x, (QUERY[:, 0].copy(), KEY[:, 0].copy(), VALUE[:, 0, :5].copy()), {}),
]


@pytest.mark.parametrize(("options", "arrange", "args", "kwargs"), LAYERS, ids=range(len(LAYERS)))
def test_layers_agree(options, arrange, args, kwargs):
    layer, reference = twins(MultiheadAttention, torch.nn.MultiheadAttention, E, HEADS, **options)
    layers_agree(layer, reference, args, kwargs, arrange=arrange, atol=3e-6)


@pytest.mark.parametrize("options", [options for options, *_ in LAYERS], ids=range(len(LAYERS)))
def test_layers_are_described_alike(options):
    found = MultiheadAttention(E, HEADS, **options)
    reference = torch.nn.MultiheadAttention(E, HEADS, **options)
    assert repr(found) == repr(reference)
    expected = {name: tuple(tensor.shape) for name, tensor in reference.state_dict().items()}
    assert {name: array.shape for name, array in found.state_dict().items()} == expected
    assert list(found.state_dict()) == list(expected)
    for name in ("embed_dim", "num_heads", "head_dim", "kdim", "vdim", "dropout", "batch_first", "add_zero_attn"):
        assert getattr(found, name) == getattr(reference, name)
    for name in ("in_proj_weight", "q_proj_weight", "in_proj_bias", "bias_k", "bias_v"):
        assert (getattr(found, name) is None) == (getattr(reference, name) is None)


def test_layers_are_drawn_as_in_pytorch():
    randomness.seed(0)
    layer = MultiheadAttention(40, 4, add_bias_kv=True)
    bound = (6 / 160) ** 0.5
    drawn = np.asarray(layer.in_proj_weight)
    assert -bound <= drawn.min() < -0.98 * bound
    assert 0.98 * bound < drawn.max() <= bound
    assert not np.asarray(layer.in_proj_bias).any()
    assert not np.asarray(layer.out_proj.bias).any()
    assert 0.1 < np.asarray(layer.bias_k).std() < 0.25


def test_a_self_attention_has_one_projection():
    layer = MultiheadAttention(E, HEADS, batch_first=True)
    program = jax.make_jaxpr(lambda p, x: layer.apply(p, x, x, x, need_weights=False)[0])(layer.parameters(), SELF)
    assert str(program).count("dot_general") == 4  # in, scores, values, out


def test_weights_are_dropped_while_training():
    layer = MultiheadAttention(E, HEADS, dropout=0.5)
    run = compiled(lambda p, x, key: layer.apply(p, x, x, x, train=True, rng=key, state=False)[1])
    with jax.enable_x64(False):
        drawn = [run(layer.parameters(), QUERY, jax.random.key(n)) for n in (0, 0, 1)]
        _, kept = layer.apply(layer.parameters(), *thrice(jnp.asarray(QUERY)))
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert not np.allclose(drawn[0], drawn[2])
    assert_close(kept.sum(-1), np.ones((2, 3)), rtol=1e-6)


def test_constructors_refuse_what_pytorch_refuses():
    for layer in (MultiheadAttention, torch.nn.MultiheadAttention):
        with pytest.raises(ValueError, match="greater than 0"):
            layer(0, 2)
        with pytest.raises(AssertionError, match="divisible"):
            layer(8, 3)


def _array(value):
    return jnp.asarray(value) if isinstance(value, np.ndarray) else value


def _tensor(value):
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value


def _arrays(options):
    return {name: _array(value) for name, value in options.items()}


def _tensors(options):
    return {name: _tensor(value) for name, value in options.items()}
