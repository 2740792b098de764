"""Weights in `.safetensors` and `.npz` files, what is refused of them, and whether weights fit a model."""

import io
import json
import os
import zipfile

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from hybridc.runtime import weights
from hybridc.runtime.weights import WeightsError, streams

ARRAYS = {
    "fc.weight": np.array([[1.5, -2.0], [0.0, 3.25]], np.float32),
    "fc.half": np.array([1.0, -0.5, 3.0]).astype(jnp.bfloat16),
    "steps": np.array(7, np.int64),
    "mask": np.array([True, False, True]),
    "none": np.zeros((0, 3), np.float32),
}
# Written by the reference implementation of the format, version 0.8.0.
REFERENCE = (
    b'P\x01\0\0\0\0\0\0{"__metadata__":{"format":"pt"},"steps":{"dtype":"I64","shape":[],"data_offsets":[0,8]},'
    b'"fc.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]},"none":{"dtype":"F32","shape":[0,3],'
    b'"data_offsets":[24,24]},"fc.half":{"dtype":"BF16","shape":[3],"data_offsets":[24,30]},"mask":{"dtype":"BOOL",'
    b'"shape":[3],"data_offsets":[30,33]}}   \x07\0\0\0\0\0\0\0\0\0\xc0?\0\0\0\xc0\0\0\0\0\0\0P@\x80?\0\xbf@@\x01\0\x01'
)
NARROW = [jnp.bfloat16, jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e8m0fnu]
SIGNED, UNSIGNED = ["int8", "int16", "int32", "int64"], ["uint8", "uint16", "uint32", "uint64"]
NUMBERS = ["bool", *SIGNED, *UNSIGNED, "float16", "float32", "float64", "complex64"]


def assert_same(ours, theirs):
    assert list(ours) == list(theirs)
    for name, array in theirs.items():
        assert type(ours[name]) is np.ndarray
        assert (ours[name].dtype, ours[name].shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(ours[name].astype(np.complex128), np.asarray(array).astype(np.complex128))


def refusal(path, *arguments):
    with pytest.raises(WeightsError) as caught:
        weights.read(path, *arguments)
    assert str(caught.value) == f"{path}: {caught.value.reason}"
    assert caught.value.path == path
    return caught.value.reason


@pytest.fixture
def file(tmp_path):
    """Makes a file of the bytes given, and gives its path."""

    def write(data):
        path = tmp_path / "weights"
        path.write_bytes(data)
        return path

    return write


def by_reason(table):
    return [pytest.param(reason, data, id=reason) for reason, data in table.items()]


def safetensors(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def entry(dtype="F32", shape=(1,), offsets=(0, 4), **others):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets), **others}


def npz(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("_npy", ".npy"), data)
    return stream.getvalue()


def npy(header="{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", data=bytes(8), version=1):
    text = header.encode() + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + len(text).to_bytes(2 if version == 1 else 4, "little") + text + data


def test_a_file_of_the_reference_implementation(file):
    read = weights.read(file(REFERENCE))
    assert_same({name: read[name] for name in ARRAYS}, ARRAYS)


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
@pytest.mark.parametrize("dtype", NUMBERS)
def test_what_is_written_is_read_again(tmp_path, suffix, dtype):
    arrays = {
        "a.matrix": np.arange(6).reshape(2, 3).astype(dtype),
        "a.columns": np.asfortranarray(np.arange(24).reshape(2, 3, 4).astype(dtype)),
        "a.part": np.arange(8).astype(dtype)[::2],
        "number": np.array(1).astype(dtype),
        "nothing": np.zeros((2, 0, 3), dtype),
        "file": np.ones(2, dtype),
        "ein/Zürich": np.ones(1, dtype),
    }
    path = tmp_path / f"w{suffix}"
    weights.write(path, arrays)
    read = weights.read(path)
    assert_same({name: read[name] for name in arrays}, arrays)
    assert len(read) == len(arrays)


