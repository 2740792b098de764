"""Saved inputs are read as they were, and nothing is unpickled."""

import zipfile

import numpy as np
import pytest

from hybridc.verification.child.arguments import Unusable
from hybridc.verification.child.storing import load, save


class State:
    def __init__(self, w):
        self.w = w


def through_a_file(tmp_path, **arguments):
    path = str(tmp_path / "saved.npz")
    save(path, "f", arguments, frozenset({"State"}))
    return load(path, {"State": State})


def test_arrays_keep_dtype_and_layout(tmp_path):
    x = np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3))
    made = through_a_file(tmp_path, x=x, y=np.zeros((0, 2), dtype=np.int8))
    assert made["x"].dtype == np.float32
    assert np.array_equal(made["x"], x)
    assert made["x"].flags.f_contiguous
    assert (made["y"].shape, made["y"].dtype) == ((0, 2), np.int8)


def test_plain_values_keep_their_types(tmp_path):
    values = {"a": 3, "b": 0.1, "c": True, "d": None, "e": "same", "f": 2j, "g": 2**70, "h": float("-inf")}
    made = through_a_file(tmp_path, **values)
    assert made == values
    assert [type(v) for v in made.values()] == [type(v) for v in values.values()]
    assert np.isnan(through_a_file(tmp_path, a=float("nan"))["a"])
    assert type(through_a_file(tmp_path, a=np.float32(2))["a"]) is np.float32


def test_views_are_views_of_one_buffer_again(tmp_path):
    buffer = np.arange(5.0)
    made = through_a_file(tmp_path, x=buffer[1:], y=buffer[::-1], z=buffer)
    made["z"][1] = 100.0
    assert made["x"][0] == 100.0
    assert made["y"].tolist() == [4.0, 3.0, 2.0, 100.0, 0.0]


def test_one_array_is_one_array_again(tmp_path):
    x = np.zeros(2)
    made = through_a_file(tmp_path, x=x, y=x)
    assert made["x"] is made["y"]


def test_containers_and_objects(tmp_path):
    made = through_a_file(tmp_path, x={"a": [np.ones(2), (1, 2)], 3: "b"}, s=State(np.ones(2)))
    assert made["x"]["a"][0].tolist() == [1.0, 1.0]
    assert made["x"]["a"][1] == (1, 2)
    assert made["x"][3] == "b"
    assert made["s"].w.tolist() == [1.0, 1.0]


def test_a_plain_file_gives_numbers_of_python_s_for_arrays_without_dimensions(tmp_path):
    path = str(tmp_path / "plain.npz")
    np.savez(path, n=3, a=0.5, b=True, f=np.float32(1), s="same", x=np.ones(2))
    made = load(path, {})
    assert [type(made[k]) for k in "nabfsx"] == [int, float, bool, np.float32, str, np.ndarray]


def test_numpy_reads_the_arrays_by_name(tmp_path):
    through_a_file(tmp_path, x=np.ones(2))
    assert np.load(tmp_path / "saved.npz")["x"].tolist() == [1.0, 1.0]


def test_arguments_may_have_the_names_of_numpy_s(tmp_path):
    made = through_a_file(tmp_path, file=np.ones(2), allow_pickle=np.zeros(3), args=np.ones(1))
    assert {name: value.tolist() for name, value in made.items()} == {
        "file": [1.0, 1.0],
        "allow_pickle": [0.0, 0.0, 0.0],
        "args": [1.0],
    }


def test_pickles_are_refused(tmp_path):
    path = str(tmp_path / "pickle.npz")
    np.savez(path, x=np.array([{}], dtype=object))
    with pytest.raises(Unusable, match="allow_pickle=False"):
        load(path, {})


def test_what_no_file_holds(tmp_path):
    with pytest.raises(Unusable, match="`f` is of type function"):
        through_a_file(tmp_path, f=lambda: 0)
    with pytest.raises(Unusable, match="`x` holds objects"):
        through_a_file(tmp_path, x=np.array([None]))


@pytest.mark.parametrize(
    "text", ["[", "{}", '{"arguments": {"x": {"array": "y"}}}', '{"arguments": {"x": {"object": "No"}}}']
)
def test_a_layout_that_is_damaged(tmp_path, text):
    path = str(tmp_path / "damaged.npz")
    np.savez(path, x=np.ones(2))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("hybridc.json", text)
    with pytest.raises(Unusable, match="cannot be read"):
        load(path, {})
