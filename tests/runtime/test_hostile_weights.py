"""Small files made to take time or memory without end: each is refused in a moment, in a process with little memory."""

import io
import json
import pickle
import struct
import subprocess
import sys
import zipfile
import zlib

import h5py
import numpy as np
import pytest

from hybridc.runtime import weights

LEVELS = 40
CHILD = """
import json, resource, signal, sys, time
from hybridc.runtime import weights

resource.setrlimit(resource.RLIMIT_DATA, (2**31, 2**31))


def late(*_):
    raise SystemExit("out of time")


signal.signal(signal.SIGALRM, late)
for path in sys.argv[1:]:
    signal.alarm(20)
    try:
        said = f"read {len(weights.read(path))}"
    except weights.WeightsError as error:
        said = error.reason
    print(json.dumps([path, said]), flush=True)
"""


def doubled(file):
    group = file
    for _ in range(LEVELS):
        group = group.create_group("a")
    group["w"] = np.ones(3)
    group = file
    for _ in range(LEVELS):
        group["b"] = group["a"]
        group = group["a"]


def circle(file):
    file.create_group("a/b")
    file["a/b/c"] = file["a"]


def circle_to_the_root(file):
    file.create_group("a")
    file["a/b"] = file["/"]


def deep(file):
    file["/".join("a" * 300)] = np.ones(3)


def huge(file):
    file.create_dataset("w", (10**6, 10**6), "f4", chunks=(100, 100))


def many_chunks(file):
    file.create_dataset("w", (10**8,), "i1", chunks=(1,))


def large_chunk(file):
    file.create_dataset("w", (4,), "i1", chunks=(2**31,), maxshape=(None,), compression="gzip")


def packed(file, data, filters=1):
    """An array of a million bytes whose one chunk is these."""
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk((10**6,))
    for _ in range(filters):
        properties.set_deflate(9)
    space = h5py.h5s.create_simple((10**6,))
    made = h5py.h5d.create(file.id, b"w", h5py.h5t.NATIVE_INT8, space, properties)
    made.write_direct_chunk((0,), data)


def bomb(file):
    packed(file, zlib.compress(bytes(10**9), 9))


def bomb_in_bomb(file):
    packed(file, zlib.compress(zlib.compress(bytes(10**9), 9), 9), filters=2)


def bomb_that_fits(file):
    packed(file, zlib.compress(bytes(10**7), 9))


def soft(file):
    file["w"] = np.ones(3)
    file["v"] = h5py.SoftLink("/w")


def soft_circle(file):
    file["v"] = h5py.SoftLink("/v")


def external(file):
    file["v"] = h5py.ExternalLink("/etc/passwd", "/w")


def external_among_old(file):
    file.attrs["layer_names"] = [b"dense"]
    file["dense"] = h5py.ExternalLink("/etc/passwd", "/w")


def external_in_an_old_layer(file):
    file.attrs["layer_names"] = [b"dense"]
    file.create_group("dense").attrs["weight_names"] = [b"v/w"]
    file["dense/v"] = h5py.ExternalLink("/etc/passwd", "/w")


def external_for_all(file):
    file["model_weights"] = h5py.ExternalLink("/etc/passwd", "/")


def bytes_of_others(file):
    file.create_dataset("w", (100,), "i1", external=[("/etc/passwd", 0, 100)])


def virtual(file):
    layout = h5py.VirtualLayout((3,), "f4")
    layout[:] = h5py.VirtualSource("/etc/passwd", "w", (3,))
    file.create_virtual_dataset("w", layout)


def references(file):
    file["w"] = np.ones(3)
    file["r"] = np.array([file["w"].ref], h5py.ref_dtype)


def texts(file):
    file["r"] = ["text"]


def records(file):
    file["r"] = np.zeros(3, [("a", "f4"), ("b", "i4")])


def named_type(file):
    file["t"] = np.dtype("f4")


def empty_names(file):
    file.attrs["layer_names"] = h5py.Empty("f4")


def numbers_for_names(file):
    file.attrs["layer_names"] = 7


def layer_twice(file):
    file.attrs["layer_names"] = [b"dense", b"dense"]
    file.create_group("dense").attrs["weight_names"] = [b"w"]
    file["dense/w"] = np.ones(3)


def layers_of_one_group(file):
    names = [b"a", b"b"]
    file.attrs["layer_names"] = names
    file.create_group("a").attrs["weight_names"] = [b"w"]
    file["a/w"] = np.ones(3)
    file["b"] = file["a"]


def layer_that_is_an_array(file):
    file.attrs["layer_names"] = [b"dense"]
    file["dense"] = np.ones(3)


def layer_that_is_not_there(file):
    file.attrs["layer_names"] = [b"dense"]


TWICE, LINK, MORE = "is linked twice", "is a link to another place", "more than"
HDF5 = {
    doubled: TWICE,
    circle: TWICE,
    circle_to_the_root: TWICE,
    deep: "more than 100 deep",
    huge: "a hundred times",
    many_chunks: "100000000 chunks",
    large_chunk: "chunks of 2147483648 bytes",
    bomb: MORE,
    bomb_in_bomb: "compressed in a way",
    bomb_that_fits: MORE,
    soft: LINK,
    soft_circle: LINK,
    external: LINK,
    external_among_old: LINK,
    external_in_an_old_layer: LINK,
    external_for_all: LINK,
    bytes_of_others: "no array that lies in this file",
    virtual: "no array that lies in this file",
    references: "only numbers",
    texts: "only numbers",
    records: "only numbers",
    named_type: "no array that lies in this file",
    empty_names: "damaged",
    numbers_for_names: "damaged",
    layer_twice: "a name twice",
    layers_of_one_group: TWICE,
    layer_that_is_an_array: "damaged",
    layer_that_is_not_there: "is not there",
}


