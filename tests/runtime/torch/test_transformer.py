"""Transformers against PyTorch."""

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import draws, same
from layers_against_torch import compiled, layers_agree, twins

from hybridc.runtime.core import randomness
from hybridc.runtime.torch.nn.functional.activations import gelu
from hybridc.runtime.torch.nn.layers.activations import GELU
from hybridc.runtime.torch.nn.layers.normalization import LayerNorm
from hybridc.runtime.torch.nn.layers.transformer import Transformer, TransformerDecoder, TransformerEncoder
from hybridc.runtime.torch.nn.layers.transformer_layers import TransformerDecoderLayer, TransformerEncoderLayer

E, HEADS, WIDE = 8, 2, 12
SOURCE, TARGET = draws(4, 2, E, seed=1, scale=1.0), draws(3, 2, E, seed=2, scale=1.0)  # steps, batch, features
ROWS, TARGET_ROWS = SOURCE.swapaxes(0, 1).copy(), TARGET.swapaxes(0, 1).copy()
PADDED = np.array([[0, 0, 1, 1], [0, 0, 0, 1]], bool)
TARGET_PADDED = np.array([[0, 0, 1], [0, 0, 0]], bool)
CAUSAL = np.triu(np.full((4, 4), -np.inf, np.float32), 1)
TARGET_CAUSAL = np.triu(np.ones((3, 3), bool), 1)
MASK = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0]], bool)
MEMORY_MASK = MASK[:3]

pytestmark = [
    pytest.mark.filterwarnings("ignore:enable_nested_tensor"),
    pytest.mark.filterwarnings("ignore:Support for mismatched"),
    pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors"),
]

ENCODER_LAYERS = [
    ({}, (SOURCE,), {}),
    ({"norm_first": True}, (SOURCE, MASK), {}),
    ({"batch_first": True, "activation": "gelu"}, (ROWS,), {"src_key_padding_mask": PADDED}),
    ({"bias": False, "layer_norm_eps": 1e-3}, (SOURCE[:, 0].copy(),), {"src_mask": CAUSAL}),
    ({}, (SOURCE,), {"src_mask": MASK, "is_causal": True}),
    ({"batch_first": True}, (ROWS, CAUSAL, PADDED, True), {}),
]


@pytest.mark.parametrize(("options", "args", "kwargs"), ENCODER_LAYERS, ids=range(len(ENCODER_LAYERS)))
def test_encoder_layers_agree(options, args, kwargs):
    options = {"dropout": 0.0} | options
    layer, reference = twins(TransformerEncoderLayer, torch.nn.TransformerEncoderLayer, E, HEADS, WIDE, **options)
    layers_agree(layer, reference, args, kwargs, rtol=2e-5, atol=1e-5)


DECODER_LAYERS = [
    ({}, (TARGET, SOURCE), {}),
    ({"norm_first": True}, (TARGET, SOURCE, TARGET_CAUSAL, MEMORY_MASK), {}),
    (
        {"batch_first": True, "activation": "gelu", "bias": False},
        (TARGET_ROWS, ROWS),
        {"tgt_key_padding_mask": TARGET_PADDED, "memory_key_padding_mask": PADDED},
    ),
    ({}, (TARGET[:, 0].copy(), SOURCE[:, 0].copy()), {"tgt_mask": TARGET_CAUSAL, "tgt_is_causal": True}),
    ({}, (TARGET, SOURCE), {"memory_mask": MEMORY_MASK, "memory_is_causal": True}),
]


@pytest.mark.parametrize(("options", "args", "kwargs"), DECODER_LAYERS, ids=range(len(DECODER_LAYERS)))
def test_decoder_layers_agree(options, args, kwargs):
    options = {"dropout": 0.0} | options
    layer, reference = twins(TransformerDecoderLayer, torch.nn.TransformerDecoderLayer, E, HEADS, WIDE, **options)
    layers_agree(layer, reference, args, kwargs, rtol=2e-5, atol=1e-5)


def encoders(norm, **options):
    """An encoder of each, with the same parameters, which differ from layer to layer."""

    def make(package, normalization):
        layer = package[0](E, HEADS, WIDE, 0.0, **options)
        return package[1](layer, 2, normalization(E) if norm else None)

    def make_theirs():
        encoder = make((torch.nn.TransformerEncoderLayer, torch.nn.TransformerEncoder), torch.nn.LayerNorm)
        for parameter in encoder.parameters():
            torch.nn.init.uniform_(parameter, -0.5, 0.5)
        return encoder

    def make_ours():
        return make((TransformerEncoderLayer, TransformerEncoder), LayerNorm)

    return twins(make_ours, make_theirs)


