#!/bin/sh
# Makes the environment in which references are recorded: chainer 7.8.1, the last release, with a NumPy that it runs on.
# It is apart from the project's own, and no test needs it. Its source distribution needs an old setuptools to build.
#
#     make record
set -eu
cd "$(dirname "$0")/../.."

python3.11 -m venv .venv-chainer
.venv-chainer/bin/python -m pip install --quiet --disable-pip-version-check "setuptools<66" wheel numpy==1.23.5 scipy==1.10.1
.venv-chainer/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation chainer==7.8.1
.venv-chainer/bin/python -W ignore -c "import chainer"
