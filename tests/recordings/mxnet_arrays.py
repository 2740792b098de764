"""Records `.params` files, and what they hold as `.npz` beside them.

Arrays without names are called 0, 1, ... there; those of bfloat16, which NumPy has not, are their bits as uint16.
"""

import io
import struct
import zipfile

import mxnet as mx
import numpy as np
from mxnet.gluon import nn
from numpy.lib import format as npy

BFLOAT16 = np.dtype([("bfloat16", np.uint16)])
DTYPES = ["float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool"]


def record(folder):
    def saved(name, arrays):
        mx.nd.save(str(folder / f"{name}.params"), arrays)
        write_npz(folder / f"{name}.npz", by_name(arrays))

    saved("named", {"fc.weight": mx.nd.array([[1.5, -2.0], [0.0, 3.25]]), "Zürich": mx.nd.array([7.0])})
    saved("unnamed", [mx.nd.array([1.0, 2.0]), mx.nd.array([[3], [4]], dtype="int64")])
    saved("none", {})
    values = np.array([[0, 1, 2], [3, 100, 127]])
    saved("dtypes", {dtype: mx.nd.array(values, dtype=dtype) for dtype in DTYPES})
    saved("bfloat16", {"x": mx.nd.array([1.0, 2.5, -3.0]).astype(BFLOAT16)})
    with mx.util.np_shape(True):
        shapes = {"scalar": (), "nothing": (0, 3), "nothing_after": (2, 0, 3), "matrix": (2, 3)}
        saved("shapes", {name: mx.nd.ones(shape, dtype="float64") * 2.5 for name, shape in shapes.items()})
    sparse = mx.nd.array([[0, 1], [0, 0]])
    for kind in ("row_sparse", "csr"):
        mx.nd.save(str(folder / f"{kind}.params"), {"x": sparse.tostype(kind)})

    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2), nn.BatchNorm(in_channels=3))
    mx.random.seed(1)
    net.initialize(mx.init.Normal())
    net.save_parameters(str(folder / "gluon.params"))
    write_npz(folder / "gluon.npz", by_name({n: p.data() for n, p in net._collect_params_with_prefix().items()}))

    for version, array in {"int64": of_sizes, "oldest": of_the_oldest}.items():
        name = f"version_{version}"
        arrays = {"w": np.array([[1.5, 2.5]], np.float32), "n": np.array([3, -4], np.int32)}
        (folder / f"{name}.params").write_bytes(listed([array(a) for a in arrays.values()], list(arrays)))
        write_npz(folder / f"{name}.npz", arrays)
        compare(folder / f"{name}.params")


def of_sizes(array):
    return struct.pack(f"<Ii{array.ndim}q", 0xF993FAC8, array.ndim, *array.shape) + rest(array)


def of_the_oldest(array):
    return struct.pack(f"<I{array.ndim}I", array.ndim, *array.shape) + rest(array)


def rest(array):
    """The device, a GPU that is not there, and the elements."""
    return struct.pack("<iii", 2, 5, {"float32": 0, "int32": 4}[array.dtype.name]) + array.tobytes()


def listed(arrays, names):
    texts = [struct.pack("<Q", len(name)) + name.encode() for name in names]
    return (
        struct.pack("<QQQ", 0x112, 0, len(arrays)) + b"".join(arrays) + struct.pack("<Q", len(names)) + b"".join(texts)
    )


def by_name(arrays):
    named = arrays if isinstance(arrays, dict) else {str(n): array for n, array in enumerate(arrays)}
    return {name: array.asnumpy() for name, array in named.items()}


def write_npz(path, arrays):
    """As `numpy.savez_compressed`, without the time of day."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            plain = array.view(np.uint16) if array.dtype == BFLOAT16 else array
            stream = io.BytesIO()
            npy.write_array(stream, plain, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), stream.getvalue())


def compare(path):
    """Loads a `.params` file in MXNet, and compares it with the `.npz` file beside it."""
    with mx.util.np_shape(struct.pack("<I", 0xF993FACA) in path.read_bytes()):
        loaded = mx.nd.load(str(path))
        found = by_name(loaded)
    with np.load(path.with_suffix(".npz")) as expected:
        assert list(found) == list(expected), (list(found), list(expected))
        for name, array in found.items():
            plain = array.view(np.uint16) if array.dtype == BFLOAT16 else array
            np.testing.assert_array_equal(plain, expected[name], err_msg=name)
            assert (plain.dtype, plain.shape) == (expected[name].dtype, expected[name].shape), name
