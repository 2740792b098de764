"""Whatever writes a file in the place of another: through a name that nobody knows, with the mode that was there."""

import os
import stat
import tempfile

import numpy as np
import pytest

from hybridc.artifacts import running
from hybridc.runtime import weights
from hybridc.runtime.chainer import serializers
from hybridc.runtime.gluon import sym
from hybridc.runtime.weights import downloads, hdf5, replacing
from hybridc_cli import output

ARRAYS = {"w": np.arange(3, dtype=np.float32)}
WRITERS = {
    "w.safetensors": lambda path: weights.write(path, ARRAYS),
    "w.npz": lambda path: weights.write(path, ARRAYS),
    "w.params": lambda path: weights.write(path, ARRAYS),
    "w.weights.h5": lambda path: hdf5.write(ARRAYS, path),
    "fetched": lambda path: downloads.kept(b"data", path),
    "y.npy": lambda path: running.write(str(path), lambda file: np.save(file, ARRAYS["w"])),
    "c.npz": lambda path: serializers.save_npz(str(path), ARRAYS),
    "d.npz": lambda path: serializers.save_npz(path, ARRAYS, compression=False),
    "net-symbol.json": lambda path: sym.Variable("x").save(path),
    "net_jax.py": lambda path: output.write(str(path), b"data"),
}
writers = pytest.mark.parametrize("name", WRITERS)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@writers
def test_the_mode_of_what_was_there_stays(tmp_path, name):
    path = tmp_path / name
    WRITERS[name](path)
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    assert mode(path) == mode(plain)
    for kept in (0o600, 0o664):
        path.chmod(kept)
        WRITERS[name](path)
        assert mode(path) == kept
    assert sorted(os.listdir(tmp_path)) == sorted([name, "plain"])


@writers
def test_names_are_new_each_time_and_what_lies_there_is_not_followed(tmp_path, name, monkeypatch):
    """Every file that is opened to be written is one that was not there, and whose name is drawn."""
    opened = []
    real = os.open

    def spy(path, flags, *rest, **named):
        if flags & (os.O_WRONLY | os.O_RDWR) and os.path.dirname(os.fspath(path)) == str(tmp_path):
            assert flags & os.O_EXCL and flags & os.O_CREAT
            opened.append(path)
        return real(path, flags, *rest, **named)

    secret = tmp_path.parent / f"{tmp_path.name}-secret"
    secret.write_bytes(b"secret")
    for guess in (f"{name}.part", f"{name}.tmp", f".{name}.part"):
        (tmp_path / guess).symlink_to(secret)
    monkeypatch.setattr(os, "open", spy)
    monkeypatch.setattr(tempfile._os, "open", spy)
    WRITERS[name](tmp_path / name)
    WRITERS[name](tmp_path / name)
    assert len(set(opened)) == 2
    assert secret.read_bytes() == b"secret" and (tmp_path / f"{name}.part").is_symlink()


def test_what_fails_leaves_what_was_there_and_nothing_else(tmp_path):
    path = tmp_path / "w"
    path.write_bytes(b"before")
    with pytest.raises(ZeroDivisionError), replacing.in_place_of(path) as file:
        file.write(b"half" * (1 // 0))
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["w"]


def test_what_a_link_leads_to_is_replaced(tmp_path):
    (tmp_path / "real").write_bytes(b"before")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with replacing.in_place_of(tmp_path / "link") as file:
        file.write(b"after")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == b"after"