@pytest.mark.parametrize("dtype", NARROW)
def test_safetensors_hold_the_narrow_floats_and_npz_do_not(tmp_path, dtype):
    arrays = {"x": np.array([1.0, 2.0, 0.5]).astype(dtype)}
    weights.write(tmp_path / "x.safetensors", arrays)
    assert_same(weights.read(tmp_path / "x.safetensors"), arrays)
    with pytest.raises(WeightsError, match=r"'x': a \.npz file cannot hold"):
        weights.write(tmp_path / "x.npz", arrays)


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_arrays_of_jax_and_of_the_other_byte_order_are_written(tmp_path, suffix):
    path = tmp_path / f"w{suffix}"
    weights.write(path, {"jax": jnp.arange(3.0), "swapped": np.arange(3, dtype=">i4")})
    assert_same(weights.read(path), {"jax": np.arange(3, dtype=np.float32), "swapped": np.arange(3, dtype=np.int32)})


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_a_file_of_no_arrays(tmp_path, suffix):
    weights.write(tmp_path / f"w{suffix}", {})
    assert weights.read(tmp_path / f"w{suffix}") == {}


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_the_same_arrays_give_the_same_bytes(tmp_path, suffix):
    for name in "ab":
        weights.write(tmp_path / (name + suffix), ARRAYS if suffix == ".safetensors" else {"x": np.ones(3)})
    assert (tmp_path / ("a" + suffix)).read_bytes() == (tmp_path / ("b" + suffix)).read_bytes()


def test_written_safetensors_lie_aligned(tmp_path):
    path = tmp_path / "w.safetensors"
    weights.write(path, ARRAYS)
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    assert length % 8 == 0
    for fields in json.loads(data[8 : 8 + length]).values():
        itemsize = {"I64": 8, "F32": 4, "BF16": 2, "BOOL": 1}[fields["dtype"]]
        assert fields["data_offsets"][0] % itemsize == 0


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_npz_files_of_numpy(tmp_path, save):
    arrays = {"a": np.arange(6.0).reshape(2, 3), "b": np.asfortranarray(np.ones((2, 3))), "c": np.array(3, ">i2")}
    save(tmp_path / "w.npz", **arrays)
    assert_same(weights.read(tmp_path / "w.npz"), {**arrays, "c": np.array(3, np.int16)})


def test_arrays_that_were_read_can_be_written_and_put_on_a_device(file):
    read = weights.read(file(REFERENCE))
    read["fc.weight"][0, 0] = 5.0
    assert jnp.asarray(read["fc.half"]).dtype == jnp.bfloat16
    assert jax.device_put(read["fc.weight"])[0, 0] == 5.0


def test_the_name_of_a_file_does_not_say_what_is_in_it(tmp_path):
    weights.write(tmp_path / "w.npz", {"x": np.ones(2)})
    os.rename(tmp_path / "w.npz", tmp_path / "w.safetensors")
    assert_same(weights.read(tmp_path / "w.safetensors"), {"x": np.ones(2)})


