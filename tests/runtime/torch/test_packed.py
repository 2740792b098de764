"""Packing, padding, and recurrent layers on packed batches, against PyTorch."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import draws, same
from layers_against_torch import compiled, functions_agree, twins
from torch.nn.utils import rnn as theirs

from hybridc.runtime.torch.nn.layers.recurrent import GRU, LSTM, RNN
from hybridc.runtime.torch.nn.utils import rnn as ours
from hybridc.runtime.torch.nn.utils.packed import MaskedSequence

X = draws(4, 3, 2, seed=1)  # steps, batch, features
WHOLE = np.arange(12).reshape(4, 3)
TIED = draws(3, 8, seed=2)

BATCHES = [
    (X, [4, 2, 1], {}),
    (X, [3, 3, 1], {}),
    (X, [2, 4, 1], {"enforce_sorted": False}),
    (X, [3, 3, 3], {"enforce_sorted": False}),
    (X.swapaxes(0, 1).copy(), [1, 4, 2], {"batch_first": True, "enforce_sorted": False}),
    (X[..., 0].copy(), [4, 4, 2], {}),
    (WHOLE, [1, 2, 3], {"enforce_sorted": False}),
    (TIED, [1, 2, 3, 2, 1, 3, 2, 2], {"enforce_sorted": False}),
]
PADDINGS = [
    {},
    {"batch_first": True},
    {"padding_value": -1.5},
    {"padding_value": 2.7, "total_length": 6},
    {"batch_first": True, "total_length": 4},
]


def jitted(function, *args):
    with jax.enable_x64(False):
        return compiled(function)(*args)


@pytest.mark.parametrize(("batch", "lengths", "options"), BATCHES, ids=range(len(BATCHES)))
def test_batches_pack_alike(batch, lengths, options):
    expected = theirs.pack_padded_sequence(torch.from_numpy(batch), lengths, **options)
    packed = jitted(lambda x: ours.pack_padded_sequence(x, lengths, **options), batch)
    same(packed.data, expected.data)
    np.testing.assert_array_equal(packed.batch_sizes, expected.batch_sizes)
    for name in ("sorted_indices", "unsorted_indices"):
        found, wanted = getattr(packed, name), getattr(expected, name)
        assert (found is None) == (wanted is None)
        assert wanted is None or (found.dtype == jnp.int32 and found.tolist() == wanted.tolist())


@pytest.mark.parametrize("padding", PADDINGS, ids=range(len(PADDINGS)))
@pytest.mark.parametrize(("batch", "lengths", "options"), BATCHES, ids=range(len(BATCHES)))
def test_packed_batches_are_padded_alike(batch, lengths, options, padding):
    packed = theirs.pack_padded_sequence(torch.from_numpy(batch), lengths, **options)
    expected, expected_lengths = theirs.pad_packed_sequence(packed, **padding)

    def there_and_back(x):
        return ours.pad_packed_sequence(ours.pack_padded_sequence(x, lengths, **options), **padding)

    padded, found_lengths = jitted(there_and_back, batch)
    same(padded, expected)
    same(found_lengths, expected_lengths)


@pytest.mark.parametrize("padding", [{"total_length": 4}, {"total_length": 6, "batch_first": True, "padding_value": 3}])
@pytest.mark.parametrize(("batch", "lengths", "options"), BATCHES[:7], ids=range(7))
def test_lengths_known_at_run_time_are_masked_to_the_same(batch, lengths, options, padding):
    packed = theirs.pack_padded_sequence(torch.from_numpy(batch), lengths, **options)
    expected, expected_lengths = theirs.pad_packed_sequence(packed, **padding)

    def there_and_back(x, lengths):
        return ours.pad_packed_sequence(ours.pack_padded_sequence(x, lengths, **options), **padding)

    for given in (np.array(lengths), lengths):
        padded, found_lengths = jitted(there_and_back, batch, given)
        same(padded, expected)
        same(found_lengths, expected_lengths)


def test_packing_and_padding_are_differentiated():
    def round_trip(package):
        def run(x):
            packed = package.pack_padded_sequence(x, [2, 4, 1], enforce_sorted=False)
            return package.pad_packed_sequence(packed._replace(data=packed.data * packed.data), padding_value=1.5)[0]

        return run

    functions_agree(round_trip(ours), round_trip(theirs), (X,))


def test_a_packed_sequence_is_a_tuple_of_its_fields():
    with jax.enable_x64(False):
        packed = ours.pack_padded_sequence(jnp.asarray(X), [2, 4, 1], enforce_sorted=False)
        data, batch_sizes, order, back = packed
        assert len(packed) == 4
        assert packed[1] is batch_sizes
        assert repr(packed).startswith("PackedSequence(data=")
        again = ours.PackedSequence(data, batch_sizes, order)
        np.testing.assert_array_equal(again.unsorted_indices, back)
        np.testing.assert_array_equal(ours.PackedSequence((data, batch_sizes), sorted_indices=order).data, data)
        assert packed.to(jnp.float16).data.dtype == jnp.float16
        assert packed.to("cpu").cpu().cuda() is packed


def test_a_packed_sequence_crosses_jit():
    with jax.enable_x64(False):
        packed = ours.pack_padded_sequence(jnp.asarray(X), [2, 4, 1], enforce_sorted=False)
    doubled = jitted(lambda p: p._replace(data=2 * p.data), packed)
    np.testing.assert_array_equal(doubled.data, 2 * packed.data)
    np.testing.assert_array_equal(doubled.batch_sizes, packed.batch_sizes)
    padded, lengths = jitted(ours.pad_packed_sequence, doubled)
    np.testing.assert_array_equal(lengths, [2, 4, 1])
    assert padded.shape == (4, 3, 2)


def test_lengths_that_were_known_stay_known_while_tracing():
    def rows(x):
        padded, lengths = ours.pad_packed_sequence(ours.pack_padded_sequence(x, [2, 4, 1], True, False), True)
        return ours.unpad_sequence(padded, lengths, batch_first=True)

    assert [row.shape for row in jitted(rows, X.swapaxes(0, 1)[:, :4])] == [(2, 2), (4, 2), (1, 2)]


SEQUENCES = [
    ([X[:2, 0], X[:4, 1], X[:1, 2]], {}),
    ([X[:2, 0], X[:4, 1], X[:1, 2]], {"batch_first": True, "padding_value": -2.5}),
    ([X[:2, 0], X[:4, 1]], {"padding_side": "left", "padding_value": 7}),
    ([X[:2, 0, 0], X[:4, 1, 0]], {"padding_side": "right"}),
    ([WHOLE[:2], WHOLE[:3]], {"padding_value": 2.7}),
    ([WHOLE[:2, 0] > 2, WHOLE[:3, 0] > 2], {"padding_value": 2.7}),
    ([WHOLE[:2, 0], X[:3, 0, 0]], {}),
    ([X[:3, 0, 0], WHOLE[:2, 0]], {"batch_first": True}),
    ([X[:3, 0], X[:2, 0, :1]], {}),
    ([X[:0, 0], X[:2, 0]], {}),
]


@pytest.mark.parametrize(("sequences", "options"), SEQUENCES, ids=range(len(SEQUENCES)))
def test_sequences_are_padded_alike(sequences, options):
    expected = theirs.pad_sequence([torch.from_numpy(s) for s in sequences], **options)
    same(jitted(lambda given: ours.pad_sequence(given, **options), sequences), expected)


def test_a_stacked_batch_is_padded_as_a_list():
    same(ours.pad_sequence(jnp.asarray(X)), theirs.pad_sequence(torch.from_numpy(X)))


def test_sequences_are_packed_and_unpacked():
    sequences = [X[:2, 0], X[:4, 1], X[:1, 2]]
    packed = theirs.pack_sequence([torch.from_numpy(s) for s in sequences], enforce_sorted=False)
    found = jitted(lambda given: ours.pack_sequence(given, enforce_sorted=False), sequences)
    same(found.data, packed.data)
    for row, wanted in zip(ours.unpack_sequence(found), theirs.unpack_sequence(packed), strict=True):
        same(row, wanted)


def test_rows_are_cut_to_their_lengths():
    expected = theirs.unpad_sequence(torch.from_numpy(X), torch.tensor([2, 1, 3, 9]), batch_first=True)
    for row, wanted in zip(ours.unpad_sequence(jnp.asarray(X), [2, 1, 3, 9], batch_first=True), expected, strict=True):
        same(row, wanted)


def test_a_permutation_is_inverted():
    assert ours.invert_permutation(None) is None
    assert jitted(ours.invert_permutation, jnp.array([2, 0, 1])).tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda p: p.pack_padded_sequence(TENSOR[p], [3, 2, 0]), RuntimeError),
        (lambda p: p.pack_padded_sequence(TENSOR[p], [1, 2, 3]), RuntimeError),
        (lambda p: p.pack_padded_sequence(TENSOR[p], [3, 2]), RuntimeError),
        (lambda p: p.pack_padded_sequence(TENSOR[p][:, :0], []), RuntimeError),
        (lambda p: p.pad_packed_sequence(p.pack_padded_sequence(TENSOR[p], [3, 2, 1]), total_length=2), ValueError),
        (lambda p: p.pad_sequence([]), RuntimeError),
        (lambda p: p.pad_sequence([TENSOR[p]], padding_side="middle"), RuntimeError),
    ],
)
def test_errors_are_those_of_torch(call, error):
    for package in (ours, theirs):
        with pytest.raises(error):
            call(package)


TENSOR = {ours: jnp.asarray(X, jnp.float32), theirs: torch.from_numpy(X)}


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda x, n: ours.pad_packed_sequence(ours.pack_padded_sequence(x, n)), ValueError, "total_length=4"),
        (lambda x, n: ours.pad_packed_sequence(ours.pack_padded_sequence(x, n), total_length=3), ValueError, "least 4"),
        (lambda x, n: ours.pack_padded_sequence(x, n).data, ValueError, "only the running program knows"),
        (lambda x, n: ours.pack_padded_sequence(x, n).sorted_indices, ValueError, "only the running program knows"),
        (lambda x, n: ours.unpack_sequence(ours.pack_padded_sequence(x, n)), TypeError, "known while tracing"),
        (lambda x, n: ours.unpad_sequence(x, n, batch_first=True), TypeError, "known while tracing"),
        (lambda x, n: ours.pack_padded_sequence(x, n[:2]), RuntimeError, "one length for each"),
        (lambda x, n: ours.PackedSequence(x, n), TypeError, "known while tracing"),
        (lambda x, n: ours.pack_padded_sequence(x, [5, 2, 1]), ValueError, "length 5"),
        (lambda x, n: ours.unpad_sequence(x, [1, 2, 3]), NotImplementedError, "batch_first=True"),
    ],
)
def test_what_has_no_fixed_shape_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        jitted(call, X, np.array([4, 2, 1]))


LAYERS = [
    (GRU, torch.nn.GRU, (2, 3), {}),
    (RNN, torch.nn.RNN, (2, 3, 2, "relu"), {"bidirectional": True}),
    (LSTM, torch.nn.LSTM, (2, 4, 2), {"bidirectional": True, "proj_size": 3, "batch_first": True}),
    (LSTM, torch.nn.LSTM, (2, 3), {"bias": False}),
]
STATE = draws(4, 3, 4, seed=3, scale=0.5)


@pytest.mark.parametrize("is_known", [True, False], ids=["known lengths", "traced lengths"])
@pytest.mark.parametrize("has_state", [True, False], ids=["state", "no state"])
@pytest.mark.parametrize(("layer", "reference", "args", "options"), LAYERS, ids=range(len(LAYERS)))
def test_recurrent_layers_take_packed_batches(layer, reference, args, options, has_state, is_known):
    """Outputs, last states, and derivatives, also by the parameters."""
    layer, reference = twins(layer, reference, *args, **options)
    lengths, state = [2, 4, 1], None
    if has_state:
        places = layer.num_layers * (2 if layer.bidirectional else 1)
        hidden = STATE[:places, :, : layer.proj_size or layer.hidden_size]
        state = (hidden, STATE[:places, :, : layer.hidden_size]) if layer.mode == "LSTM" else hidden

    def run(package, call, x, lengths, state):
        packed = package.pack_padded_sequence(x, lengths, enforce_sorted=False)
        output, last = call(packed, state)
        return package.pad_packed_sequence(output, total_length=5)[0], last

    tensors = jax.tree.map(lambda a: torch.from_numpy(a.copy()).requires_grad_(), (X, state))
    expected = jax.tree.leaves(run(theirs, reference, tensors[0], lengths, tensors[1]))
    sum((tensor**2).sum() for tensor in expected).backward()

    def loss(parameters, given, lengths):
        call = lambda packed, state: layer.apply(parameters, packed, state)  # noqa: E731
        result = jax.tree.leaves(run(ours, call, given[0], lengths, given[1]))
        return sum(jnp.sum(each**2) for each in result), result

    with jax.enable_x64(False):
        differentiate = jax.grad(loss, argnums=(0, 1), has_aux=True)
        if is_known:
            slopes, result = compiled(lambda p, given: differentiate(p, given, lengths))(layer.parameters(), (X, state))
        else:
            slopes, result = compiled(differentiate)(layer.parameters(), (X, state), np.array(lengths))
    for each, wanted in zip(result, expected, strict=True):
        same(each, wanted, atol=2e-6)
    for name, parameter in reference.named_parameters():
        same(slopes[0][name], parameter.grad, 1e-4, 1e-5, name)
    for slope, tensor in zip(jax.tree.leaves(slopes[1]), jax.tree.leaves(tensors), strict=True):
        same(slope, tensor.grad, 1e-4, 1e-5, "input")


def test_what_lies_after_the_ends_does_not_matter():
    """Not even NaN, neither for values nor for derivatives."""
    layer, _ = twins(GRU, torch.nn.GRU, 2, 3, bidirectional=True)
    spoilt = X.copy()
    spoilt[2:, 1] = np.nan

    def total(x, lengths):
        output, last = layer.apply(layer.parameters(), ours.pack_padded_sequence(x, lengths, enforce_sorted=False))
        return jnp.sum(ours.pad_packed_sequence(output, total_length=4)[0]) + jnp.sum(last)

    values = [jitted(jax.value_and_grad(total), x, np.array([4, 2, 3])) for x in (X, spoilt)]
    np.testing.assert_array_equal(values[0][0], values[1][0])
    np.testing.assert_array_equal(values[0][1], values[1][1])


def test_the_output_is_packed_as_the_input():
    layer, reference = twins(GRU, torch.nn.GRU, 2, 3)
    expected, _ = reference(theirs.pack_padded_sequence(torch.from_numpy(X), [2, 4, 1], enforce_sorted=False))

    def run(x):
        return layer.apply(layer.parameters(), ours.pack_padded_sequence(x, [2, 4, 1], enforce_sorted=False))[0]

    output = jitted(run, X)
    same(output.data, expected.data, atol=2e-6)
    assert output.sorted_indices.tolist() == expected.sorted_indices.tolist()


def test_a_model_takes_lengths_as_arrays_and_as_lists():
    layer, reference = twins(LSTM, torch.nn.LSTM, 2, 3, batch_first=True)

    class Last(type(layer)):
        def forward(self, x, lengths):
            return super().forward(ours.pack_padded_sequence(x, lengths, True, False))[1][0][-1]

    with jax.enable_x64(False):
        model = Last(2, 3, batch_first=True)
        model.load_state_dict(layer.state_dict())
        rows = X.swapaxes(0, 1).copy()
        packed = theirs.pack_padded_sequence(torch.from_numpy(rows), [2, 4, 1], True, False)
        for lengths in ([2, 4, 1], np.array([2, 4, 1])):
            same(model(rows, lengths), reference(packed)[1][0][-1], atol=2e-6)


def test_a_masked_batch_can_be_copied():
    with jax.enable_x64(False):
        masked = MaskedSequence(jnp.asarray(X), jnp.array([4, 2, 1]))
        np.testing.assert_array_equal(copy.copy(masked).steps, masked.steps)
        assert masked.to(jnp.float16).padded().dtype == jnp.float16
        assert repr(masked).startswith("MaskedSequence(steps=")
