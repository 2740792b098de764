"""The MLP of the chapters on hybridizing, converted from Keras, at batch 1: against JAX by hand and TensorFlow.

TensorFlow runs in a process of its own. Both processes stay on one processor and take turns. A figure is the median
over the rounds of the ratio in that round, in brackets its quartiles.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import hybridc
from models import Arrays, interleaved, loaded, numbers, seconds, show

ROOT = Path(__file__).resolve().parents[1]
ROUNDS, CALLS = 40, 100
SAMPLE = ROOT / "samples" / "mlp_keras.py"
TENSORFLOW = """
import os, runpy, sys, time
os.environ.update(TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
import numpy as np, tensorflow as tf

tf.config.threading.set_intra_op_parallelism_threads(1)
tf.config.threading.set_inter_op_parallelism_threads(1)
net = runpy.run_path(sys.argv[1])["get_net"]()
np.savez(sys.argv[2] + ".npz", *net.get_weights())
x = tf.constant(np.load(sys.argv[2]))
forms = [net, tf.function(net), tf.function(net, jit_compile=True)]
for form in forms:
    for _ in range(20):
        expected = form(x).numpy()
np.save(sys.argv[2] + ".out.npy", expected)
print("ready", flush=True)
for line in sys.stdin:
    times = []
    for form, calls in zip(forms, (20, 100, 100)):
        start = time.perf_counter()
        for _ in range(calls):
            form(x)
        times.append((time.perf_counter() - start) / calls)
    print(*times, flush=True)
"""


def by_hand(p: Arrays, x: jax.Array) -> jax.Array:
    for name in ("dense", "dense_1"):
        x = jax.nn.relu(x @ p[f"{name}.kernel"] + p[f"{name}.bias"])
    return x @ p["dense_2.kernel"] + p["dense_2.bias"]


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # before JAX counts the processors
    result = hybridc.convert(SAMPLE.read_text(), filename="net.py")
    assert result.code is not None, [f"{d.code} {d.message}" for d in result.refusals]
    net = loaded(result.code, "converted").get_net()
    x = jnp.asarray(numbers(1, 512))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.npy")
        np.save(path, x)
        command = [sys.executable, "-W", "ignore", "-c", TENSORFLOW, str(SAMPLE), path]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            if process.stdout.readline() != "ready\n":
                sys.exit("TensorFlow does not run here: `pip install tensorflow-cpu`")
            net.load(f"{path}.npz")
            np.testing.assert_allclose(net(x), np.load(f"{path}.out.npy"), rtol=1e-4, atol=1e-5)
            given, frozen, twin = net.parameters(), net.freeze(), jax.jit(by_hand)
            calls = {"net(x)": partial(net, x), "frozen": partial(frozen, x), "by hand": partial(twin, given, x)}
            times = interleaved({**calls, "itself": partial(twin, given, x)})
            show("MLP, batch 1: net(x) / by hand", times["net(x)"], times["by hand"], 1.1)
            show("MLP, batch 1: frozen / by hand", times["frozen"], times["by hand"], 1.1)
            show("MLP, batch 1: by hand / itself", times["by hand"], times["itself"], None)
            rounds = []
            for _ in range(ROUNDS):
                print(file=process.stdin, flush=True)
                theirs = map(float, process.stdout.readline().split())
                rounds.append((*theirs, seconds(calls["net(x)"], CALLS), seconds(calls["frozen"], CALLS)))
            process.stdin.close()
    eager, graph, xla, ours, constant = map(list, zip(*rounds, strict=True))
    for name, reference in (("eager", eager), ("tf.function", graph), ("tf.function, jit_compile", xla)):
        show(f"MLP, batch 1: net(x) / TensorFlow, {name}", ours, reference, None)
        show(f"MLP, batch 1: frozen / TensorFlow, {name}", constant, reference, None)


if __name__ == "__main__":
    main()
