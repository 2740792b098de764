"""The grammar of specs: what each form means, and what is said of what is no spec."""

import pytest

from hybridc.verification.request import CannotVerify
from hybridc.verification.spec import (
    Array,
    Choice,
    Interval,
    Item,
    Literal,
    Made,
    Mapping,
    OneOf,
    Scalar,
    Sequence,
    Values,
    View,
    is_generic,
    names_in,
)
from hybridc.verification.spec_reader import read_items


def value(text):
    (item,) = read_items(f"x={text}")
    return item.value


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("f32[8,512]", Array("f32", (8, 512))),
        ("float64[3]", Array("f64", (3,))),
        ("float[n, 0]", Array("float", ("n", 0))),
        ("bool[2]", Array("bool", (2,))),
        ("f64[]", Array("f64", ())),
        ("f64[4] in [0, 1)", Array("f64", (4,), Interval(0, 1, False, True))),
        ("f64[4] in (-1e-3, .5]", Array("f64", (4,), Interval(-0.001, 0.5, True, False))),
        ("i8[4] in {1, -2}", Array("i8", (4,), Choice((1, -2)))),
        ("int in [1, 9]", Scalar("int", Interval(1, 9))),
        ("f32", Scalar("f32")),
        ("3", Literal(3)),
        ("-3", Literal(-3)),
        ("007", Literal(7)),
        ("1_000", Literal(1000)),
        ("2.5e3", Literal(2500.0)),
        ("2j", Literal(2j)),
        ("-inf", Literal(float("-inf"))),
        ("None", Literal(None)),
        ("True", Literal(True)),
        ("'a\\'b'", Literal("a'b")),
        ('"]"', Literal("]")),
        ("f64([1, [2]])", Values("f64", Sequence(False, (Literal(1), Sequence(False, (Literal(2),)))))),
        ("(f64[3], 2)", Sequence(True, (Array("f64", (3,)), Literal(2)))),
        ("(2)", Literal(2)),
        ("(2,)", Sequence(True, (Literal(2),))),
        ("()", Sequence(True, ())),
        ("[]", Sequence(False, ())),
        ("{}", Mapping(())),
        ("{'w': f64[3], 'b': 0}", Mapping((("w", Array("f64", (3,))), ("b", Literal(0))))),
        ("{'same', 'valid'}", OneOf((Literal("same"), Literal("valid")))),
        ("y", View("y")),
        ("y.T", View("y", None, True)),
        ("y[1:]", View("y", (slice(1, None),))),
        ("y[::-1, 0, ..., None]", View("y", (slice(None, None, -1), 0, ..., None))),
        ("y[:-1]", View("y", (slice(None, -1),))),
        ("Filter(f64[3], rate=0.5)", Made("Filter", (Array("f64", (3,)),), (("rate", Literal(0.5)),))),
    ],
)
def test_forms(text, meaning):
    assert value(text) == meaning


def test_nan_is_a_number():
    assert value("nan").value != value("nan").value


@pytest.mark.parametrize("separator", [" ", ";", "; ", ", ", "\n"])
def test_items_stand_apart_in_several_ways(separator):
    items = read_items(separator.join(["x=f64[n, 3] in [0, 1)", "Filter.step:y=x[1:]", "n=3"]))
    assert items == (
        Item(None, "x", Array("f64", ("n", 3), Interval(0, 1, False, True)), "x=f64[n, 3] in [0, 1)"),
        Item("Filter.step", "y", View("x", (slice(1, None),)), "y=x[1:]"),
        Item(None, "n", Literal(3), "n=3"),
    )


def test_names_that_are_not_latin():
    assert read_items("größe=int")[0].name == "größe"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "expected `=`, at the end"),
        ("x=", "expected a value, as `f64[3]`, `int in [1, 9]` or `'same'`, at the end"),
        ("x=f64[3", "expected `,` or `]`, at the end"),
        ("x=f64[-3]", "a dimension is a number or a name, at `-3]`"),
        ("x=f64[2.5]", "a dimension is a number or a name"),
        ("x=f64[3] in 0", "expected a range, as `[0, 1)`, or a set"),
        ("x=f64[3] in [1, 0]", "the range is empty"),
        ("x=f64[3] in [1, 1)", "the range is empty"),
        ("x=f64[3] in [0, inf]", "finite real numbers"),
        ("x=f64[3] in [0, 2j]", "finite real numbers"),
        ("x=$", "this is no part of a spec, at `$`"),
        ("x='a", "this is no part of a spec"),
        ("x=y.shape", "of `y` only a slice or `.T` can be taken"),
        ("x=y[1.5]", "an index is a whole number"),
        ("x=y[a]", "expected an index or a slice"),
        ("x.y=3", "an argument is a plain name, not `x.y`"),
        ("=3", "expected the name of an argument"),
        ("x={1: 2, 3}", "the keys of a dict"),
        ("x={2.5: 2}", "the keys of a dict"),
        (f"x={'[' * 60}{']' * 60}", "nested too deeply"),
        (f"x={'9' * 500}", "this number is too long"),
        ("x='\\x'", "this is no string"),
    ],
)
def test_what_is_no_spec_is_one_message(text, message):
    with pytest.raises(CannotVerify) as caught:
        read_items(text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("--inputs: ")


def test_names_that_a_value_refers_to():
    assert names_in(value("(f64[n, 3], {'a': y[1:]}, Filter(z, k={w, f64[m]}))")) == {"n", "y", "z", "w", "m"}


@pytest.mark.parametrize(
    ("text", "is_open"), [("float[3]", True), ("(1, complex[2])", True), ("f64[3]", False), ("float", False)]
)
def test_only_arrays_without_a_width_are_tried_in_several(text, is_open):
    assert is_generic(value(text)) is is_open
