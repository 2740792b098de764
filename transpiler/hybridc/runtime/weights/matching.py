"""Whether the arrays of a file are those that a model has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hybridc.runtime.weights.errors import WeightsError

_ADDED_BY = {
    "module.": "`torch.nn.DataParallel` and `DistributedDataParallel` add it",
    "_orig_mod.": "`torch.compile` adds it",
    "_forward_module.": "Lightning Fabric adds it",
}
_MARKS = ("arg:", "aux:")  # MXNet's, before parameters and before statistics of exported graphs
_COUNT = "num_batches_tracked"


def match(expected: Mapping[str, Sequence[int]], given: Mapping[str, Any], strict: bool = True) -> dict[str, Any]:
    """Compares the names and shapes that a model has with the arrays that are given, which it returns as `unmarked`.

    Raises WeightsError, which lists all names that are missing, left over, and of another shape. If not `strict`, names
    may be missing and left over, as in `load_state_dict`; shapes must agree.
    """
    given = unmarked(expected, given)
    missing = [name for name in expected if name not in given]
    left_over = [name for name in given if name not in expected]
    shapes = [(name, tuple(expected[name]), np.shape(given[name])) for name in expected if name in given]
    differing = [f"{name}: {ours} in the model, {theirs} given" for name, ours, theirs in shapes if ours != theirs]
    if not differing and (not strict or not (missing or left_over)):
        return given
    lines = ["the weights do not fit the model"]
    lines += _listed("missing", missing) + _listed("left over", left_over) + _listed("of another shape", differing)
    lines += _hints(missing, left_over)
    raise WeightsError("\n".join(lines))


def unmarked(expected: Container[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays under the names that a model has: `fc_weight` for `arg:fc_weight`, as MXNet's `export` writes it.

    A name that the model has, or that would be none of its names, stays. Raises WeightsError where two become one.
    """
    arrays: dict[str, Any] = {}
    for name, array in given.items():
        bare = name[len(_MARKS[0]) :] if name.startswith(_MARKS) and name not in expected else name
        own = bare if bare in expected else name
        if own in arrays:
            raise WeightsError(f"two arrays are given for {own}")
        arrays[own] = array
    return arrays


def _listed(title: str, items: list[str]) -> list[str]:
    return [f"{title} ({len(items)}):", *(f"    {item}" for item in items)] if items else []


def _hints(missing: list[str], left_over: list[str]) -> Iterator[str]:
    for prefix, count in _prefixes(left_over, missing):
        why = _ADDED_BY.get(prefix, "the model may have been a part of another")
        yield (
            f"hint: {count} of the names given fit without the prefix {prefix!r} ({why}): "
            f"{{name.removeprefix({prefix!r}): array for name, array in weights.items()}}"
        )
    for prefix, count in _prefixes(missing, left_over):
        yield (
            f"hint: {count} of the names given fit with the prefix {prefix!r}: "
            f"{{{prefix!r} + name: array for name, array in weights.items()}}"
        )
    if missing and not left_over and all(name.split(".")[-1] == _COUNT for name in missing):
        yield f"hint: PyTorch before 0.4.1 kept no {_COUNT}; without `strict`, the model's own counts stay"


def _prefixes(longer: Iterable[str], shorter: Iterable[str]) -> list[tuple[str, int]]:
    """The prefix that turns most of some names into others, and how many."""
    ends = set(shorter)
    counts: Counter[str] = Counter()
    for name in longer:
        parts = name.split(".")
        for cut in range(1, len(parts)):
            if ".".join(parts[cut:]) in ends:
                counts[".".join(parts[:cut]) + "."] += 1
    return counts.most_common(1)
