"""What a model writes down while it computes: arrays have no numbers then, and the rest is written while it is traced."""

import ast

import pytest

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check

HEAD = """\
import json
import logging
import pprint
import sys
import warnings
from logging import getLogger

import torch
from torch import nn

logger = logging.getLogger(__name__)
log = getLogger("model")
history = []


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.logger = logging.getLogger("net")

    def forward(self, x, n: int):
        y = x.mean()
        BODY
        return x * 2
"""
READING = [
    'logging.info("%f", y)',
    'logger.debug("%s", x.mean())',
    'log.warning("%s of %s", x.shape, x * 2)',
    'self.logger.info("%s", y)',
    'logger.info("%s", {"loss": y})',
    'logger.info("%s", [1, x * 2])',
    'logger.info("x", extra={"loss": y})',
    "warnings.warn(y)",
    "sys.stdout.write(y)",
    "pprint.pprint(y)",
    'text = json.dumps({"loss": y})',
    'logger.info(f"{y}")',
    'logger.info("%f" % y)',
    'sys.stderr.write("{}".format(y))',
    "text = str(y)",
    'text = "a " + repr(x * 2)',
    'text = format(y, ".3f")',
]
PLAIN = [
    'logging.info("%s", x.shape)',
    'logger.debug("%d", n)',
    'logger.debug("dtype %s, training %s", x.dtype, self.training)',
    'warnings.warn("deprecated", stacklevel=2)',
    'sys.stderr.write("here")',
    'self.logger.info("%d rows", len(x))',
    'name = str(n) + "{} {}".format(x.shape, x.dtype)',
    'assert x.ndim > 0, "not {}".format(x)',
]


def found(body):
    text = HEAD.replace("BODY", body)
    return [(d.code, d.location.line) for d in check(Source("net.py", text, ast.parse(text)), Options()).diagnostics]


@pytest.mark.parametrize("body", READING)
def test_numbers_of_arrays_are_refused_where_they_are_written_down(body):
    codes = found(body)
    assert [line for _, line in codes] == [23] and codes[0][0] in ("HYB101", "HYB222")


@pytest.mark.parametrize("body", PLAIN)
def test_what_is_known_while_tracing_is_written_then(body):
    assert found(body) == []
