"""Records what MXNet 1.9.1 makes of programs that compose symbols: graphs, names, shapes and outputs.

.venv-mxnet/bin/python tests/recordings/record_mxnet_symbols.py      writes tests/recordings/mxnet/symbols.zip

MXNet is run without MKL-DNN where it can.
Weights are drawn by their names. Of each program of `symbol_cases.py` the archive has what its symbol says of itself, in JSON,
and what it gives in prediction, and in training with the states behind that where nothing is drawn.
"""

import importlib
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import mxnet as mx
import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "symbol_programs"))
from mxnet_weights import weights
from symbol_cases import CASES, WITH_DROPOUT, told

FILE = Path(__file__).parent / "mxnet" / "symbols.zip"
RECURRENT = ["fused"]  # which MKL-DNN is needed for


def main(names):
    if names:
        sys.stdout.buffer.write(archived(recorded(names)))
        return
    kept = {}
    for flag, names in (("1", RECURRENT), ("0", [name for name in CASES if name not in RECURRENT])):
        quiet = {"MXNET_MKLDNN_ENABLED": flag, "MXNET_STORAGE_FALLBACK_LOG_VERBOSE": "0"}
        command = [sys.executable, "-W", "ignore", __file__, *names]
        answer = subprocess.run(command, check=True, env=os.environ | quiet, stdout=subprocess.PIPE).stdout
        with zipfile.ZipFile(io.BytesIO(answer)) as archive:
            kept |= {name: archive.read(name) for name in archive.namelist()}
    FILE.write_bytes(archived(kept))
    print(f"{len(CASES)} programs, {FILE.stat().st_size} bytes")


def archived(files):
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_LZMA) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_LZMA)
    return kept.getvalue()


def recorded(names):
    kept = {}
    for name in names:
        module, function, arguments, inputs = CASES[name]
        with mx.name.NameManager():
            symbol = getattr(importlib.import_module(f"symbols_{module}"), function)(**arguments)
            kept[f"{name}.json"] = json.dumps(told(symbol, {key: x.shape for key, x in inputs.items()})).encode()
        file = io.BytesIO()
        np.savez(file, **outputs(name, symbol, inputs))
        kept[f"{name}.npz"] = file.getvalue()
    return kept


def outputs(name, symbol, inputs):
    shapes, _, states = symbol.infer_shape(**{key: x.shape for key, x in inputs.items()})
    shapes = dict(zip(symbol.list_arguments(), shapes, strict=True))
    states = dict(zip(symbol.list_auxiliary_states(), states, strict=True))
    values = weights({key: shape for key, shape in (shapes | states).items() if key not in inputs})
    given = {key: mx.nd.array(x) for key, x in (values | inputs).items()}
    arguments = {key: given[key] for key in shapes}
    gradients = {key: mx.nd.zeros(shape) for key, shape in shapes.items()}
    program = symbol.bind(mx.cpu(), arguments, gradients, aux_states={key: given[key] for key in states})
    found = {f"output{n}": y.asnumpy() for n, y in enumerate(program.forward(is_train=False))}
    if name not in WITH_DROPOUT:
        found |= {f"trained{n}": y.asnumpy() for n, y in enumerate(program.forward(is_train=True))}
        if states:
            program.backward([mx.nd.ones(y.shape) for y in program.outputs])  # which moves the statistics
            mx.nd.waitall()
            found |= {f"state {key}": given[key].asnumpy() for key in states}
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
