#!/bin/sh
# Makes the environment in which references are recorded: mxnet 1.9.1, the last release, with the NumPy that it was
# written for. It is apart from the project's own, and no test needs it.
#
#     make record
set -eu
cd "$(dirname "$0")/../.."

python3.11 -m venv .venv-mxnet
.venv-mxnet/bin/python -m pip install --quiet --disable-pip-version-check mxnet==1.9.1 numpy==1.23.5
if ! .venv-mxnet/bin/python -c "import mxnet"; then
    echo "mxnet does not import; on Debian: apt-get install libgomp1 libquadmath0 libgfortran5 libopenblas0-pthread" >&2
    exit 1
fi
