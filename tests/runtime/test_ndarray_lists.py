"""`.params` files, as MXNet 1.9.1 wrote them (tests/recordings/) and damaged ones, and what is written for it to read."""

import random
import struct
import time
import tracemalloc
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hybridc.runtime import weights
from hybridc.runtime.torch import nn
from hybridc.runtime.weights import WeightsError

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"
NAMED = ["named", "none", "dtypes", "bfloat16", "shapes", "gluon", "version_int64", "version_oldest"]
OLD = ["version_int64", "version_oldest"]


def recorded(name):
    return RECORDED / f"{name}.params"


def expected(name):
    """What MXNet told of a file. bfloat16, which its NumPy has not, are bits in it."""
    with np.load(RECORDED / f"{name}.npz") as arrays:
        return {key: array.view(jnp.bfloat16) if name == "bfloat16" else array for key, array in arrays.items()}


def assert_same(ours, theirs):
    assert list(ours) == list(theirs)
    for name, array in theirs.items():
        assert (ours[name].dtype, ours[name].shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(ours[name], array)


@pytest.fixture
def file(tmp_path):
    """Makes a file of the bytes given, and gives its path."""

    def write(data):
        path = tmp_path / "net.params"
        path.write_bytes(data)
        return path

    return write


def refusal(path, *arguments):
    with pytest.raises(WeightsError) as caught:
        weights.read(path, *arguments)
    assert str(caught.value) == f"{path}: {caught.value.reason}"
    return caught.value.reason


def by_reason(table):
    return [pytest.param(reason, data, id=reason) for reason, data in table.items()]


@pytest.mark.parametrize("name", NAMED)
def test_a_file_of_mxnet_is_read(name):
    assert_same(weights.read(recorded(name)), expected(name))


@pytest.mark.parametrize("name", [name for name in NAMED if name not in OLD])
def test_what_is_written_are_the_bytes_of_mxnet(tmp_path, name):
    weights.write(tmp_path / "x.params", expected(name))
    assert (tmp_path / "x.params").read_bytes() == recorded(name).read_bytes()


def test_names_of_an_exported_graph_are_those_of_the_file():
    arrays = weights.read(recorded("residual-0000"))
    assert {name[:4] for name in arrays} == {"arg:", "aux:"}
    assert arrays["aux:residual_batchnorm0_running_var"].tolist() == [0.5, 0.8333333134651184, 1.1666666269302368, 1.5]


def test_arrays_without_names_are_a_list():
    assert refusal(recorded("unnamed")) == "its 2 arrays have no names; `weights.load` gives them as a list"
    loaded = weights.load(recorded("unnamed"))
    assert type(loaded) is list
    for ours, theirs in zip(loaded, expected("unnamed").values(), strict=True):
        assert isinstance(ours, jax.Array)
        np.testing.assert_array_equal(ours, theirs)


def test_load_gives_arrays_of_jax():
    loaded = weights.load(recorded("named"))
    assert list(loaded) == ["fc.weight", "Zürich"]
    assert all(isinstance(array, jax.Array) for array in loaded.values())


@pytest.mark.parametrize(("name", "kind"), [("row_sparse", "row_sparse"), ("csr", "csr")])
def test_sparse_arrays_are_refused(name, kind):
    reason = f"array 0, at byte 24: a {kind} array; save `array.tostype('default')`, and only dense arrays are read"
    assert refusal(recorded(name)) == reason


def test_a_key_is_for_checkpoints():
    assert "no mappings within others" in refusal(recorded("named"), "model")


def test_arrays_of_jax_and_parts_of_arrays_are_written(tmp_path):
    arrays = {
        "jax": jnp.arange(6.0).reshape(2, 3),
        "part": np.arange(12).reshape(3, 4)[:, ::2],
        "big": np.ones(2, ">f8"),
    }
    weights.write(tmp_path / "x.params", arrays)
    assert_same(
        weights.read(tmp_path / "x.params"), {n: np.asarray(a, a.dtype.newbyteorder("=")) for n, a in arrays.items()}
    )


@pytest.mark.parametrize(
    ("arrays", "reason"),
    [
        ({"x": np.ones(1, np.uint32)}, "'x': a .params file cannot hold uint32; a .safetensors file may"),
        ({"x": np.array("text")}, "'x': a .params file cannot hold <U4"),
        ({"x": np.ones(1, np.complex64)}, "'x': a .params file cannot hold complex64"),
        ({"a\0b": np.ones(1)}, "MXNet reads names up to a zero, and so not 'a\\x00b'"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, arrays, reason):
    with pytest.raises(WeightsError) as caught:
        weights.write(tmp_path / "x.params", arrays)
    assert reason in caught.value.reason
    assert not list(tmp_path.iterdir())


# Names of models.


def test_marks_of_exported_graphs_are_taken_away_for_a_model():
    given = {"arg:w": 1, "aux:mean": 2, "arg:arg:b": 3, "aux:unknown": 4, "arg:kept": 5}
    fitting = weights.unmarked(["w", "mean", "arg:b", "arg:kept", "kept"], given)
    assert fitting == {"w": 1, "mean": 2, "arg:b": 3, "aux:unknown": 4, "arg:kept": 5}


def test_two_arrays_for_one_name_are_refused():
    with pytest.raises(WeightsError, match="two arrays are given for w"):
        weights.unmarked(["w"], {"arg:w": 1, "aux:w": 2})


def test_match_gives_the_arrays_under_the_names_of_the_model():
    arrays = {"arg:w": np.ones(2), "aux:mean": np.zeros(3)}
    assert weights.match({"w": (2,), "mean": (3,)}, arrays) == {"w": arrays["arg:w"], "mean": arrays["aux:mean"]}
    with pytest.raises(WeightsError, match=r"w: \(5,\) in the model, \(2,\) given"):
        weights.match({"w": (5,), "mean": (3,)}, arrays)


@pytest.mark.parametrize("mark", ["", "arg:"])
def test_a_model_loads_and_saves_params(tmp_path, mark):
    net, other = nn.Linear(3, 2), nn.Linear(3, 2)
    net.save(tmp_path / "x.params")
    arrays = weights.read(tmp_path / "x.params")
    assert list(arrays) == ["weight", "bias"]
    weights.write(tmp_path / "y.params", {mark + name: array for name, array in arrays.items()})
    other.load(tmp_path / "y.params")
    for name, array in net.state_dict().items():
        np.testing.assert_array_equal(other.state_dict()[name], array)


# Files that lie.

V1, V2, V3 = 0xF993FAC8, 0xF993FAC9, 0xF993FACA


def listed(*arrays, names=(), count=None, names_count=None, end=b""):
    count, names_count = len(arrays) if count is None else count, len(names) if names_count is None else names_count
    texts = [struct.pack("<Q", len(name)) + name for name in names]
    return (
        struct.pack("<QQQ", 0x112, 0, count) + b"".join(arrays) + struct.pack("<Q", names_count) + b"".join(texts) + end
    )


def array(shape=(2,), flag=0, data=bytes(8), magic=V2, kind=0, dimensions=None):
    dimensions = len(shape) if dimensions is None else dimensions
    kinds = struct.pack("<i", kind) if magic in (V2, V3) else b""
    return (
        struct.pack("<I", magic)
        + kinds
        + struct.pack(f"<i{len(shape)}q", dimensions, *shape)
        + struct.pack("<iii", 1, 0, flag)
        + data
    )


def oldest(shape=(2,), dimensions=None, data=bytes(8)):
    return (
        struct.pack(f"<I{len(shape)}I", len(shape) if dimensions is None else dimensions, *shape)
        + struct.pack("<iii", 1, 0, 0)
        + data
    )


def test_what_is_made_by_hand_here_is_sound(file):
    for made in (array(), array(magic=V1), array(magic=V3), oldest()):
        assert_same(weights.read(file(listed(made, names=[b"x"]))), {"x": np.zeros(2, np.float32)})


LIES = {
    "truncated: 1152921504606846976 arrays take at least 4611686018427387904 bytes": listed(count=2**60),
    "truncated: 5 arrays take at least 20 bytes, and 8 are there": listed(count=5),
    "truncated: 4611686018427387904 names take at least": listed(array(), names_count=2**62),
    "2 names for 1 arrays": listed(array(), names=[b"x", b"y"]),
    "1 names for 2 arrays": listed(array(), array(), names=[b"x"]),
    "1 names for 0 arrays": listed(names=[b"x"]),
    "two arrays are called 'x'": listed(array(), array(), names=[b"x", b"x"]),
    "the name at byte 72 is no text in UTF-8": listed(array(), names=[b"\xff"]),
    "3 bytes are left behind the last name": listed(array(), names=[b"x"], end=b"abc"),
    "array 0, at byte 24: 0xf993face is no version": listed(array(magic=0xF993FACE)),
    "array 1, at byte 64: elements of the type 13, which is not known": listed(array(), array(flag=13)),
    "elements of the type -1": listed(array(flag=-1)),
    "storage -1, and only dense arrays are read": listed(array(kind=-1)),
    "storage 3, and": listed(array(magic=V3, kind=3)),
    "its shape was not known when it was saved": listed(array(shape=())),
    "array 0, at byte 24: its shape was not known": listed(array(magic=V3, dimensions=-1)),
    "65 dimensions, and at most 64": listed(array(dimensions=65)),
    "truncated: 256 bytes expected, 108 there": listed(oldest((2,) * 2, 64, bytes(80))),
    "(-1,) is no shape": listed(array(shape=(-1,), magic=V3)),
    "no array is as large as": listed(array(shape=(2**31, 2**31, 2**31))),
    "no array is as large": listed(array(shape=(0, 2**62), magic=V3)),
    "truncated: the elements of float32[4611686018427387] take at least": listed(array(shape=(2**62 // 1000,))),
    "truncated: the elements of float32[3] take at least 12 bytes, and 8 are there": listed(array(shape=(3,), data=b"")),
    "truth values other than 0 and 1": listed(array(shape=(8,), flag=7, data=b"\0\1\0\1\0\2\0\1")),
}  # fmt: skip


@pytest.mark.parametrize(("reason", "data"), by_reason(LIES))
def test_a_lying_file_is_refused(file, reason, data):
    assert reason in refusal(file(data))


@pytest.mark.parametrize("name", ["named", "dtypes", "shapes", *OLD])
def test_a_file_that_breaks_off_anywhere_is_refused(file, name):
    whole = recorded(name).read_bytes()
    for length in range(len(whole)):
        refusal(file(whole[:length]))


@pytest.mark.parametrize("name", ["named", "dtypes", "unnamed", *OLD])
def test_random_damage_gives_arrays_or_a_clear_error(file, name):
    whole, draw = recorded(name).read_bytes(), random.Random(name)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(draw.choice([1, 1, 2, 8])):
            data[draw.randrange(len(data))] = draw.choice([0, 1, 127, 128, 255, draw.randrange(256)])
        try:
            read = weights.read(file(bytes(data)))
        except WeightsError:
            continue
        assert sum(each.nbytes for each in read.values()) <= len(data)


@pytest.mark.parametrize(
    "data",
    [
        listed(count=2**64 - 1),
        listed(array(), names=[b"x" * 10], names_count=2**61),
        listed(array(shape=(2**40,))),
        listed(*[array(shape=(0,), magic=V3, data=b"")] * 20_000, names=[b"%d" % n for n in range(19_999)] + [b"0"]),
    ],
    ids=["arrays", "names", "elements", "twenty thousand arrays"],
)
def test_what_it_takes_is_bounded_by_the_size_of_the_file(file, data):
    path = file(data)
    tracemalloc.start()
    start = time.process_time()
    refusal(path)
    assert time.process_time() - start < 5
    assert tracemalloc.get_traced_memory()[1] < 2**20 + 50 * len(data)
    tracemalloc.stop()
