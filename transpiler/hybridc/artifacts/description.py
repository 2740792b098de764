"""`description.json`: what an artifact holds, in words that other programs can read."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from hybridc.artifacts.errors import ArtifactError

FORMAT, VERSION = "hybridc artifact", 1
DESCRIPTION, PROGRAM, PARAMETERS = "description.json", "program.jax", "parameters.safetensors"
LONGEST = 2**24
_DIGEST = re.compile(r"[0-9a-f]{64}")
_MOST_BYTES = 2**62


@dataclass(frozen=True, slots=True)
class Description:
    """Arrays are given by their specs, `f32[b,512]`; what is a free dimension has a name.

    The exported program takes the platform's number first if there are several `platforms`, then `parameters`, then
    `inputs`, in the order given here, but for those that are unused. `transposed`: parameters that it takes with
    their two axes exchanged. `aliases`: further names of parameters. `constructed`: parameters that no state dict has.
    """

    name: str
    source: Mapping[str, str]  # file, sha256
    written_by: Mapping[str, str]  # versions of hybridc, jax, jaxlib
    calling_convention_version: int
    platforms: list[str]
    x64: bool
    inputs: Mapping[str, str]
    bounds: Mapping[str, list[int | None]]  # of free dimensions: at least, at most
    fixed: Mapping[str, Any]  # arguments that the program was made for
    outputs: Mapping[str, str]
    result: Any  # `hybridc.artifacts.results`
    parameters: Mapping[str, str]
    transposed: list[str]
    unused: list[str]
    unused_inputs: list[str]
    aliases: Mapping[str, str]
    constructed: list[str]
    files: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # size, sha256

    def encoded(self) -> bytes:
        """The bytes of the file: one line a field, the last one a checksum of the others."""
        return _encoded({"format": FORMAT, "version": VERSION, **asdict(self)})


def _encoded(content: Mapping[str, Any]) -> bytes:
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
    body = ",\n ".join(lines)
    digest = hashlib.sha256(body.encode()).hexdigest()
    return f'{{{body},\n "sha256": "{digest}"}}\n'.encode()


def decoded(data: bytes) -> Description:
    """The description in a file. Raises ArtifactError for what is none, of another version, or changed."""
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ArtifactError(f"{DESCRIPTION} is not JSON: {error}") from error
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise ArtifactError(f"{DESCRIPTION} is not that of a hybridc artifact")
    version = content.pop("version", None)
    if type(version) is not int or version != VERSION:
        writer = content.get("written_by")
        by = f", by hybridc {writer.get('hybridc')}" if isinstance(writer, dict) else ""
        raise ArtifactError(f"it is written in version {version!r} of the format{by}; this hybridc reads {VERSION}")
    content.pop("sha256", None)
    _check(content)
    found = Description(**content)
    if found.encoded() != data:
        raise ArtifactError(f"{DESCRIPTION} was changed: its checksum is another")
    return found


def _check(content: dict[str, Any]) -> None:
    wrong = sorted({each.name for each in fields(Description)} ^ content.keys())
    if wrong:
        raise ArtifactError(f"{DESCRIPTION} lacks, or has beyond what is known: {', '.join(wrong)[:200]}")
    texts, flat = _is_texts, ("inputs", "outputs", "parameters", "aliases", "source", "written_by")
    wrong = [name for name in flat if not texts(content[name])]
    wrong += [
        name
        for name in ("transposed", "unused", "unused_inputs", "constructed", "platforms")
        if not _is_list(content[name])
    ]
    wrong += [
        name
        for name, kind in (("name", str), ("x64", bool), ("calling_convention_version", int), ("fixed", dict))
        if type(content[name]) is not kind
    ]
    if wrong:
        raise ArtifactError(f"{DESCRIPTION} has something else than is expected as {', '.join(wrong)}")
    bounds = content["bounds"]
    if not isinstance(bounds, dict) or not all(map(_are_ends, bounds.values())):
        raise ArtifactError(f"{DESCRIPTION} has bounds that are none")
    files = content["files"]
    if not isinstance(files, dict) or files.keys() != {PROGRAM, PARAMETERS}:
        raise ArtifactError(f"{DESCRIPTION} names other files than {PROGRAM} and {PARAMETERS}")
    for name, facts in files.items():
        if not isinstance(facts, dict) or facts.keys() != {"size", "sha256"} or not _is_fact(facts):
            raise ArtifactError(f"{DESCRIPTION} has no size and checksum of {name}")


def _is_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _are_ends(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return type(value[0]) is int and (value[1] is None or type(value[1]) is int)


def _is_fact(facts: dict[str, Any]) -> bool:
    size, digest = facts["size"], facts["sha256"]
    is_size = type(size) is int and 0 <= size <= _MOST_BYTES
    return is_size and isinstance(digest, str) and _DIGEST.fullmatch(digest) is not None