BAD_SAFETENSORS = {
    "truncated: the header": safetensors({"x": entry()}, bytes(4), length=10**6),
    "truncated: the header is said to have 18446744073709551615": safetensors(b"{}", length=2**64 - 1),
    "truncated: 'x' ends at byte 4 of the arrays, of 3": safetensors({"x": entry()}, bytes(3)),
    "2 bytes are left behind the last array": safetensors({"x": entry()}, bytes(6)),
    "'x' starts at byte 4 of the arrays, where 0 is next": safetensors({"x": entry(offsets=(4, 8))}, bytes(8)),
    "'y' starts at byte 2 of the arrays, where 4 is next": safetensors(
        {"x": entry(), "y": entry(offsets=(2, 6))}, bytes(6)
    ),
    "'y' starts at byte 0 of the arrays, where 4 is next": safetensors({"x": entry(), "y": entry()}, bytes(4)),
    "the header names 'x' twice": safetensors(b'{"x":1,"x":2}'),
    "the header names 'shape' twice": safetensors(
        b'{"x":{"dtype":"U8","shape":[1],"shape":[1],"data_offsets":[0,1]}}', b"0"
    ),
    "'x', F32[2], takes 8 bytes, not 4": safetensors({"x": entry(shape=(2,))}, bytes(4)),
    "'x', F32[1], takes 4 bytes, not -4": safetensors({"x": entry(offsets=(4, 0))}, bytes(4)),
    "no array is as large as the shape (4611": safetensors({"x": entry(shape=(2**62, 2**62), offsets=(0, 0))}),
    "no array is as large as the shape (0, ": safetensors({"x": entry(shape=(0, 2**62, 2**62), offsets=(0, 0))}),
    "[-1] is no shape": safetensors({"x": entry(shape=(-1,), offsets=(0, 0))}),
    "[-2, -2] is no shape": safetensors({"x": entry(shape=(-2, -2), offsets=(0, 16))}, bytes(16)),
    "[1.0] is no shape": safetensors({"x": entry(shape=(1.0,))}, bytes(4)),
    "[True] is no shape": safetensors({"x": entry(shape=(True,))}, bytes(4)),
    "is no shape of at most 64 dimensions": safetensors({"x": entry(shape=(1,) * 65)}, bytes(4)),
    "of the dtype 'F33', which is not known": safetensors({"x": entry("F33")}, bytes(4)),
    "of the dtype ['F32'], which is not known": safetensors({"x": entry(["F32"])}, bytes(4)),
    "'x' has the data_offsets [0.0, 4]": safetensors({"x": entry(offsets=(0.0, 4))}, bytes(4)),
    "'x' has the data_offsets [-4, 0]": safetensors({"x": entry(offsets=(-4, 0))}, bytes(4)),
    "'x' has the data_offsets [0]": safetensors({"x": entry(offsets=(0,))}, bytes(4)),
    "'x' has not the fields": safetensors({"x": entry(more=1)}, bytes(4)),
    "'y' has not the fields": safetensors({"y": 3}),
    "__metadata__ holds other things than text": safetensors({"__metadata__": {"a": 1}}),
    "truth values other than 0 and 1": safetensors({"x": entry("BOOL", offsets=(0, 1))}, b"\2"),
    "the header is not JSON: maximum recursion": safetensors(b'{"x":' + b"[" * 10**5),
    "the header is not JSON: 'utf-8'": safetensors(b'{"\xff": 1}'),
    "the header is not JSON: Exceeds the limit": safetensors(b'{"x":' + b"9" * 5000 + b"}"),
    "the header is not JSON: Expecting": safetensors(b"{"),
}
BAD_NPZ = {
    "takes 8 bytes, and 4 are there": npz(x_npy=npy(data=bytes(4))),
    "takes 8 bytes, and 12 are there": npz(x_npy=npy(data=bytes(12))),
    "takes 400000000000000 bytes": npz(
        x_npy=npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({10**14},), }}")
    ),
    "'x': no array is as large as the shape": npz(
        x_npy=npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({2**62}, 4), }}")
    ),
    "(-1,) is no shape": npz(x_npy=npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }")),
    "dtype object": npz(x_npy=npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }")),
    "dtype <U2": npz(x_npy=npy("{'descr': '<U2', 'fortran_order': False, 'shape': (1,), }")),
    "dtype |V2": npz(x_npy=npy("{'descr': '|V2', 'fortran_order': False, 'shape': (1,), }")),
    "truth values": npz(x_npy=npy("{'descr': '|b1', 'fortran_order': False, 'shape': (1,), }", b"\2")),
    "version (3, 0)": npz(x_npy=npy(version=3)),
    "'x': damaged": npz(x_npy=b"\x93NUMPY\1\0\x05\0hello"),
    "'x': damaged: ('EOF in": npz(x_npy=npy("[" * 9000)),
    "'x': damaged: ": npz(x_npy=npy("{'descr': " + "-" * 9000 + "1}")),
    "'x': damaged: maximum recursion": npz(x_npy=npy("{'descr': " + "1+" * 4000 + "1}")),
    "'x': damaged: the magic": npz(x_npy=b"hello, I am no array"),
    "'readme.txt' is no array of NumPy's": npz(**{"readme.txt": b"hello"}),
}


@pytest.mark.parametrize(("reason", "data"), by_reason({**BAD_SAFETENSORS, **BAD_NPZ}))
def test_a_lying_file_is_refused(file, reason, data):
    assert reason in refusal(file(data))


OTHERS = {
    "empty": b"",
    "neither .safetensors, nor .npz": b"hello, this is no file of weights",
    "neither .safetensors": b"\0" * 100,
    "HDF5 file": b"\x89HDF\r\n\x1a\n" + bytes(100),
    "a single array of NumPy's": npy(),
    "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n",
    "compressed by gzip": b"\x1f\x8b\x08" + bytes(30),
    "a GGUF file": b"GGUF" + bytes(30),
    "it holds a int, no mapping of names to tensors": b"\x80\x04K\x01.",
    "a tar file": bytes(257) + b"ustar" + bytes(300),
    "damaged: File is not a zip file": b"PK\3\4" + bytes(100),
}