ENCODERS = [
    (False, {}, (SOURCE,), {}),
    (True, {"batch_first": True}, (ROWS, CAUSAL), {"src_key_padding_mask": PADDED}),
    (True, {"norm_first": True}, (SOURCE,), {"mask": CAUSAL, "is_causal": True}),
    (False, {}, (SOURCE, MASK), {"is_causal": False}),
]


@pytest.mark.parametrize(("norm", "options", "args", "kwargs"), ENCODERS, ids=range(len(ENCODERS)))
def test_encoders_agree(norm, options, args, kwargs):
    layer, reference = encoders(norm, **options)
    layers_agree(layer, reference, args, kwargs, rtol=5e-5, atol=1e-5)


def test_evaluation_is_the_ordinary_path():
    """PyTorch's other path, taken without gradients, differs only at padded steps, where it gives zeros."""
    layer, reference = encoders(False, batch_first=True)
    with jax.enable_x64(False):
        found = layer.apply(layer.parameters(), jnp.asarray(ROWS), src_key_padding_mask=jnp.asarray(PADDED))
    arguments = {"src_key_padding_mask": torch.from_numpy(PADDED)}
    same(found, reference(torch.from_numpy(ROWS), **arguments), 5e-5, 1e-5)
    with torch.no_grad():
        other = reference(torch.from_numpy(ROWS), **arguments)
    same(jnp.where(PADDED[..., None], 0, found), other, 5e-5, 1e-5)


def decoders(**options):
    def make(layer, decoder, normalization):
        return decoder(layer(E, HEADS, WIDE, 0.0, **options), 2, normalization(E))

    return twins(
        lambda: make(TransformerDecoderLayer, TransformerDecoder, LayerNorm),
        lambda: make(torch.nn.TransformerDecoderLayer, torch.nn.TransformerDecoder, torch.nn.LayerNorm),
    )


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((TARGET, SOURCE), {}),
        ((TARGET, SOURCE, TARGET_CAUSAL), {"memory_key_padding_mask": PADDED}),
        ((TARGET, SOURCE), {"tgt_mask": TARGET_CAUSAL, "tgt_is_causal": True, "memory_mask": MEMORY_MASK}),
    ],
    ids=range(3),
)
def test_decoders_agree(args, kwargs):
    layer, reference = decoders()
    layers_agree(layer, reference, args, kwargs, rtol=5e-5, atol=1e-5)


TRANSFORMERS = [
    ({}, (SOURCE, TARGET), {"tgt_mask": TARGET_CAUSAL, "src_key_padding_mask": PADDED}),
    ({"batch_first": True, "norm_first": True, "bias": False, "activation": "gelu"}, (ROWS, TARGET_ROWS), {}),
    ({}, (SOURCE[:, 0].copy(), TARGET[:, 0].copy(), CAUSAL, None, MEMORY_MASK), {"src_is_causal": True}),
]


@pytest.mark.parametrize(("options", "args", "kwargs"), TRANSFORMERS, ids=range(len(TRANSFORMERS)))
def test_transformers_agree(options, args, kwargs):
    options = {"dropout": 0.0, "dim_feedforward": WIDE} | options
    layer, reference = twins(Transformer, torch.nn.Transformer, E, HEADS, 1, 1, **options)
    layers_agree(layer, reference, args, kwargs, rtol=5e-5, atol=1e-5)


def test_layers_in_training_agree_where_nothing_is_dropped():
    layer, reference = twins(TransformerEncoderLayer, torch.nn.TransformerEncoderLayer, E, HEADS, WIDE, 0.0)
    layers_agree(layer, reference, (SOURCE,), training=True, rtol=2e-5, atol=1e-5)


def test_dropout_while_training():
    layer = TransformerEncoderLayer(E, HEADS, WIDE, 0.5)
    run = compiled(lambda p, x, key: layer.apply(p, x, train=True, rng=key, state=False))
    with jax.enable_x64(False):
        drawn = [run(layer.parameters(), SOURCE, jax.random.key(n)) for n in (0, 0, 1)]
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert not np.allclose(drawn[0], drawn[2])


@pytest.mark.parametrize(
    "options", [{}, {"bias": False, "batch_first": True, "norm_first": True}], ids=["plain", "other"]
)
def test_layers_are_described_alike(options):
    pairs = [
        (
            TransformerEncoderLayer(E, HEADS, WIDE, **options),
            torch.nn.TransformerEncoderLayer(E, HEADS, WIDE, **options),
        ),
        (
            TransformerDecoderLayer(E, HEADS, WIDE, **options),
            torch.nn.TransformerDecoderLayer(E, HEADS, WIDE, **options),
        ),
        (Transformer(E, HEADS, 1, 1, WIDE, **options), torch.nn.Transformer(E, HEADS, 1, 1, WIDE, **options)),
    ]
    for found, reference in pairs:
        expected = [(name, tuple(tensor.shape)) for name, tensor in reference.state_dict().items()]
        assert [(name, array.shape) for name, array in found.state_dict().items()] == expected
        assert [name for name, _ in found.named_modules()] == [name for name, _ in reference.named_modules()]


