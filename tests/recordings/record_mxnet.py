"""Records what MXNet 1.9.1 writes and computes, as small files that the tests read without it.

sh tests/recordings/mxnet_environment.sh
.venv-mxnet/bin/python tests/recordings/record_mxnet.py            writes tests/recordings/mxnet/
.venv-mxnet/bin/python tests/recordings/record_mxnet.py FILE ...   loads `.params` files, compares with `.npz` beside
"""

import sys
from pathlib import Path

import mxnet_arrays
import mxnet_calls
import mxnet_graphs
import mxnet_operators
import record_mxnet_programs

FOLDER = Path(__file__).parent / "mxnet"


def main(files):
    if files:
        for file in files:
            mxnet_arrays.compare(Path(file))
            print(f"{file}: loaded, and as expected")
        return
    FOLDER.mkdir(exist_ok=True)
    mxnet_arrays.record(FOLDER)
    mxnet_graphs.record(FOLDER)
    mxnet_operators.record(FOLDER)
    record_mxnet_programs.record(FOLDER)
    mxnet_calls.record(FOLDER)
    written = list(FOLDER.iterdir())
    print(f"{len(written)} files, {sum(file.stat().st_size for file in written)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
