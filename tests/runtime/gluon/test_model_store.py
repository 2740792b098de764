"""Pretrained weights of the model zoo: found in their folder, else fetched and checked."""

import hashlib
import zipfile

import pytest

from hybridc.runtime.gluon import model_store
from hybridc.runtime.weights import WeightsError

WEIGHTS = b"stands for weights"
DIGITS = hashlib.sha1(WEIGHTS).hexdigest()


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """An archive where the zoo would keep it, of weights of the SHA-1 that the zoo expects."""
    monkeypatch.setitem(model_store.CHECKSUMS, "alexnet", DIGITS)
    monkeypatch.setenv("MXNET_GLUON_REPO", (tmp_path / "served").as_uri())
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    archive = tmp_path / "served" / "gluon" / "models" / f"alexnet-{DIGITS[:8]}.zip"
    archive.parent.mkdir(parents=True)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"alexnet-{DIGITS[:8]}.params", WEIGHTS)
    return archive


def test_weights_are_fetched_once(repository, tmp_path):
    path = model_store.get_model_file("alexnet")
    assert path == str(tmp_path / "home" / "models" / f"alexnet-{DIGITS[:8]}.params")
    repository.unlink()
    assert model_store.get_model_file("alexnet") == path
    with open(path, "rb") as file:
        assert file.read() == WEIGHTS


def test_a_damaged_file_is_fetched_anew(repository, tmp_path):
    path = model_store.get_model_file("alexnet", root=tmp_path)
    with open(path, "wb") as file:
        file.write(WEIGHTS[:-1])
    with open(model_store.get_model_file("alexnet", root=tmp_path), "rb") as file:
        assert file.read() == WEIGHTS


def test_other_weights_than_those_of_the_zoo_are_refused(repository, tmp_path):
    with zipfile.ZipFile(repository, "w") as file:
        file.writestr(f"alexnet-{DIGITS[:8]}.params", b"others")
    with pytest.raises(WeightsError, match="SHA-1"):
        model_store.get_model_file("alexnet", root=tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("data", [b"no archive", None])
def test_what_cannot_be_fetched_or_unpacked_says_so(repository, tmp_path, data):
    repository.unlink() if data is None else repository.write_bytes(data)
    with pytest.raises(WeightsError, match="alexnet"):
        model_store.get_model_file("alexnet", root=tmp_path)


def test_a_model_without_weights_is_named():
    with pytest.raises(ValueError, match="no pretrained weights of 'resnet19'"):
        model_store.get_model_file("resnet19")
