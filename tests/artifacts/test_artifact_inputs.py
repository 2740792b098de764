"""What `--input` says."""

import pytest

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.inputs import read_inputs
from hybridc.artifacts.signatures import arguments, ordered


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("x=f32[8,512]", "x", "f32[8,512]"),
        ("x=f32[b,512]", "x", "f32[b,512]"),
        (" x = bf16 [ b , 3 ] ", "x", "bf16[b,3]"),
        ("x=f32[]", "x", "f32[]"),
        ("x=bool[0]", "x", "bool[0]"),
        ("x=f32[?,?]", "x", "f32[x_0,x_1]"),
        ("_9tail=i64[?]", "_9tail", "i64[tail_0]"),
        ("x=u8[x_0,?]", "x", "u8[x_0,x_1]"),
        ("x=u8[?,x_0]", "x", "u8[x_0_,x_0]"),
        ("x=f32[b>=2 <=8]", "x", "f32[b]"),
    ],
)
def test_arrays(text, name, shown):
    values, _ = read_inputs([text])
    assert {key: str(value) for key, value in values.items()} == {name: shown}


@pytest.mark.parametrize(
    ("text", "value"), [("n=3", 3), ("n=-2.5", -2.5), ("n='same'", "same"), ("n=True", True), ("n = None", None)]
)
def test_fixed_values(text, value):
    values, _ = read_inputs([text])
    assert values == {"n": value} and type(values["n"]) is type(value)


def test_bounds_of_free_dimensions_are_those_of_all_inputs():
    _, bounds = read_inputs(["x=f32[b>=2,t<=64,?]", "y=f32[b<=8,t<=32]"])
    assert bounds == {"b": (2, 8), "t": (1, 32), "x_2": (1, None)}


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["f32[3]"], "expected NAME=DTYPE[DIMS]"),
        (["=f32[3]"], "expected NAME=DTYPE[DIMS]"),
        (["a b=f32[3]"], "expected NAME=DTYPE[DIMS]"),
        (["x=float32[3]"], "'float32' is no dtype; there are bool, "),
        (["x=f32[3"], "neither an array"),
        (["x=f32"], "neither an array"),
        (["x="], "neither an array"),
        (["x=[1, 2]"], "neither an array"),
        (["x=f()"], "neither an array"),
        (["x=f32[-1]"], "'-1' is no dimension"),
        (["x=f32[2*b]"], "'2*b' is no dimension"),
        (["x=f32[3,]"], "'' is no dimension"),
        (["x=f32[max]"], "'max' is no dimension"),
        (["x=f32[b>=3<=2]"], "no size of `b` is at least 3 and at most 2"),
        (["x=f32[b<=0]"], "no size of `b`"),
        (["x=f32[3]", "x=f32[4]"], "`x` is given twice"),
    ],
)
def test_what_is_no_input_is_said(texts, words):
    with pytest.raises(ExportError) as caught:
        read_inputs(texts)
    assert words in str(caught.value)


def _summed(x, *xs, scale=1):
    return x


def _options(x, **options):
    return x


@pytest.mark.parametrize(
    ("function", "names", "args", "kwargs"),
    [
        (_summed, ["x", "xs", "b"], ("X", "XS", "B"), {}),
        (_summed, ["a", "scale", "x"], ("X", "A"), {"scale": "SCALE"}),
        (_options, ["options", "x", "b"], ("X",), {"options": "OPTIONS", "b": "B"}),
    ],
)
def test_no_input_of_a_function_that_takes_any_gets_lost(function, names, args, kwargs):
    given = {name: name.upper() for name in names}
    assert arguments(function, {name: given[name] for name in ordered(function, given)}) == (args, kwargs)


def test_what_a_function_takes_is_shown_as_it_is_written():
    def scaled(x, key=None, *, scale):
        return x

    with pytest.raises(ExportError, match=r"`scale` is missing: .*; it takes \(x, key=None, \*, scale\)"):
        ordered(scaled, {"x": 1})
