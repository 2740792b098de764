"""Artifacts that were cut, changed or made up are refused with the file and the reason; nothing of them is run."""

import hashlib
import json
import os
import pickle
import random
import shutil
import zipfile
from dataclasses import replace

import numpy as np
import pytest

import hybridc
from exported import artifact
from hybridc.artifacts import loading
from hybridc.artifacts.description import _encoded, decoded
from hybridc.runtime import weights

NAMES = ("description.json", "program.jax", "parameters.safetensors")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return artifact(tmp_path_factory.mktemp("whole"), "Net", "x=f32[b,4]")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("archive")
    return artifact(folder, "Net", "x=f32[b,4]", output=folder / "net.zip")


@pytest.fixture
def copy(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def refused(path):
    with pytest.raises(hybridc.ArtifactError) as caught:
        hybridc.load(path)
    assert str(caught.value).startswith(f"{path}: ") and caught.value.path == path
    return caught.value.reason


def described(folder, **changes):
    """Writes a description with changes, and the checksums that it needs to pass for one."""
    told = json.loads((folder / NAMES[0]).read_text())
    told.pop("sha256")
    for name in NAMES[1:]:
        data = (folder / name).read_bytes()
        told["files"][name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    told.update(changes)
    (folder / NAMES[0]).write_bytes(_encoded(told))


def test_descriptions_with_their_checksums_are_taken(copy):
    described(copy)
    hybridc.load(copy)
    assert decoded((copy / NAMES[0]).read_bytes()).name == "Net"


@pytest.mark.parametrize("name", NAMES)
def test_no_byte_of_a_file_can_be_changed(copy, name):
    path = copy / name
    data = path.read_bytes()
    draw = random.Random(0)
    for place in draw.sample(range(len(data)), 60):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :])
        refused(copy)


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_cut_or_longer_are_refused(copy, name):
    data = (copy / name).read_bytes()
    for other in (b"", data[:1], data[: len(data) // 2], data[:-1], data + b"\0"):
        (copy / name).write_bytes(other)
        refused(copy)


def test_changed_bytes_are_called_so(copy):
    for name in NAMES[1:]:
        path = copy / name
        data = path.read_bytes()
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert refused(copy) == f"{name} was changed, or is damaged: its checksum is another"
        path.write_bytes(data)


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_not_there(copy, name):
    (copy / name).unlink()
    assert refused(copy) == f"a folder without {name}, and so no artifact of hybridc's"


def test_what_is_no_artifact(tmp_path):
    assert refused(tmp_path / "none") == "cannot be read: No such file or directory"
    (tmp_path / "text").write_text("text")
    assert refused(tmp_path / "text").startswith("neither a folder nor a zip file")
    np.savez(tmp_path / "arrays.npz", x=np.ones(3))
    assert "'x.npy', which is no part of an artifact" in refused(tmp_path / "arrays.npz")
    os.mkfifo(tmp_path / "pipe")
    assert refused(tmp_path / "pipe") == "neither a folder nor a regular file"
    for text in ("{}", "[]", "1", '{"format": "other"}', "[" * 100_000, '"\\ud800"'):
        folder = tmp_path / "folder"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in NAMES:
            (folder / name).write_text(text)
        assert refused(folder).startswith("description.json is not ")


def test_later_versions_are_called_so(copy):
    described(copy, version=2, written_by={"hybridc": "9.0"}, new_field=1)
    assert refused(copy) == "it is written in version 2 of the format, by hybridc 9.0; this hybridc reads 1"
    described(copy, version=1)
    assert "lacks, or has beyond what is known: new_field" in refused(copy)


def test_programs_of_later_versions_of_jax_are_called_so(copy):
    described(copy, calling_convention_version=99)
    assert refused(copy).startswith("its calling convention is 99, of JAX ")


def test_programs_that_this_jax_misreads_are_called_so(whole, monkeypatch):
    """As JAX 0.7 and 0.8 read those of 0.10: for no device."""
    read = loading.export.deserialize
    monkeypatch.setattr(loading.export, "deserialize", lambda data: replace(read(data), nr_devices=0))
    assert "installed here, does not read" in refused(whole)


def test_programs_for_other_devices_are_called_so(tmp_path):
    path = artifact(tmp_path, "Net", "x=f32[b,4]", platforms=["tpu"])
    assert refused(path).startswith("it is compiled for tpu, and JAX computes on cpu here")


@pytest.mark.parametrize(
    "changes",
    [
        {"inputs": {"x": "f32[b,5]"}},
        {"inputs": {"x": "f32[b,4]", "y": "f32[]"}},
        {"inputs": {}},
        {"outputs": {"result": "f64[b,3]"}},
        {"outputs": {}},
        {"result": 1},
        {"result": {"tuple": [0, 0]}},
        {"result": {"named": "a b", "fields": {"x": 0}}},
        {"result": {"named": "A", "fields": {"class": 0}}},
        {"result": {"run": 0}},
        {"result": True},
        {"parameters": {}},
        {"transposed": []},
        {"transposed": ["none"]},
        {"unused": ["none"]},
        {"constructed": ["none"]},
        {"aliases": {"other": "none"}},
        {"aliases": {"up.weight": "down.weight"}},
        {"platforms": ["cpu", "cuda"]},
        {"bounds": {"b": 3}},
        {"name": 3},
        {"files": {}},
        {"files": {"../program.jax": {"size": 1, "sha256": "0" * 64}, "parameters.safetensors": {}}},
        {"files": {"program.jax": {"size": -1, "sha256": "0" * 64}, "parameters.safetensors": {}}},
    ],
    ids=str,
)
def test_descriptions_of_something_else(copy, changes):
    described(copy, **changes)
    refused(copy)


def test_programs_and_parameters_of_something_else(copy):
    program = (copy / "program.jax").read_bytes()
    draw = random.Random(1)
    others = [draw.randbytes(500), pickle.dumps({"a": 1}), program[: len(program) // 2], b"", b"\0" * 100]
    for other in others:
        (copy / "program.jax").write_bytes(other)
        described(copy)
        assert refused(copy).startswith("the program cannot be read: ")
    (copy / "program.jax").write_bytes(program)
    arrays = weights.read(copy / "parameters.safetensors")
    for name, array in (("up.bias", np.ones(9, np.float32)), ("up.bias", np.ones(5)), ("other", np.ones(1))):
        weights.write(copy / "parameters.safetensors", {**arrays, name: array})
        described(copy)
        assert refused(copy) == f"the parameters are not those of the program: {name}"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_nowhere(copy, tmp_path, name):
    outside = tmp_path / "outside"
    shutil.move(copy / name, outside)
    (copy / name).symlink_to(outside)
    assert refused(copy) == f"{name} is not a regular file; a link may lead out of the folder"


def zipped(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, data in members:
            packed.writestr(name, data)
    return path


def test_archives_hold_what_is_expected_and_nothing_else(whole, tmp_path):
    members = [(name, (whole / name).read_bytes()) for name in NAMES]
    assert hybridc.load(zipped(tmp_path / "same.zip", members)).description.name == "Net"
    for name in ("../program.jax", "/etc/passwd", "program.jax/", "a/program.jax", "..\\program.jax"):
        assert "no part of an artifact" in refused(zipped(tmp_path / "more.zip", [*members, (name, b"")]))
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped(tmp_path / "twice.zip", [*members, members[0]])
    assert refused(twice) == "the archive holds description.json twice"
    bomb = zipped(tmp_path / "bomb.zip", [members[0], ("program.jax", b"\0" * 10**7)], zipfile.ZIP_DEFLATED)
    assert "is compressed or encrypted" in refused(bomb)
    assert "an archive without parameters.safetensors" in refused(zipped(tmp_path / "less.zip", members[:2]))


def test_archives_that_are_cut_or_changed(archive, tmp_path):
    data, x = archive.read_bytes(), np.ones((2, 4), np.float32)
    expected = np.asarray(hybridc.load(archive)(x))
    path = tmp_path / "changed.zip"
    for size in (2, 10, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:size])
        refused(path)
    draw, unseen = random.Random(2), 0
    for place in draw.sample(range(len(data)), 150):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :])
        try:
            loaded = hybridc.load(path)
        except hybridc.ArtifactError:
            continue
        assert np.array_equal(loaded(x), expected)
        unseen += 1  # times and permissions, which an archive has for each member
    assert unseen < 15


def test_sizes_that_archives_state_are_not_believed(archive, tmp_path):
    data = bytearray(archive.read_bytes())
    place = data.index(b"PK\x01\x02")
    data[place + 20 : place + 28] = (2**31).to_bytes(4, "little") * 2  # packed and unpacked
    path = tmp_path / "large.zip"
    path.write_bytes(data)
    assert "larger than the archive" in refused(path)


def test_nothing_is_unpickled(whole, archive, monkeypatch):
    def never(*_args, **_kwargs):
        raise AssertionError("unpickled")

    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, never)
    for path in (whole, archive):
        assert hybridc.load(path)(np.ones((2, 4), np.float32)).shape == (2, 3)
