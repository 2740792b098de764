"""Pickles of NumPy's arrays, as `paddle.save` writes them: read by hand, and refused where they ask for more."""

import os
import pickle
from collections import OrderedDict

import numpy as np
import pytest

from hybridc.runtime.weights import WeightsError, load, read

STATE = {
    "0.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "0.bias": np.zeros(3, np.float32),
    "count": np.array(7, np.int64),
    "columns": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "half": np.ones((2, 2), np.float16),
    "truth": np.array([True, False]),
    "none": np.zeros((0, 4), np.float32),
}
NAMES = {"StructuredToParameterName@@": {"0.weight": "linear_0.w_0"}}


@pytest.fixture
def written(tmp_path):
    def write(content, protocol=4):
        path = tmp_path / "net.pdparams"
        path.write_bytes(content if isinstance(content, bytes) else pickle.dumps(content, protocol=protocol))
        return path

    return write


@pytest.mark.parametrize("protocol", [2, 3, 4])
@pytest.mark.parametrize("kind", [dict, OrderedDict])
def test_state_dicts_are_read(written, protocol, kind):
    found = read(written(kind(STATE | NAMES), protocol))
    assert list(found) == list(STATE)
    for name, array in STATE.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_what_holds_several_is_taken_by_key(written):
    content = {"model": STATE, "epoch": 3, "ema": {"net": dict(STATE)}}
    assert list(read(written(content), "ema/net")) == list(STATE)
    with pytest.raises(WeightsError, match="several mappings"):
        read(written(content))


def test_the_object_is_loaded_whole(written):
    found = load(written({"a": [STATE["half"], 2], "b": "text", "c": None}))
    assert found["b"] == "text" and found["c"] is None and found["a"][1] == 2
    np.testing.assert_array_equal(found["a"][0], STATE["half"])


class Calls:
    def __init__(self, function, *arguments):
        self.function, self.arguments = function, arguments

    def __reduce__(self):
        return self.function, self.arguments


class WithState:
    def __reduce__(self):
        return np.ndarray, ((2,),)


MALICIOUS = {
    "system": {"w": Calls(os.system, "touch ran")},
    "eval": {"w": Calls(eval, "open('ran', 'w')")},
    "import": Calls(__import__, "os"),
    "getattr": Calls(getattr, "", "join"),
    "objects": {"w": np.array([Calls(os.system, "touch ran")], dtype=object)},
    "a class of arrays": {"w": np.ma.masked_array([1.0], [True])},
    "records": {"w": np.zeros(2, [("a", "f4")])},
    "dates": {"w": np.zeros(2, "datetime64[s]")},
    "text": {"w": np.array(["a", "b"])},
    "another byte order": {"w": np.arange(3, dtype=">f4")},
    "an array that is called": {"w": WithState()},
    "bytes of another encoding": {"w": Calls(pickle.codecs.encode, "x", "zlib_codec")},
    "a tuple that is called": {"w": Calls(tuple, [1, 2])},
}


@pytest.mark.parametrize("protocol", [2, 4])
@pytest.mark.parametrize("name", MALICIOUS)
def test_what_asks_for_more_is_refused_and_nothing_runs(written, tmp_path, monkeypatch, name, protocol):
    monkeypatch.chdir(tmp_path)
    path = written(MALICIOUS[name], protocol)
    for reading in (read, load):
        with pytest.raises(WeightsError, match=r"net\.pdparams"):
            reading(path)
    assert not (tmp_path / "ran").exists()


def test_a_file_that_breaks_off_anywhere_is_refused(written):
    whole = pickle.dumps({"w": STATE["0.weight"], "b": STATE["0.bias"]}, protocol=4)
    for length in range(1, len(whole)):
        with pytest.raises(WeightsError):
            read(written(whole[:length]))


def test_elements_that_are_too_few_or_too_many_are_refused(written):
    whole = pickle.dumps({"w": np.arange(3, dtype=np.float32)}, protocol=4)
    assert whole.count(b"K\x03\x85") == 1
    with pytest.raises(WeightsError, match="damaged"):
        read(written(whole.replace(b"K\x03\x85", b"K\x04\x85")))


def test_parts_of_large_arrays_are_refused(written):
    with pytest.raises(WeightsError, match="protocol=4"):
        read(
            written(
                {"w@@.0": STATE["0.bias"], "UnpackBigParamInfor@@": {"w": {"OriginShape": [3], "slices": ["w@@.0"]}}}
            )
        )


def test_what_contains_itself_is_refused(written):
    inner = {"w": STATE["0.bias"]}
    inner["self"] = inner
    with pytest.raises(WeightsError):
        load(written(inner))
