"""Checkpoints made to run code, to reach out of their storages, or to exhaust memory and time: none gets its way."""

import ast
import contextlib
import io
import os
import pickle
import pickletools
import random
import subprocess
import time
import tracemalloc
import zipfile
from pathlib import Path

import numpy as np
import pytest
import torch

from hybridc.runtime import weights
from hybridc.runtime.weights import WeightsError, checkpoints, pickles, streams

torch.set_num_threads(1)


@pytest.fixture
def file(tmp_path):
    """Makes a file of the bytes given, and gives its path."""

    def write(data):
        path = tmp_path / "model.pt"
        path.write_bytes(data)
        return path

    return write


def refusal(path, *arguments):
    with pytest.raises(WeightsError) as caught:
        weights.read(path, *arguments)
    return caught.value.reason


def by_reason(table):
    return [pytest.param(reason, data, id=reason) for reason, data in table.items()]


# Operations of pickles, by hand.


def text(value):
    data = value.encode()
    return b"X" + len(data).to_bytes(4, "little") + data


def number(value):
    data = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def items(*values):
    return b"(" + b"".join(values) + b"t"


def numbers(*values):
    return items(*(number(v) for v in values))


def name(module, attribute):
    return f"c{module}\n{attribute}\n".encode()


def call(function, *arguments):
    return function + items(*arguments) + b"R"


def mapping(entries):
    return b"}(" + b"".join(text(key) + value for key, value in entries.items()) + b"u"


def storage(count=4, kind="FloatStorage", key="0"):
    return items(text("storage"), name("torch", kind), text(key), text("cpu"), number(count)) + b"Q"


def tensor(held=None, offset=None, size=None, stride=None, rebuild="_rebuild_tensor_v2", more=()):
    return call(
        name("torch._utils", rebuild),
        storage() if held is None else held,
        number(0) if offset is None else offset,
        numbers(4) if size is None else size,
        numbers(1) if stride is None else stride,
        b"\x89",
        call(name("collections", "OrderedDict")),
        *more,
    )


def archive(held, end=b".", **members):
    """A checkpoint of the operations given, and of one storage of four float32, unless other members are given."""
    members = {
        "data.pkl": b"\x80\x02" + held + end,
        "byteorder": b"little",
        "version": b"3",
        "data/0": bytes(16),
        **members,
    }
    return zipped({f"archive/{member}": data for member, data in members.items()})


