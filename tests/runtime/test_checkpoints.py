"""What `torch.save` writes is read as `torch.load` reads it: every format, dtype and layout of tensors in it."""

import collections
import io
import pickle
import zipfile

import numpy as np
import pytest
import torch

from hybridc.runtime import weights
from hybridc.runtime.weights import WeightsError, streams

torch.set_num_threads(1)

FORMATS = {
    "zip": {},
    "zip-3": {"pickle_protocol": 3},
    "zip-4": {"pickle_protocol": 4},
    "zip-5": {"pickle_protocol": 5},
    "stream": {"_use_new_zipfile_serialization": False},
    "stream-4": {"_use_new_zipfile_serialization": False, "pickle_protocol": 4},
}
BOTH = ["zip", "stream"]
DTYPES = [
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
    *("bfloat16", "float16", "float32", "float64", "complex64", "complex128"),
]


@pytest.fixture(params=FORMATS)
def saved(request, tmp_path):
    return lambda held: save(tmp_path / "model.pt", held, request.param)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "model.pt"


def save(path, held, form="zip"):
    torch.save(held, path, **FORMATS[form])
    return path


def assert_same(ours, theirs):
    assert list(ours) == list(theirs)
    for name, tensor in theirs.items():
        array = ours[name]
        assert type(array) is np.ndarray
        assert (str(array.dtype), array.shape) == (str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape))
        bits = tensor.detach().contiguous().reshape(-1).view(torch.uint8).numpy() if tensor.numel() else []
        np.testing.assert_array_equal(array.reshape(-1).view(np.uint8), bits)
        assert array.flags.c_contiguous and array.flags.writeable


def refusal(path, *arguments):
    with pytest.raises(WeightsError) as caught:
        weights.read(path, *arguments)
    assert str(caught.value).startswith(f"{path}: ")
    return caught.value.reason


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("form", BOTH)
def test_every_dtype(file, form, dtype):
    values = torch.tensor([[0.0, 1.0, 2.0], [1.0, 0.5, 4.0]])
    held = {"a": values.to(getattr(torch, dtype)), "b": values[0].to(getattr(torch, dtype))}
    assert_same(weights.read(save(file, held, form)), held)


def network():
    torch.manual_seed(0)
    layers = [torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.LSTM(4, 5, 2), torch.nn.Embedding(3, 2)]
    return torch.nn.Sequential(*layers)


def test_a_state_dict(saved):
    state = network().state_dict()
    assert "1.num_batches_tracked" in state
    assert_same(weights.read(saved(state)), state)


def test_parameters_with_and_without_attributes(saved):
    parameters = dict(network().named_parameters())
    parameters["0.weight"].is_special = True
    assert_same(weights.read(saved(parameters)), parameters)


BASE = torch.arange(24.0).reshape(2, 3, 4)
LAYOUTS = {
    "transposed": BASE.transpose(0, 2),
    "every other": BASE[:, ::2, 1::2],
    "the end": BASE[1:, 2:],
    "an element": BASE[1, 2, 3],
    "repeated": torch.arange(3.0).reshape(3, 1).expand(3, 5),
    "one element repeated": torch.tensor(2.0).expand(2, 2),
    "overlapping": torch.arange(6.0).as_strided((3, 4), (1, 1)),
    "odd strides": torch.arange(4.0).as_strided((1, 4), (10**9, 1)),
    "channels last": torch.arange(16.0).reshape(1, 2, 2, 4).to(memory_format=torch.channels_last),
    "nothing": torch.zeros(0),
    "nothing of something": BASE[:, 1:1],
    "a number": torch.tensor(3.5),
}


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("form", BOTH)
def test_every_layout(file, form, name):
    held = {"x": LAYOUTS[name], "all of it": BASE}
    assert_same(weights.read(save(file, held, form)), held)


