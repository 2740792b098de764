"""What `torch.save` writes: a zip file of a pickle and of storages, or, before version 1.6, a stream of the same.

Source: `torch.serialization._save` and `_load`, `_legacy_save` and `_legacy_load`.
"""

from __future__ import annotations

import io
from typing import IO, Any

from hybridc.runtime.weights.archives import Archive
from hybridc.runtime.weights.contents import Take
from hybridc.runtime.weights.elements import Array
from hybridc.runtime.weights.errors import WeightsError, shown
from hybridc.runtime.weights.pickles import LONGEST_PICKLE, Pickle
from hybridc.runtime.weights.streams import exactly, filled, most_unpacked
from hybridc.runtime.weights.tensors import Storage

MAGIC = 0x1950A86A20F9469CFC6C.to_bytes(10, "little")
_PICKLE, _SCRIPT = "/data.pkl", "/constants.pkl"
_VERSION = 1001  # of the older format, of which there is one


def is_checkpoint(archive: Archive) -> bool:
    """Whether an archive is one of `torch.save` or `torch.jit.save`."""
    return bool(_folders(archive, _PICKLE) or _folders(archive, _SCRIPT))


def read_checkpoint(archive: Archive, size: int, take: Take) -> Any:
    """What is taken of what an archive in a file of `size` bytes holds. Raises WeightsError."""
    folders = _folders(archive, _PICKLE)
    if _folders(archive, _SCRIPT):
        raise WeightsError("a TorchScript archive, which is a program; save the model's `state_dict()` instead")
    if len(folders) != 1:
        raise WeightsError(f"the archive holds {len(folders)} checkpoints")
    [folder] = folders
    if f"{folder}/byteorder" in archive.members and _member(archive, f"{folder}/byteorder") != b"little":
        raise WeightsError("it was written on a machine of another byte order")
    pickle = Pickle(io.BytesIO(_member(archive, folder + _PICKLE)))
    content = pickle.value()
    for storage in pickle.storages.values():
        there = archive.members.get(_place(folder, storage))
        if there is None or there // storage.dtype.itemsize != storage.count:
            has = "is not there" if there is None else f"has {there}"
            raise WeightsError(f"truncated or damaged: storage {shown(storage.key)} of {storage.nbytes} bytes {has}")

    def load(storage: Storage) -> Array:
        with archive.open(_place(folder, storage)) as stream:
            return filled(stream, archive.members[_place(folder, storage)])

    return take(content, load, most_unpacked(size))


def _folders(archive: Archive, member: str) -> list[str]:
    """The folders at the top that hold a member: what `torch.save` writes is all in one."""
    return [name.removesuffix(member) for name in archive.members if name.endswith(member) and name.count("/") == 1]


def _place(folder: str, storage: Storage) -> str:
    return f"{folder}/data/{storage.key}"


def _member(archive: Archive, name: str) -> bytes:
    if archive.members[name] > LONGEST_PICKLE:
        raise WeightsError(f"{shown(name)} has {archive.members[name]} bytes, more than {LONGEST_PICKLE}")
    with archive.open(name) as stream:
        return exactly(stream, archive.members[name])


def read_old_checkpoint(file: IO[bytes], size: int, take: Take) -> Any:
    """What is taken of what a file of `size` bytes in the older format holds. Raises WeightsError.

    Five pickles follow each other: a number that marks the format, its version, facts of the machine, the object, and
    the keys of the storages. These are what is left: each a count of elements in eight bytes, then the elements.
    """
    start = io.BytesIO(file.read(LONGEST_PICKLE))
    marker, version, machine = (Pickle(start).value() for _ in range(3))
    if marker != int.from_bytes(MAGIC, "little") or version != _VERSION:
        raise WeightsError(f"version {shown(version)} of the format of `torch.save` is not known")
    if not isinstance(machine, dict) or machine.get("little_endian") is not True:
        raise WeightsError("it was written on a machine of another byte order")
    pickle = Pickle(start)
    checkpoint, keys = pickle.value(), Pickle(start).value()
    named = isinstance(keys, list) and all(isinstance(name, str) for name in keys)
    if not named or sorted(keys) != sorted(pickle.storages):
        raise WeightsError("the storages that it lists are not those that its tensors are made of")
    places = {}
    file.seek(start.tell())
    for name in keys:
        storage = pickle.storages[name]
        count = int.from_bytes(exactly(file, 8), "little")
        if count != storage.count or file.tell() + storage.nbytes > size:
            raise WeightsError(f"truncated or damaged: storage {shown(name)} of {storage.count} elements")
        places[name] = file.tell()
        file.seek(storage.nbytes, io.SEEK_CUR)

    def load(storage: Storage) -> Array:
        file.seek(places[storage.key])
        return filled(file, storage.nbytes)

    return take(checkpoint, load, most_unpacked(size))