@pytest.mark.parametrize(("reason", "data"), by_reason(OTHERS))
def test_what_is_no_file_of_weights(file, reason, data):
    assert reason in refusal(file(data))


def test_what_is_no_file_at_all(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path) == "not a regular file"
    assert refusal(tmp_path / "pipe") == "not a regular file"
    assert "No such file" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("form", ["reference", "npz", "compressed"])
def test_a_file_that_breaks_off_anywhere_is_refused(file, form):
    stream = io.BytesIO()
    {"reference": lambda f, **_: f.write(REFERENCE), "npz": np.savez, "compressed": np.savez_compressed}[form](
        stream, a=np.arange(20.0), b=np.ones((3, 3))
    )
    whole = stream.getvalue()
    for length in range(len(whole)):
        refusal(file(whole[:length]))


def test_a_bit_that_fell_over_in_an_npz_file_is_seen(file):
    stream = io.BytesIO()
    np.savez(stream, a=np.ones(100, np.float32))
    data = bytearray(stream.getvalue())
    data[300] ^= 1
    assert "Bad CRC-32" in refusal(file(bytes(data)))


def test_an_npz_file_that_unpacks_to_far_more_than_it_is(file, monkeypatch):
    monkeypatch.setattr(streams, "_FREELY", 2**16)
    stream = io.BytesIO()
    np.savez_compressed(stream, a=np.zeros(10**6))
    assert "unpacks to more than a hundred times its size" in refusal(file(stream.getvalue()))


def edited_directory(data, change):
    """A zip file of one member whose entry in the directory was changed."""
    place = data.index(b"PK\1\2")
    fields = bytearray(data[place : place + 46])
    change(fields)
    return data[:place] + bytes(fields) + data[place + 46 :]


def put(place, value):
    return lambda fields: fields.__setitem__(slice(place, place + len(value)), value)


@pytest.mark.parametrize(
    ("reason", "change"),
    [
        ("is not compressed, but states two sizes", put(24, (2**31).to_bytes(4, "little"))),
        ("is encrypted or compressed in a way that is not read", put(8, b"\1\0")),
        ("is encrypted or compressed in a way that is not read", put(10, b"\x0e\0")),
        ("members of the archive overlap", put(20, (2**30).to_bytes(4, "little") * 2)),
    ],
)
def test_a_zip_directory_that_lies_is_refused(file, reason, change):
    assert reason in refusal(file(edited_directory(npz(x_npy=npy()), change)))


def test_members_of_one_name_and_members_that_overlap_are_refused(file):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("x.npy", npy())
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("x.npy", npy())
    assert refusal(file(stream.getvalue())) == "the archive holds 'x.npy' twice"
    data = npz(a_npy=npy(data=bytes(8)))
    place, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    entries = b"".join(data[place:end].replace(b"a.npy", f"{letter}.npy".encode()) for letter in "abcdef")
    tail = bytearray(data[end:])
    tail[8:12] = (6).to_bytes(2, "little") * 2
    tail[12:16] = len(entries).to_bytes(4, "little")
    assert refusal(file(data[:place] + entries + bytes(tail))) == "members of the archive overlap"


def test_a_key_is_for_checkpoints(file):
    assert "no mappings within others" in refusal(file(REFERENCE), "model")