def test_tied_tensors_are_read_as_arrays_of_their_own(saved):
    tied = torch.arange(6.0)
    held = {"a": tied, "b": tied, "c": tied.reshape(2, 3).T, "d": tied[2:]}
    read = weights.read(saved(held))
    assert_same(read, held)
    assert not any(np.shares_memory(read["a"], read[name]) for name in "bcd")


def test_an_older_archive_without_a_mark_of_its_byte_order(file):
    held = {"x": torch.arange(3.0)}
    edit(save(file, held), lambda name, data: None if name in ("byteorder", ".format_version") else data)
    assert_same(weights.read(file), held)


def edit(path, change):
    """Writes an archive anew; `change` gives a member's new bytes, or None to leave it out."""
    with zipfile.ZipFile(path) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            new = change(name.partition("/")[2], data)
            if new is not None:
                archive.writestr(name, new)


def test_an_archive_that_was_compressed_later(file):
    held = {"x": torch.arange(3.0), "y": torch.ones(2, dtype=torch.bfloat16)}
    save(file, held)
    with zipfile.ZipFile(file) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    assert_same(weights.read(file), held)


STATE = {"a.weight": torch.arange(4.0), "a.bias": torch.ones(2)}
OTHER = {"a.weight": torch.zeros(4)}
MISCELLANY = {
    "epoch": 3,
    "losses": [1.5, 2.5, float("inf")],
    "name": "größer",
    "large": 2**100,
    "negative": -70000,
    "nothing": None,
    "flags": (True, False),
    "choices": {1, 2},
    "fixed": frozenset({"a"}),
    "phase": 1 + 2j,
    "shape": torch.Size([2, 3]),
    "dtype": torch.bfloat16,
    "milestones": collections.Counter([3, 5]),
    "by number": {0: torch.ones(1), (1, "x"): torch.ones(1)},
    "best": torch.tensor(0.9),
    "rng": [torch.arange(3, dtype=torch.uint8)],
    "ordered": collections.OrderedDict(a=1),
}


@pytest.mark.parametrize("name", ["state_dict", "model", "model_state_dict", "params", "net/with a slash"])
def test_the_only_state_dict_of_a_checkpoint_is_found(saved, name):
    network_state = torch.nn.Linear(2, 2).state_dict()
    path = saved({**MISCELLANY, name: network_state})
    assert_same(weights.read(path), network_state)
    assert_same(weights.read(path, name), network_state)


def test_the_state_of_an_optimizer_is_none_of_a_model(saved):
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    path = saved({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3})
    assert_same(weights.read(path), model.state_dict())


def test_one_of_several_mappings_is_taken_by_its_key(saved):
    path = saved({"generator": {"net": STATE, "ema": OTHER}, "critic": dict(OTHER), "step": 7})
    assert_same(weights.read(path, "generator/net"), STATE)
    assert_same(weights.read(path, "critic"), OTHER)
    assert refusal(path) == (
        "several mappings of names to tensors; give the `key` of one: "
        "'critic' (1), 'generator/net' (2), 'generator/ema' (1)"
    )
    assert refusal(path, "model") == (
        "nothing is at the key 'model'; there is 'critic' (1), 'generator/net' (2), 'generator/ema' (1)"
    )
    assert refusal(path, "step") == "'step' is a int, no mapping of names to tensors"
    assert "'generator' has entries that are no tensors by name: 'net' (a dict)" in refusal(path, "generator")


def test_entries_that_are_no_tensors_are_ignored_only_beside_the_mapping(saved):
    path = saved({"model": {**STATE, "a._extra_state": None, 3: torch.ones(1)}, "epoch": 3})
    assert refusal(path) == "no mapping of names to tensors alone; it holds 'model' (a dict), 'epoch' (a int)"
    assert refusal(path, "model").endswith("no tensors by name: 'a._extra_state' (a NoneType), 3 (a tensor)")


