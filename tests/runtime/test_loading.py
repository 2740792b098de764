"""`weights.load` gives what `torch.load` gives, and `weights.load_url` what an address holds, fetched once."""

import collections
import hashlib
import io

import jax
import numpy as np
import pytest
import torch

from hybridc.runtime import weights
from hybridc.runtime.weights import WeightsError


def content():
    tied = torch.arange(6.0).reshape(2, 3)
    state = collections.OrderedDict([("z.weight", tied), ("a.weight", tied.T), ("n", torch.tensor(7))])
    rest = {"epoch": 3, "args": ["sgd", (0.1, None)], 5: torch.zeros(2, dtype=torch.float16), "names": {"a", "b"}}
    return {"state_dict": state, "dtype": torch.float16, **rest}


def assert_same(ours, theirs):
    if isinstance(theirs, torch.Tensor):
        assert isinstance(ours, jax.Array) and ours.shape == tuple(theirs.shape)
        np.testing.assert_array_equal(np.asarray(ours), theirs.numpy())
    elif isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        for key in theirs:
            assert_same(ours[key], theirs[key])
    elif isinstance(theirs, list | tuple):
        assert type(ours) is type(theirs) and len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other)
    elif isinstance(theirs, torch.dtype):
        assert str(ours) == str(theirs).removeprefix("torch.")
    else:
        assert ours == theirs


@pytest.mark.parametrize("zipped", [True, False])
def test_a_checkpoint_is_what_was_saved(tmp_path, zipped):
    torch.save(content(), tmp_path / "it.pt", _use_new_zipfile_serialization=zipped)
    assert_same(weights.load(tmp_path / "it.pt"), torch.load(tmp_path / "it.pt"))
    with open(tmp_path / "it.pt", "rb") as file:
        assert_same(weights.load(file), content())
    assert_same(weights.load(io.BytesIO((tmp_path / "it.pt").read_bytes())), content())


def test_other_formats_are_dictionaries_of_arrays(tmp_path):
    for name in ("it.npz", "it.safetensors"):
        weights.write(tmp_path / name, {"b": np.ones(2, np.float32), "a": np.zeros(1, np.float32)})
        loaded = weights.load(tmp_path / name)
        assert set(loaded) == {"a", "b"} and isinstance(loaded["a"], jax.Array)


def test_what_contains_itself_is_refused(tmp_path):
    loop = {"a": torch.zeros(1)}
    loop["self"] = loop
    torch.save(loop, tmp_path / "it.pt")
    with pytest.raises(WeightsError, match="it contains itself"):
        weights.load(tmp_path / "it.pt")


def test_what_no_pickle_may_hold_is_refused(tmp_path):
    torch.save({"net": torch.nn.Linear(1, 1)}, tmp_path / "it.pt")
    with pytest.raises(WeightsError, match=r"it\.pt.*Linear"):
        weights.load(tmp_path / "it.pt")


@pytest.fixture
def served(tmp_path, monkeypatch):
    monkeypatch.setenv("TORCH_HOME", str(tmp_path / "cache"))
    path = tmp_path / "net.pt"
    torch.save({"w": torch.arange(3.0)}, path)
    return path


def test_an_address_is_fetched_once(served, tmp_path):
    for _ in range(2):
        np.testing.assert_array_equal(weights.load_url(served.as_uri())["w"], [0, 1, 2])
        assert [p.name for p in (tmp_path / "cache/hub/checkpoints").iterdir()] == ["net.pt"]
        served.unlink(missing_ok=True)


def test_a_folder_and_a_name_may_be_given(served, tmp_path):
    weights.load_url(served.as_uri(), tmp_path / "mine", file_name="other.pt")
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["other.pt"]


def test_the_hash_in_a_name_is_checked(served, tmp_path):
    digits = hashlib.sha256(served.read_bytes()).hexdigest()[:8]
    right, wrong = tmp_path / f"net-{digits}.pt", tmp_path / "net-0123abcd.pt"
    for path in (right, wrong):
        path.write_bytes(served.read_bytes())
    assert "w" in weights.load_url(right.as_uri(), check_hash=True)
    with pytest.raises(WeightsError, match="another SHA-256 than '0123abcd'"):
        weights.load_url(wrong.as_uri(), check_hash=True)
    assert [p.name for p in (tmp_path / "cache/hub/checkpoints").iterdir()] == [right.name]


@pytest.mark.parametrize("url", ["ftp://host/net.pt", "net.pt", "https://host/", "file:///tmp/.."])
def test_no_address_of_a_file(served, url):
    with pytest.raises(WeightsError):
        weights.load_url(url)


def test_what_cannot_be_fetched_leaves_nothing(served, tmp_path):
    with pytest.raises(WeightsError, match="cannot be fetched"):
        weights.load_url((tmp_path / "none.pt").as_uri())
    assert [*(tmp_path / "cache").rglob("*")] == []
