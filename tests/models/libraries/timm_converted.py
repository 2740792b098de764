"""timm's models as hybridc has converted them, with the weights and images of the originals. Run in a process of its
own, in which torch cannot be imported.

python timm_converted.py FOLDER_OF_CONVERTED_TIMM FOLDER_OF_RESULTS NAME...
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jax
import numpy as np
import stand_ins
from timm_reference import DIFFERENTIATED, built, first


def results_of(name: str, results: Path) -> dict[str, Any]:
    """How far the converted model is from the original, relative to the largest value, in both modes."""
    expected = np.load(results / f"{name}.npz")
    started = time.perf_counter()
    net = built(name).load(results / f"{name}.pt")
    found = {
        "evaluated": distance(first(net.eval()(expected["images"])), expected["evaluated"]),
        "trained": None,
    }
    if expected["is_deterministic"]:
        found["trained"] = distance(first(net.train()(expected["images"])), expected["trained"])
    if name in DIFFERENTIATED:
        net.load(results / f"{name}.pt")
        slopes = np.load(results / f"{name}.gradients.npz")
        found["gradients"] = apart(gradients(net, expected["images"], bool(expected["is_deterministic"])), slopes)
    return found | {"seconds": time.perf_counter() - started}


def gradients(net: Any, images: np.ndarray, train: bool) -> dict[str, jax.Array]:
    """Of one number that all outputs count in, in training mode or not."""

    def loss(parameters: dict[str, jax.Array]) -> jax.Array:
        found = net.apply(parameters, images, train=train)
        result = first(found[0] if train else found)
        return (result * jax.numpy.cos(result)).sum()

    return jax.jit(jax.grad(loss))(net.parameters())


def apart(found: Mapping[str, Any], expected: Mapping[str, np.ndarray]) -> float:
    """How far gradients are apart, of each parameter relative to its largest one, or a thousandth of the largest."""
    largest = max(np.abs(e).max(initial=0) for e in expected.values())
    worst = 0.0
    for name, wanted in expected.items():
        difference = np.asarray(found[name]) - (wanted if wanted.size else 0)
        worst = max(worst, float(np.abs(difference).max() / max(np.abs(wanted).max(initial=0), 1e-3 * largest)))
    return worst


def distance(found: jax.Array, expected: np.ndarray) -> float:
    assert found.shape == expected.shape, f"{found.shape}, not {expected.shape}"
    return float(np.abs(np.asarray(found) - expected).max() / np.abs(expected).max())


def main(results: Path, names: list[str]) -> None:
    for name in names:
        try:
            found = results_of(name, results)
        except Exception as error:
            notes = " ".join(getattr(error, "__notes__", ()))
            places = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(error.__traceback__)][-6:]
            found = {"error": f"{type(error).__name__}: {error} {notes} ({' < '.join(reversed(places))})"}
        (results / f"{name}.json").write_text(json.dumps(found), encoding="utf-8")
        jax.clear_caches()


if __name__ == "__main__":
    sys.modules["torch"] = None  # type: ignore[assignment]
    sys.path.insert(0, sys.argv[1])
    stand_ins.install_torchvision()
    main(Path(sys.argv[2]), sys.argv[3:])
