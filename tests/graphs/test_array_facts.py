"""What a `.params` file holds, read without NumPy, is what the runtime reads."""

import io
import random
import struct
from contextlib import suppress
from pathlib import Path

import pytest

from hybridc.graphs import ArraysError, read_array_facts
from hybridc.runtime.weights import WeightsError, read

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"
FILES = sorted(RECORDED.glob("*.params"))


def facts(data):
    return {name: (array.shape, array.dtype) for name, array in read_array_facts(io.BytesIO(data)).items()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_names_shapes_and_dtypes_are_those_that_the_runtime_reads(path):
    try:
        arrays = read(path)
    except WeightsError:  # without names, sparse, or with more than these
        with pytest.raises(ArraysError):
            facts(path.read_bytes())
        return
    bare = {name[4:] if name.startswith(("arg:", "aux:")) else name: array for name, array in arrays.items()}
    assert facts(path.read_bytes()) == {name: (array.shape, array.dtype.name) for name, array in bare.items()}


@pytest.mark.parametrize("name", ["mlp-0000", "dtypes", "shapes", "version_oldest"])
def test_a_file_that_breaks_off_anywhere_is_refused(name):
    data = (RECORDED / f"{name}.params").read_bytes()
    for length in range(len(data)):
        with pytest.raises(ArraysError):
            facts(data[:length])


def test_random_damage_gives_facts_or_a_clear_error():
    whole, draw = (RECORDED / "mlp-0000.params").read_bytes(), random.Random(3)
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(3):
            data[draw.randrange(len(data))] = draw.randrange(256)
        with suppress(ArraysError):
            facts(bytes(data))


def test_sizes_that_no_file_has_are_refused_at_once():
    for count in (2**63, 2**40):
        with pytest.raises(ArraysError, match="truncated at byte 24"):
            facts(struct.pack("<QQQ", 0x112, 0, count) + bytes(100))
    shape = struct.pack("<QQQIiiqqiii", 0x112, 0, 1, 0xF993FAC9, 0, 2, 2**40, 2**40, 1, 0, 0)
    with pytest.raises(ArraysError, match="truncated at byte 64"):
        facts(shape + bytes(100))