def test_copies_share_nothing_but_values():
    layer = TransformerEncoderLayer(E, HEADS, WIDE)
    encoder = TransformerEncoder(layer, 2)
    first, second = encoder.layers
    np.testing.assert_array_equal(first.linear1.weight.data, second.linear1.weight.data)
    second.linear1.weight.data = second.linear1.weight.data + 1
    np.testing.assert_array_equal(first.linear1.weight.data, layer.linear1.weight.data)
    assert (encoder.num_layers, encoder.norm, encoder.enable_nested_tensor, encoder.mask_check) == (2, None, True, True)


def test_weights_are_drawn_as_in_pytorch():
    randomness.seed(0)
    model = Transformer(40, 4, 1, 1, 60)
    bound = (6 / 100) ** 0.5
    for weight in (model.encoder.layers[0].linear1.weight, model.decoder.layers[0].linear2.weight):
        drawn = np.asarray(weight)
        assert -bound <= drawn.min() < -0.98 * bound
        assert 0.98 * bound < drawn.max() <= bound


def test_activations_are_names_functions_or_modules():
    x = jnp.asarray(SOURCE, jnp.float32)
    layers = [TransformerEncoderLayer(E, HEADS, WIDE, activation=kind) for kind in ("gelu", gelu, GELU(), jax.nn.tanh)]
    for layer in layers:
        layer.load_state_dict(layers[0].state_dict())
    results = [layer.apply(layer.parameters(), x) for layer in layers]
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])
    assert not np.allclose(results[0], results[3])
    with pytest.raises(RuntimeError, match="sine"):
        TransformerDecoderLayer(E, HEADS, activation="sine")


@pytest.mark.parametrize("dtype", [None, jnp.float16])
def test_the_causal_mask(dtype):
    mask = Transformer.generate_square_subsequent_mask(4, device="cpu", dtype=dtype)
    np.testing.assert_array_equal(mask, CAUSAL)
    assert mask.dtype == (dtype or jnp.float32)


class Told(TransformerEncoderLayer):
    """A layer of one's own, which looks at the hint."""

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        return src + (1 if is_causal else 2)


class TorchTold(torch.nn.TransformerEncoderLayer):
    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        return src + (1 if is_causal else 2)


@pytest.mark.parametrize(
    ("mask", "hint"), [(CAUSAL, None), (MASK, None), (CAUSAL[:3], None), (MASK, True), (None, None)]
)
def test_layers_of_ones_own_are_told_whether_the_mask_is_causal(mask, hint):
    encoder = TransformerEncoder(Told(E, HEADS), 1)
    reference = torch.nn.TransformerEncoder(TorchTold(E, HEADS), 1)
    tensor = None if mask is None else torch.from_numpy(mask)
    with jax.enable_x64(False):
        array = None if mask is None else jnp.asarray(mask)
        found = encoder.apply(encoder.parameters(), jnp.asarray(SOURCE), array, is_causal=hint)
    same(found, reference(torch.from_numpy(SOURCE), tensor, is_causal=hint))


def test_a_hint_that_is_not_known_is_refused():
    encoder = TransformerEncoder(Told(E, HEADS), 1)
    with pytest.raises(ValueError, match="pass `is_causal`"):
        encoder(jnp.asarray(SOURCE), jnp.asarray(CAUSAL))
    assert encoder(jnp.asarray(SOURCE), jnp.asarray(CAUSAL), is_causal=True).shape == SOURCE.shape


@pytest.mark.parametrize(
    ("source", "target"), [(SOURCE, TARGET[:, :1]), (SOURCE[..., :4], TARGET), (SOURCE, TARGET[..., :4])]
)
def test_sequences_that_do_not_fit_are_refused(source, target):
    for model, kind in (
        (Transformer(E, HEADS, 1, 1, WIDE), jnp.asarray),
        (torch.nn.Transformer(E, HEADS, 1, 1, WIDE), torch.tensor),
    ):
        with pytest.raises(RuntimeError, match="must be equal"):
            model(kind(source), kind(target))


def test_parts_may_be_given():
    parts = (
        TransformerEncoder(TransformerEncoderLayer(E, HEADS, WIDE), 1),
        TransformerDecoder(TransformerDecoderLayer(E, HEADS), 1),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = Transformer(E, HEADS, custom_encoder=parts[0], custom_decoder=parts[1])
    assert model.encoder is parts[0]
    assert model.decoder is parts[1]
    assert (model.d_model, model.nhead, model.batch_first) == (E, HEADS, False)