def zipped(members, method=zipfile.ZIP_STORED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        for member, data in members.items():
            made.writestr(member, data)
    return stream.getvalue()


def stream_of(held, keys=("0",), count=4, data=bytes(16), version=1001, little=True):
    """The same in the older format."""
    heads = [0x1950A86A20F9469CFC6C, version, {"little_endian": little, "protocol_version": 1001}]
    parts = [pickle.dumps(head, 2) for head in heads]
    parts += [b"\x80\x02" + held + b".", pickle.dumps(list(keys), 2), count.to_bytes(8, "little", signed=True), data]
    return b"".join(parts)


def old_storage(count=4, view=b"N"):
    return items(text("storage"), name("torch", "FloatStorage"), text("0"), text("cpu"), number(count), view) + b"Q"


OLD = mapping({"x": tensor(old_storage())})


def test_what_is_made_by_hand_here_is_sound(file):
    for data in (archive(mapping({"x": tensor()})), stream_of(OLD)):
        np.testing.assert_array_equal(weights.read(file(data))["x"], np.zeros(4))
        assert torch.equal(torch.load(io.BytesIO(data))["x"], torch.zeros(4))


class Runs:
    """Pickled as a call."""

    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


class SetsState:
    def __init__(self, marker):
        self.marker = marker

    def __setstate__(self, state):
        os.mkdir(state["marker"])


def attacks(marker):
    code = f"__import__('os').mkdir({marker!r})"
    return {
        "mkdir": Runs(os.mkdir, marker),
        "system": Runs(os.system, f"mkdir {marker}"),
        "Popen": Runs(subprocess.Popen, ["mkdir", marker]),
        "eval": Runs(eval, code),
        "exec": Runs(exec, code),
        "getattr": Runs(getattr, "", "format"),
        "loads": Runs(pickle.loads, pickle.dumps(Runs(os.mkdir, marker))),
        "load": Runs(torch.load, marker),
        "SetsState": SetsState(marker),
    }


@pytest.mark.parametrize("attack", attacks(""))
@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("is_zipped", [True, False])
def test_no_code_is_run(file, tmp_path, attack, protocol, is_zipped):
    marker = str(tmp_path / "marker")
    stream, held = io.BytesIO(), {"state_dict": {"x": torch.ones(1)}, "attack": attacks(marker)[attack]}
    torch.save(held, stream, pickle_protocol=protocol, _use_new_zipfile_serialization=is_zipped)
    path = file(stream.getvalue())
    for reason in (refusal(path), refusal(path, "state_dict")):
        assert f".{attack}" in reason
        assert "nothing was run" in reason
    assert not os.path.exists(marker)


def test_the_reader_imports_nothing_that_unpickles_or_imports():
    imported = set()
    for path in Path(weights.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imported.update([getattr(node, "module", None), *(alias.name for alias in node.names)])
    assert "pickletools" in imported
    assert not imported & {"pickle", "_pickle", "marshal", "shelve", "importlib", "pkgutil", "torch"}


NEARLY = [
    ("collections", "OrderedDict.fromkeys"),
    ("collections", "defaultdict"),
    ("torch", "FloatStorage.from_file"),
    ("torch", "load"),
    ("torch.storage", "_load_from_bytes"),
    ("torch._utils", "_import_dotted_name"),
    ("torch.serialization", "StorageType"),
    ("Torch", "Size"),
    ("torch", "Size_"),
    ("torch", "__class__"),
    ("builtins", "list"),
    ("builtins", "__import__"),
    ("numpy.core.multiarray", "_reconstruct"),
    ("os", "system"),
]


@pytest.mark.parametrize(("module", "attribute"), NEARLY)
def test_names_that_are_nearly_those_of_a_state_dict(file, module, attribute):
    by_line = call(name(module, attribute), text("x"))
    on_stack = text(module) + text(attribute) + b"\x93" + items(text("x")) + b"R"
    unused = name(module, attribute) + mapping({})
    for held in (by_line, on_stack, mapping({"x": tensor(), "y": by_line}), unused):
        assert f"{module}.{attribute}" in refusal(file(archive(held)))


OPERATIONS = {
    "INST is no operation": b"(ios\nsystem\n",
    "OBJ is no operation": b"(" + name("torch", "Size") + numbers(1) + b"o",
    "EXT1 is no operation": b"\x82\x01",
    "NEWOBJ_EX is no operation": name("torch", "Size") + b")}\x92",
    "PERSID is no operation": b"Pos.system\n",
    "STRING is no operation": b"S'x'\n",
    "LIST is no operation": b"(l",
    "NEXT_BUFFER is no operation": b"\x97",
    "StorageType(dtype=dtype('float32')) is called": call(name("torch", "FloatStorage"), number(3)),
    "ElementType(dtype=dtype('float32')) is called": call(name("torch", "float32")),
    "'x' is called": call(text("x")),
    "3 is called": number(3) + b")\x81",
    "Meaning(of=": name("torch", "Size") + text("x") + b"R",
    "attributes are given to []": b"]}b",
    "attributes are given to Tensor(": tensor() + b"}b",
    "something is appended to {}": b"}Na",
    "something is appended to 'x'": text("x") + b"(NNe",
    "something is added to []": b"](N\x90",
    "entries are set in []": b"]NNs",
    "entries are set in {}": b"}(Nu",
    "list as a key": b"}]Ns",
    "dict as a key": b"\x8f(}\x90",
    "tuple as a key": b"}" + items(items()) + b"Ns",
    "a number of more than 64 bits as a key": b"}" + number(2**70) + b"Ns",
    "a dictionary of what are no pairs": call(name("collections", "OrderedDict"), numbers(1, 2)),
    "a set of what is no list": call(name("builtins", "set"), text("abc")),
    "a complex number of what are no numbers": call(name("builtins", "complex"), text("1j")),
    "an operation on more than there is": b"N\x86",
    "damaged: pop from empty list": b"u",
    "damaged: list index out of range": b"q\0",
    "damaged: 7": b"h\7",
    "damaged: at position": b"\xff",
    "'os' is no storage": text("os") + b"Q",
    "a name that is no text": b"NN\x93",
}  # fmt: skip


@pytest.mark.parametrize(("reason", "held"), by_reason(OPERATIONS))
def test_operations_that_state_dicts_do_not_need(file, reason, held):
    assert reason in refusal(file(archive(held)))


def test_a_pickle_that_breaks_off(file):
    assert "damaged: pickle exhausted" in refusal(file(archive(b"", end=b"")))
    assert "damaged: expected 99 bytes" in refusal(file(archive(b"Xc\0\0\0abc", end=b"")))


LIES = {
    "reaches to element 5 of storage '0', which has 4": tensor(offset=number(1)),
    "reaches to element 9": tensor(size=numbers(3, 3), stride=numbers(3, 1)),
    "reaches to element 10": tensor(size=numbers(4), stride=numbers(3)),
    "reaches to element 1000000000000000000001": tensor(offset=number(10**21), size=numbers(), stride=numbers()),
    "and offset -1": tensor(offset=number(-1)),
    "and offset True": tensor(offset=b"\x88"),
    "and offset 0.0": tensor(offset=b"G" + bytes(8)),
    "(-4,) is no shape": tensor(size=numbers(-4)),
    "(-1,) is no shape": tensor(stride=numbers(-1)),
    "(-2, -2) is no shape": tensor(size=numbers(-2, -2), stride=numbers(2, 1)),
    "(True,) is no shape": tensor(size=items(b"\x88")),
    "'4' is no shape": tensor(size=text("4")),
    "is no shape of at most 64 dimensions": tensor(size=numbers(*[1] * 65), stride=numbers(*[1] * 65)),
    "a tensor of shape (4,), strides (1, 1)": tensor(stride=numbers(1, 1)),
    "no array is as large as the shape": tensor(size=numbers(2**40, 2**40), stride=numbers(0, 0)),
    "no array is as large as the shape (0,": tensor(size=numbers(0, 2**62, 4), stride=numbers(0, 0, 0)),
    "a tensor that is made of no storage": tensor(text("0")),
    "a tensor of no dtype": tensor(rebuild="_rebuild_tensor_v3", more=[text("float32")]),
    "reaches to element 4": tensor(rebuild="_rebuild_tensor_v3", more=[name("torch", "float64")]),
    "a tensor that is still to be conjugated": tensor(more=[mapping({"conj": b"\x88"})]),
    "storage '0' of 20 bytes has 16": tensor(storage(5)),
    "storage '0' of 12 bytes has 16": tensor(storage(3), size=numbers(3)),
    "storage '0' of 32 bytes has 16": tensor(storage(kind="DoubleStorage")),
    "storage '1' of 16 bytes is not there": tensor(storage(key="1")),
    "storage '../../model.pt' of 16 bytes is not there": tensor(storage(key="../../model.pt")),
    "storage '0' has two sizes or dtypes": items(tensor(), tensor(storage(kind="IntStorage"))),
    "'cpu', -4) is no storage": tensor(storage(-4)),
    "is no storage": tensor(items(text("storage"), name("torch", "Size"), text("0"), text("cpu"), number(4)) + b"Q"),
    "asks for torch.QInt8Storage": tensor(storage(kind="QInt8Storage")),
    "missing 2 required positional arguments": call(name("torch._utils", "_rebuild_tensor_v2"), storage(), number(0)),
}


@pytest.mark.parametrize(("reason", "held"), by_reason(LIES))
def test_a_tensor_that_lies_is_refused(file, reason, held):
    assert reason in refusal(file(archive(mapping({"x": held}))))


SOUND = mapping({"x": tensor()})
LYING_FILES = {
    "the archive holds 2 checkpoints": zipped({"a/data.pkl": b"}.", "b/data.pkl": b"}."}),
    "a TorchScript archive": archive(SOUND, **{"constants.pkl": b"N."}),
    "another byte order": archive(SOUND, byteorder=b"big"),
    "'x': truth values other than 0 and 1": archive(
        mapping({"x": tensor(storage(kind="BoolStorage"))}), **{"data/0": b"\2\0\0\0"}
    ),
    "written on a machine of another byte order": stream_of(OLD, little=False),
    "version 1002 of the format": stream_of(OLD, version=1002),
    "the storages that it lists are not those": stream_of(OLD, keys=()),
    "the storages that it lists are": stream_of(OLD, keys=("0", "0")),
    "the storages that it lists": stream_of(OLD, keys=(0,)),
    "storage '0' of 4 elements": stream_of(OLD, count=3),
    "truncated or damaged: storage '0' of 4": stream_of(OLD, count=-4),
    "truncated or damaged: storage '0'": stream_of(OLD, data=bytes(15)),
    "storage '0' of 1000000000000000 elements": stream_of(mapping({"x": tensor(old_storage(10**15))}), count=10**15),
    "a storage that is a part of another": stream_of(mapping({"x": tensor(old_storage(view=numbers(1, 0, 4)))})),
}


@pytest.mark.parametrize(("reason", "data"), by_reason(LYING_FILES))
def test_a_file_that_lies_is_refused(file, reason, data):
    assert reason in refusal(file(data))


def nested(depth, start, around):
    """An object within another, `depth` times over. `around` gives the operations, of those that get the inner one."""
    steps = (around(b"j" + i.to_bytes(4, "little")) + b"r" + (i + 1).to_bytes(4, "little") for i in range(depth))
    return start + b"r\0\0\0\0" + b"".join(steps)


TWICE = nested(200, b")", lambda inner: inner + inner + b"\x86")  # 2**200 tuples, seen as a tree
BOMBS = {
    "lists": nested(200, b"]", lambda inner: b"](" + inner + inner + b"e"),
    "mappings": nested(200, b"}", lambda inner: b"}(" + text("a") + inner + text("b") + inner + b"u"),
    "deep mappings": nested(30000, b"}", lambda inner: b"}" + text("name") + inner + b"s"),
    "deep tuples": b")" + b"\x85" * 10**5,
    "keys": b"}" + TWICE + b"Ns",
    "elements of sets": b"\x8f(" + TWICE + b"\x90",
    "names": TWICE + TWICE + b"\x93",
    "keys of storages": items(text("storage"), name("torch", "FloatStorage"), TWICE, text("cpu"), number(4)) + b"Q",
    "shapes": mapping({"x": tensor(size=TWICE)}),
    "a list that holds itself": b"]q\0h\0a",
    "a mapping that holds itself": b"}q\0" + text("a") + b"h\0s",
    "a shape that holds itself": mapping({"x": tensor(size=b"]q\0h\0a")}),
    "a text of 2**62 bytes": b"\x8d" + (2**62).to_bytes(8, "little") + b"abc",
    "a text of 2**64 bytes": b"\x8d" + b"\xff" * 8 + b"abc",
    "a number of 100,000 bytes": mapping({"x": tensor(offset=b"\x8b" + (10**5).to_bytes(4, "little") + b"\1" * 10**5)}),
    "a huge storage": mapping({"x": tensor(storage(10**15), size=numbers(10**15))}),
    "one element repeated": mapping({"x": tensor(size=numbers(10**15), stride=numbers(0))}),
    "many names of one tensor": b"}("
    + text("x")
    + tensor(size=numbers(10**7), stride=numbers(0))
    + b"q\0"
    + b"".join(text(f"x{i}") + b"h\0" for i in range(100))
    + b"u",
}


@pytest.mark.parametrize("held", BOMBS.values(), ids=BOMBS)
def test_what_is_small_to_write_stays_small_to_read(file, held):
    path = file(archive(held))
    tracemalloc.start()
    begun = time.process_time()
    refusal(path)
    assert time.process_time() - begun < 10
    assert tracemalloc.get_traced_memory()[1] < 2**26
    tracemalloc.stop()


@pytest.mark.parametrize("held", BOMBS.values(), ids=BOMBS)
def test_the_whole_of_it_stays_small_as_well(file, held):
    path = file(archive(held))
    tracemalloc.start()
    begun = time.process_time()
    with contextlib.suppress(WeightsError):
        weights.load(path)
    assert time.process_time() - begun < 10
    assert tracemalloc.get_traced_memory()[1] < 2**28
    tracemalloc.stop()


def test_steps_are_counted_and_so_is_what_they_copy(file, monkeypatch):
    monkeypatch.setattr(pickles, "_MOST_STEPS", 10**4)
    many = items(*[b"K\1"] * 1000) + b"q\0"
    assert "no mapping" in refusal(file(archive(b"](" + many + call(name("builtins", "set"), b"h\0") + b"e")))
    assert "more than 10000 steps" in refusal(file(archive(many + call(name("builtins", "set"), b"h\0") * 20)))
    assert "more than 10000 steps" in refusal(file(archive(b"N" * 10001)))


def test_long_pickles_are_refused(file, monkeypatch):
    monkeypatch.setattr(checkpoints, "LONGEST_PICKLE", 1000)
    assert "'archive/data.pkl' has 1103 bytes, more than 1000" in refusal(file(archive(b"N" * 1100)))
    assert "damaged" in refusal(file(stream_of(b"N" * 1100)))


def test_archives_that_unpack_to_far_more_are_refused(file, monkeypatch):
    monkeypatch.setattr(streams, "_FREELY", 2**16)
    held = mapping({"x": tensor(storage(10**6), size=numbers(10**6))})
    members = {"a/data.pkl": b"\x80\2" + held + b".", "a/data/0": bytes(4 * 10**6)}
    assert "a hundred times" in refusal(file(zipped(members, zipfile.ZIP_DEFLATED)))
    np.testing.assert_array_equal(weights.read(file(zipped(members)))["x"], np.zeros(10**6))


def saved(is_zipped):
    stream = io.BytesIO()
    held = {"model": torch.nn.Linear(2, 3).state_dict(), "epoch": 3, "losses": [0.5, None], "name": "x"}
    torch.save(held, stream, _use_new_zipfile_serialization=is_zipped)
    return stream.getvalue()


@pytest.mark.parametrize("is_zipped", [True, False])
def test_a_checkpoint_that_breaks_off_anywhere_is_refused(file, is_zipped):
    whole = saved(is_zipped)
    for length in range(len(whole)):
        refusal(file(whole[:length]))


def damaged(data, draw):
    data = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5))):
        place, count = draw.randrange(len(data)), draw.randrange(1, 9)
        replaced = draw.choice((0, 1, count))
        inserted = draw.choice((draw.randbytes(count), b"\xff" * 8, bytes(8), draw.choice(OPCODES) * count, b""))
        data[place : place + replaced] = inserted
    return bytes(data)


OPCODES = [opcode.code.encode("latin-1") for opcode in pickletools.opcodes]


@pytest.mark.parametrize("is_zipped", [True, False])
def test_whatever_is_damaged_gives_arrays_or_a_refusal(file, is_zipped):
    whole, draw = saved(is_zipped), random.Random(0)
    pickled = whole.index(b"\x80\x02}")
    for turn in range(400):
        # Half of them outside of checksums: an archive is made anew around its damaged pickle.
        data = damaged(whole, draw)
        if is_zipped and turn % 2:
            end = whole.index(b"u.", pickled) + 2
            data = archive(b"", end=b"", **{"data.pkl": damaged(whole[pickled:end], draw), "data/1": bytes(12)})
        try:
            read = weights.read(file(data))
        except WeightsError:
            continue
        assert all(isinstance(array, np.ndarray) for array in read.values())
        assert isinstance(weights.load(file(data)), dict)
