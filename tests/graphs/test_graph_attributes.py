"""Text of attributes, and what it says."""

import math

import pytest

from hybridc.graphs import GraphError, Node
from hybridc.graphs.attributes import value_of

SAY = {
    "(2, 2)": (2, 2),
    "(2,2)": (2, 2),
    "[2,2]": (2, 2),
    " ( 2 , -1 ) ": (2, -1),
    "(3L, 3L)": (3, 3),
    "(2,)": (2,),
    "(2)": (2,),
    "()": (),
    "[]": (),
    "(0, None, 2)": (0, None, 2),
    "((0, 1), [2.5, True])": ((0, 1), (2.5, True)),
    "None": None,
    "True": True,
    "false": False,
    "7": 7,
    "-7": -7,
    "+7": 7,
    "3L": 3,
    "1e-05": 1e-05,
    "0.9": 0.9,
    ".5": 0.5,
    "5.": 5.0,
    "-inf": -math.inf,
    "inf": math.inf,
    "1.17549e-38": 1.17549e-38,
    "relu": "relu",
    "float32": "float32",
    "NCHW": "NCHW",
    "ij,jk->ik": "ij,jk->ik",
    "1_000": "1_000",
    "٣": "٣",
    "0x10": "0x10",
    "": "",
    "__import__('os')": "__import__('os')",
    "9" * 100: "9" * 100,
}


@pytest.mark.parametrize(("text", "value"), SAY.items())
def test_what_a_text_says(text, value):
    assert value_of(text) == value
    assert type(value_of(text)) is type(value)


def test_not_a_number():
    assert math.isnan(value_of("nan"))


BAD = {
    "(2": "'(2' is not closed",
    "(": "is not closed",
    "(2]": "has ']' where there is no place for it",
    "(2) 3": "goes on behind its last bracket",
    "(2)(3)": "goes on behind its last bracket",
    "(,)": "has ',' where",
    "(2,,3)": "has ',' where",
    "(2 3)": "has '3' where",
    "(relu)": "has 'relu' where",
    "(__import__('os'))": "has '__import__' where",
    '["zero", {}]': "has '\"zero\"' where",
    "(" * 9 + ")" * 9: "brackets in more than 8 levels",
    "(" * 100_000: "brackets in more than 8 levels",
    "(" + "9" * 100 + ")": "where there is no place for it",
}


@pytest.mark.parametrize(("text", "reason"), BAD.items(), ids=[text[:20] for text in BAD])
def test_what_says_nothing_is_an_error_that_names_the_node(text, reason):
    node = Node("conv0", "Convolution", {"kernel": text})
    with pytest.raises(GraphError) as caught:
        node.value("kernel")
    assert str(caught.value).startswith("node 'conv0': the attribute kernel: ")
    assert reason in caught.value.reason
    assert len(str(caught.value)) < 300


def test_what_is_not_written_has_its_default():
    assert Node("conv0", "Convolution", {}).value("stride", (1, 1)) == (1, 1)