def in_hdf5(write):
    memory = io.BytesIO()
    with h5py.File(memory, "w") as file:
        write(file)
    return memory.getvalue()


def archived(name, data, method=zipfile.ZIP_DEFLATED):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method, compresslevel=1) as archive:
        archive.writestr(name, data)
    return memory.getvalue()


def npy(shape, data=b""):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(header)) + header + data


def safetensors(header, data=b""):
    return struct.pack("<Q", len(header)) + header + data


def ndarrays(*numbers):
    return (0x112).to_bytes(8, "little") + bytes(8) + struct.pack(f"<{len(numbers)}Q", *numbers)


def doubled_in_a_pickle():
    inner = {"w": np.ones(3, np.float32)}
    for _ in range(LEVELS):
        inner = {"a": inner, "b": inner}
    return pickle.dumps(inner, protocol=4)


def often_in_a_pickle():
    """One array's bytes, a megabyte of them, as those of ten thousand arrays."""
    data = bytearray(10**6)

    class Made:
        def __reduce__(self):
            dtype = np.dtype("i1")
            return np._core.multiarray._reconstruct, (np.ndarray, (0,), b"b"), (1, (10**6,), dtype, False, data)

    return pickle.dumps({str(n): Made() for n in range(10_000)}, protocol=5)


def nested_in_a_pickle():
    return b"\x80\x04" + b"]" * 50_000 + b"a" * 49_999 + b"."


# By name what makes it, some of it gigabytes that are compressed, and what is said of it.
OTHERS = {
    "bomb.npz": (lambda: archived("w.npy", bytes(10**9)), "a hundred times"),
    "huge.npz": (lambda: archived("w.npy", npy((10**9, 10**9))), "takes"),
    "overflowing.npz": (lambda: archived("w.npy", npy((2**62, 2**62))), "no array is as large"),
    "header.npz": (lambda: archived("w.npy", npy("(" * 5000)), "damaged"),
    "bomb.keras": (lambda: archived("model.weights.h5", bytes(10**9)), "a hundred times"),
    "doubled.keras": (lambda: archived("model.weights.h5", in_hdf5(doubled)), TWICE),
    "length.safetensors": (lambda: safetensors(b"{}")[:8].replace(b"\x02", b"\xff") + b"{}", "truncated"),
    "nested.safetensors": (lambda: safetensors(b'{"a":' + b"[" * 10**6), ""),
    "huge.safetensors": (
        lambda: safetensors(b'{"a":{"dtype":"F32","shape":[1000000000,1000000000],"data_offsets":[0,4000000000000000000]}}'),
        "",
    ),
    "number.safetensors": (lambda: safetensors(b'{"a":{"dtype":"F32","shape":[' + b"9" * 10**6 + b'],"data_offsets":[0,4]}}'), ""),
    "count.params": (lambda: ndarrays(2**60), "truncated"),
    "doubled.pdparams": (lambda: doubled_in_a_pickle(), "read 1"),  # what occurs often is one object
    "often.pdparams": (lambda: often_in_a_pickle(), "a hundred times"),
    "nested.pdparams": (lambda: nested_in_a_pickle(), ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    written = {f"{write.__name__}.h5": in_hdf5(write) for write in HDF5}
    for name, data in {**written, **{name: made() for name, (made, _) in OTHERS.items()}}.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def said(files):
    """What a process says of each file, as far as it comes."""
    paths = sorted(files.iterdir())
    command = [sys.executable, "-c", CHILD, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400)
    found = dict(json.loads(line) for line in done.stdout.splitlines())
    return {path.name: found.get(str(path), f"nothing: {done.stderr[-500:]}") for path in paths}


@pytest.mark.parametrize("write", HDF5, ids=lambda write: write.__name__)
def test_files_of_hdf5_are_refused_in_a_moment(said, write):
    told = said[f"{write.__name__}.h5"]
    assert HDF5[write] in told and not told.startswith(("nothing", "read"))


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_end_in_a_moment(said, name):
    expected = OTHERS[name][1]
    assert expected in said[name] and said[name].startswith(("nothing", "read")) == expected.startswith("read")


@pytest.mark.parametrize("options", [{}, {"shuffle": True}, {"fletcher32": True}, {"compression": "lzf"}], ids=str)
@pytest.mark.parametrize("fill", ["zeros", "drawn"])
def test_arrays_that_are_compressed_are_read(tmp_path, options, fill):
    array = np.zeros((300, 70), np.float32)
    if fill == "drawn":
        array = np.random.default_rng(0).normal(size=(300, 70)).astype(np.float32)
    with h5py.File(tmp_path / "w.h5", "w") as file:
        file.create_dataset("w", data=array, chunks=(64, 64), **{"compression": "gzip", **options})
    np.testing.assert_array_equal(weights.read(tmp_path / "w.h5")["w"], array)


def test_one_array_under_two_names_is_read_twice(tmp_path):
    with h5py.File(tmp_path / "w.h5", "w") as file:
        file["a/w"] = np.arange(3)
        file["b"] = file["a/w"]
    found = weights.read(tmp_path / "w.h5")
    assert list(found) == ["a/w", "b"] and not np.shares_memory(found["a/w"], found["b"])
