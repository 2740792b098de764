"""`F.operator(x, **options)`: Python binds the options where one array comes out, whatever they say."""

import ast

import pytest
from gluon_programs import ND, block

from hybridc.options import Options
from hybridc.pipeline import convert
from hybridc.source import Source


def conversion(call):
    text = ND + block(f"return {call}")
    return convert(Source("model.py", text, ast.parse(text)), Options())


@pytest.mark.parametrize("call", ["F.Pooling(x, **self.o)", "F.contrib.BilinearResize2D(x, height=2, **self.o)"])
def test_options_are_handed_on(call):
    result = conversion(call)
    assert not result.refusals
    assert call.replace("F.contrib", "F").replace("F.", "ops.") in result.code


@pytest.mark.parametrize(
    "call", ["F.split(x, **self.o)", "F.topk(x, **self.o)", "F.BatchNorm(x, **self.o)", "F.Pooling(*self.a, **self.o)"]
)
def test_options_that_may_change_what_comes_out_are_refused(call):
    assert [d.code for d in conversion(call).refusals] == ["HYB405"]