def test_a_mapping_that_is_named_twice_is_one(saved):
    assert_same(weights.read(saved({"model": STATE, "net": STATE})), STATE)


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        (torch.ones(2), "it holds a tensor, no mapping"),
        ([STATE], "it holds a list, no mapping"),
        ({"epoch": 3}, "no mapping of names to tensors alone; it holds 'epoch' (a int)"),
        ({"models": [STATE]}, "it holds 'models' (a list)"),
    ],
)
def test_a_checkpoint_without_a_mapping(saved, held, reason):
    assert reason in refusal(saved(held))


def test_a_checkpoint_of_nothing(saved):
    assert weights.read(saved(collections.OrderedDict())) == {}
    path = saved({"model": {}, "epoch": 3})
    assert weights.read(path, "model") == {}
    assert "no mapping" in refusal(path)


def test_only_the_chosen_tensors_are_read(file):
    save(file, {"model": STATE, "optimizer": [torch.full((50,), -1.0)]})
    unread = torch.full((50,), -1.0).numpy().tobytes()
    data = file.read_bytes()
    assert data.count(unread) == 1
    file.write_bytes(data.replace(unread, bytes(200)))  # its checksum is wrong now
    assert_same(weights.read(file), STATE)


def test_tensors_that_repeat_elements_far_too_often_are_refused(file, monkeypatch):
    monkeypatch.setattr(streams, "_FREELY", 2**16)
    save(file, {"x": torch.ones(1).expand(10**12)})
    assert "repeat elements" in refusal(file)


class Python2Pickler(pickle._Pickler):
    """Writes text as Python 2 did, whose checkpoints are still about."""

    dispatch = {**pickle._Pickler.dispatch, str: lambda self, text: self.text(text)}

    def text(self, text):
        data = text.encode()
        self.write(pickle.SHORT_BINSTRING + bytes([len(data)]) + data)
        self.memoize(text)


def test_names_that_python_2_wrote(file):
    held = {"größer.weight": torch.arange(3.0)}
    stream = io.BytesIO()
    torch.save(held, stream, pickle_module=pickle_module(Python2Pickler), _use_new_zipfile_serialization=False)
    assert b"U\x0f" + "größer.weight".encode() in stream.getvalue()
    file.write_bytes(stream.getvalue())
    assert_same(weights.read(file), torch.load(file, encoding="utf-8", weights_only=False))


def pickle_module(pickler):
    module = type(pickle)("pickle")
    module.__dict__.update(pickle.__dict__)
    module.Pickler = pickler
    module.dump = lambda held, stream, protocol: pickler(stream, protocol).dump(held)
    return module


def test_a_conjugated_tensor_is_refused(saved):
    assert "still to be conjugated" in refusal(saved({"x": torch.ones(2, dtype=torch.complex64).conj()}))


@pytest.mark.parametrize(
    ("held", "name"),
    [
        (torch.nn.Linear(2, 2), "torch.nn.modules.linear.Linear"),
        ({"model": STATE, "net": torch.nn.ReLU()}, "torch.nn.modules.activation.ReLU"),
        ({"model": STATE, "best": np.float64(0.5)}, "numpy"),
        ({"x": torch.ones(2).to_sparse()}, "torch._utils._rebuild_sparse_tensor"),
    ],
)
def test_what_is_no_part_of_a_state_dict_is_refused_by_name(saved, held, name):
    reason = refusal(saved(held))
    assert f"asks for {name}" in reason
    assert "nothing was run" in reason


def test_all_refused_names_are_told(file):
    reason = refusal(save(file, network()))
    for name in ("container.Sequential", "conv.Conv2d", "batchnorm.BatchNorm2d", "rnn.LSTM", "sparse.Embedding"):
        assert name in reason


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
def test_programs_of_torchscript_are_refused(file):
    torch.jit.script(torch.nn.Linear(2, 2)).save(str(file))
    assert refusal(file).startswith("a TorchScript archive, which is a program")
