"""Artifacts: calls against `jax.jit` of the model; loading and the first call by hand, and with a compilation cache.

Everything runs on one processor. Calls take turns in one process, as in models.py. What happens once in a process is
measured in processes of its own, which take turns as well, from the moment that JAX and NumPy are imported to the first
result. A figure is the median over the rounds of the ratio in that round, in brackets its quartiles.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import hybridc
from hybridc.artifacts.exporting import export
from models import IMPORTS, MODELS, Model, interleaved, loaded, numbers, show

ROUNDS = 9
_THIRD = 0.33  # of a model that takes long to compile
START = (
    "import sys, time; import jax, numpy as np; folder = sys.argv[1]; x = np.load(folder + '/x.npy'); jax.devices(); "
)
TIMED = "start = time.perf_counter(); {}; np.asarray(y); print(time.perf_counter() - start)"
LOAD = START + TIMED.format("import hybridc; y = hybridc.load(folder + '/artifact')(x)")
BY_HAND = START + TIMED.format(
    "from jax import export; from hybridc.runtime import weights; "
    "arrays = weights.read(folder + '/artifact/parameters.safetensors'); "
    "turned = {n: a.T if n in {TURNED} else a for n, a in arrays.items()}; "
    "program = export.deserialize(bytearray(open(folder + '/artifact/program.jax', 'rb').read())); "
    "y = jax.jit(program.call)(jax.device_put(turned), x)"
)


def first(script: str, folder: Path, **environment: str) -> float:
    """Seconds to the first result in a process of its own."""
    command = [sys.executable, "-c", script, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return float(done.stdout)


def against_jit(model: Model, net: object, artifact: hybridc.artifacts.artifact.Artifact) -> None:
    x, given = jnp.asarray(numbers(1, *model.shape)), artifact.parameters()
    by_jit = jax.jit(lambda parameters, x: net.apply(parameters, x))
    calls = {"artifact": partial(artifact, x), "jax.jit": partial(by_jit, given, x), "net(x)": partial(net, x)}
    times = interleaved({**calls, "itself": calls["artifact"]})
    for other in ("jax.jit", "net(x)"):
        show(f"{model.name}, batch 1: artifact / {other}", times["artifact"], times[other], 1.1)
    show(f"{model.name}, batch 1: artifact / itself", times["artifact"], times["itself"], None)


def starts(model: Model, folder: Path, turned: list[str], third: float | None) -> None:
    """`third`: what a start with the cache may take of one without."""
    by_hand = BY_HAND.replace("{TURNED}", repr(turned))
    pairs = [(first(LOAD, folder), first(by_hand, folder), first(LOAD, folder)) for _ in range(ROUNDS)]
    ours, hand, again = map(list, zip(*pairs, strict=True))
    show(f"{model.name}: load and first call / by hand", ours, hand, 1.1)
    show(f"{model.name}: load and first call / itself", ours, again, None)
    with tempfile.TemporaryDirectory() as cache:
        kept = {"JAX_COMPILATION_CACHE_DIR": cache}
        first(LOAD, folder, **kept)
        pairs = [(first(LOAD, folder, **kept), first(LOAD, folder)) for _ in range(ROUNDS)]
    warm, cold = map(list, zip(*pairs, strict=True))
    show(f"{model.name}: load and first call, with cache / without", warm, cold, third)
    print(f"    {statistics.median(warm):.2f} s with, {statistics.median(cold):.2f} s without")


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX counts the processors
    for model in MODELS[:2]:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            code = hybridc.convert(IMPORTS + model.source, filename="net.py").code
            assert code is not None
            (folder / "net_jax.py").write_text(code)
            dims = ",".join(map(str, model.shape))
            export(f"{folder}/net_jax.py:Net", f"{folder}/artifact", [f"x=f32[1,{dims}]"], None, [], False)
            np.save(folder / "x.npy", numbers(1, *model.shape))
            artifact = hybridc.load(folder / "artifact")
            net = loaded(code, "converted").Net().eval()
            net.load_state_dict(artifact.parameters())
            against_jit(model, net, artifact)
            starts(model, folder, artifact.description.transposed, _THIRD if model is MODELS[1] else None)


if __name__ == "__main__":
    main()
