"""Arguments after the call: what the original changed in place, and whether callers of the converted code see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from hybridc.verification.child.comparing import Comparer, described, is_identical
from hybridc.verification.child.copying import owner_of
from hybridc.verification.child.structure import pairs
from hybridc.verification.protocol import Comparison


@dataclass(frozen=True, slots=True)
class After:
    """The arguments by name: as they were, and as each side left them; what the original returned; and the final values
    that the converted code returned after its own result."""

    before: Mapping[str, object]
    original: Mapping[str, object]
    converted: Mapping[str, object]
    result: object
    returned: Mapping[str, object]


def argument_changes(after: After, comparer: Comparer) -> Iterator[Comparison]:
    """One comparison for each place in an argument that either side changed."""
    for name, before in after.before.items():
        ours, theirs = after.original[name], after.returned.get(name, after.converted[name])
        changed = _changed(before, ours, name, comparer.own)
        if not changed and is_identical(before, theirs, comparer.own):
            continue
        if name in after.returned and not changed:
            changed = {pair.path for pair in pairs(ours, theirs, name, comparer.own)}
        is_untouched = name not in after.returned and is_identical(before, theirs, comparer.own)
        for pair in pairs(ours, theirs, name, comparer.own):
            is_changed = any(_is_within(pair.path, path) or _is_within(path, pair.path) for path in changed)
            compared = comparer.pair(pair)
            if not is_changed and compared["status"] == "same":
                continue
            if compared["status"] == "different" and is_changed and is_untouched:
                compared["reason"] = f"the change of `{pair.path}` does not reach the caller"
                carrier = _carrier(pair.original, after, comparer)
                if carrier is not None:
                    compared = _reached(compared, pair.original, carrier)
            yield compared


def _is_within(path: str, outer: str) -> bool:
    return path.startswith(outer) and path[len(outer) :][:1] in ("", ".", "[")


def _changed(before: object, after: object, name: str, own: frozenset[str]) -> set[str]:
    """The paths at which the original changed an argument."""
    found: set[str] = set()
    for pair in pairs(before, after, name, own):
        if pair.problem is not None or not is_identical(pair.original, pair.converted, own):
            found.add(pair.path)
    return found


def _carrier(changed: object, after: After, comparer: Comparer) -> str | None:
    """The result, or the returned argument, that shows all of the changed array: its value reaches the caller there."""
    if not isinstance(changed, np.ndarray):
        return None
    shown = list(pairs(after.result, after.result, "result", comparer.own))
    for name in after.returned:
        shown += pairs(after.original[name], after.original[name], name, comparer.own)
    for pair in shown:
        if isinstance(pair.original, np.ndarray) and is_same_memory(pair.original, changed):
            return pair.path
    return None


def _reached(compared: Comparison, changed: object, carrier: str) -> Comparison:
    """Not a difference: `carrier` has the new value, and is compared itself."""
    return {
        **compared, "status": "same", "reason": f"the new value is in `{carrier}`", "converted": described(changed),
        "max_absolute": None, "max_ulp": None, "differing": 0, "first": None,
    }  # fmt: skip


def is_same_memory(one: np.ndarray, other: np.ndarray) -> bool:
    """Both show the same elements, in whatever order."""
    if one is other:
        return True
    if owner_of(one) is not owner_of(other) or one.size != other.size or one.dtype != other.dtype:
        return False
    bounds = [np.lib.array_utils.byte_bounds(v) for v in (one, other)]
    return bounds[0] == bounds[1] and _covers(one) and _covers(other)


def _covers(view: np.ndarray) -> bool:
    """It shows every element between its ends."""
    low, high = np.lib.array_utils.byte_bounds(view)
    return high - low == view.size * view.itemsize


def sharing(result: object, arguments: Mapping[str, object], own: frozenset[str]) -> list[str]:
    """What the original returns that is memory of an argument: JAX's arrays never are, and are not written to."""
    notes = []
    held = [
        pair
        for name, value in arguments.items()
        for pair in pairs(value, value, name, own)
        if isinstance(pair.original, np.ndarray)
    ]
    for pair in pairs(result, result, "result", own):
        for argument in held:
            if pair.original is argument.original:
                notes.append(f"the original returns `{argument.path}` itself as `{pair.path}`, JAX a new array")
                break
            if isinstance(pair.original, np.ndarray) and np.may_share_memory(pair.original, argument.original):
                notes.append(f"in the original `{pair.path}` shows memory of `{argument.path}`, JAX's is its own")
                break
    return notes