@pytest.mark.parametrize(
    ("name", "arrays", "reason"),
    [
        ("w.pt", {}, "the name ends in none of .safetensors, .npz"),
        ("w.safetensors", {"__metadata__": np.ones(1)}, "no array can be called __metadata__"),
        ("w.safetensors", {"x": np.array("text")}, "a .safetensors file cannot hold <U4"),
        ("w.safetensors", {"x": np.ones(1, np.complex128)}, "a .safetensors file cannot hold complex128"),
        ("w.safetensors", {1: np.ones(1)}, "1 is no name"),
        ("w.safetensors", {"\ud800": np.ones(1)}, "is no text in Unicode"),
        ("w.npz", {"x": np.array([None])}, "a .npz file cannot hold object"),
        ("w.npz", {"a\0b": np.ones(1)}, "a member of a zip file cannot be called"),
        ("nowhere/w.npz", {}, "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_refused_and_leaves_nothing(tmp_path, name, arrays, reason):
    with pytest.raises(WeightsError) as caught:
        weights.write(tmp_path / name, arrays)
    assert reason in caught.value.reason
    assert os.listdir(tmp_path) == []


def fails(descriptor):
    raise OSError(28, "No space left on device")


class Unreadable:
    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("lost")


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_writing_replaces_a_file_whole_or_not_at_all(tmp_path, suffix, monkeypatch):
    path = tmp_path / f"w{suffix}"
    weights.write(path, {"x": np.ones(2)})
    with pytest.raises(RuntimeError):
        weights.write(path, {"x": Unreadable()})
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fails)
        with pytest.raises(WeightsError, match="No space left"):
            weights.write(path, {"x": np.zeros(2)})
    assert_same(weights.read(path), {"x": np.ones(2)})
    weights.write(path, {"y": np.zeros(2)})
    assert_same(weights.read(path), {"y": np.zeros(2)})
    assert os.listdir(tmp_path) == [path.name]


def test_writing_through_a_link_changes_what_it_points_to(tmp_path):
    (tmp_path / "link.npz").symlink_to(tmp_path / "real.npz")
    weights.write(tmp_path / "link.npz", {"x": np.ones(1)})
    assert (tmp_path / "link.npz").is_symlink()
    assert_same(weights.read(tmp_path / "real.npz"), {"x": np.ones(1)})


SHAPES = {"a.weight": (2, 3), "a.bias": (2,), "b.weight": ()}


def arrays_of(shapes):
    return {name: np.zeros(shape) for name, shape in shapes.items()}


def test_weights_that_fit():
    weights.match(SHAPES, arrays_of(SHAPES))
    weights.match({name: list(shape) for name, shape in SHAPES.items()}, arrays_of(dict(reversed(SHAPES.items()))))
    weights.match({}, {})


def test_all_that_does_not_fit_is_listed():
    given = arrays_of({"a.weight": (3, 2), "b.weight": (1,), "c": (1,), "d": (2,)})
    with pytest.raises(WeightsError) as caught:
        weights.match(SHAPES, given)
    assert str(caught.value).splitlines() == [
        "the weights do not fit the model",
        "missing (1):",
        "    a.bias",
        "left over (2):",
        "    c",
        "    d",
        "of another shape (2):",
        "    a.weight: (2, 3) in the model, (3, 2) given",
        "    b.weight: () in the model, (1,) given",
    ]


def test_without_strict_names_may_differ_and_shapes_may_not():
    weights.match(SHAPES, arrays_of({"a.bias": (2,), "c": (1,)}), strict=False)
    with pytest.raises(WeightsError, match=r"a.bias: \(2,\) in the model, \(3,\) given"):
        weights.match(SHAPES, arrays_of({"a.bias": (3,)}), strict=False)


@pytest.mark.parametrize(
    ("expected", "given", "hint"),
    [
        (SHAPES, {f"module.{n}": s for n, s in SHAPES.items()}, "hint: 3 of the names given fit without the prefix 'module.' (`torch.nn.DataParallel` and"),
        (SHAPES, {f"_orig_mod.{n}": s for n, s in SHAPES.items()}, "without the prefix '_orig_mod.' (`torch.compile` adds it)"),
        (SHAPES, {**{f"net.body.{n}": s for n, s in SHAPES.items()}, "head": ()}, "hint: 3 of the names given fit without the prefix 'net.body.'"),
        ({f"net.{n}": s for n, s in SHAPES.items()}, SHAPES, "hint: 3 of the names given fit with the prefix 'net.': {'net.' + name"),
        ({"bn.weight": (1,), "bn.num_batches_tracked": ()}, {"bn.weight": (1,)}, "PyTorch before 0.4.1 kept no num_batches_tracked"),
    ],
)  # fmt: skip
def test_prefixes_are_explained_and_not_taken_away(expected, given, hint):
    with pytest.raises(WeightsError) as caught:
        weights.match(expected, arrays_of(given))
    assert hint in str(caught.value)


def test_names_that_have_nothing_in_common_give_no_hint():
    with pytest.raises(WeightsError) as caught:
        weights.match({"a.weight": (1,)}, arrays_of({"b.kernel": (1,)}))
    assert "hint" not in str(caught.value)
