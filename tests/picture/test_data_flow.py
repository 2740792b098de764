"""What flows where in functions."""

import pytest
from told import drawn, outlined, told

from hybridc.picture.reading import NotThere

FANCY = """
def add(a, b):
    return a + b

def fancy_func(a, b, c, d):
    e = add(a, b)
    f = add(c, d)
    g = add(e, f)
    return g
"""


def test_the_figure_of_the_chapter_on_hybridization():
    assert told(FANCY, "fancy_func") == [
        "a -> e = add(a, b)",
        "b -> e = add(a, b)",
        "c -> f = add(c, d)",
        "d -> f = add(c, d)",
        "e = add(a, b) -> g = add(e, f)",
        "f = add(c, d) -> g = add(e, f)",
        "g = add(e, f) -> return g",
    ]
    assert outlined(FANCY, "fancy_func") == [
        "function fancy_func @5",
        "  input a @5",
        "  input b @5",
        "  input c @5",
        "  input d @5",
        "  call e = add(a, b) @6",
        "  call f = add(c, d) @7",
        "  call g = add(e, f) @8",
        "  output return g @9",
    ]


def in_function(body, names="x, y, n"):
    return f"import numpy as np\nRATE = 0.1\ndef f({names}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = x + 1\nreturn x", ["x -> x = x + 1", "x = x + 1 -> return x"]),
        ("x[n] = y", ["y -> x[n] = y", "n -> x[n] = y", "x -> x[n] = y"]),
        ("x += y\nreturn x", ["x -> x += y", "y -> x += y", "x += y -> return x"]),
        ("return RATE * x", ["RATE -> return RATE * x", "x -> return RATE * x"]),
        ("a, b = x, y\nreturn b", ["x -> a = x", "y -> b = y", "b = y -> return b"]),
        (
            "a, b = np.divmod(x, y)\nreturn a - b",
            [
                "x -> a, b = np.divmod(x, y)",
                "y -> a, b = np.divmod(x, y)",
                "a, b = np.divmod(x, y) -> return a - b (a, b)",
            ],
        ),
        (
            "if (k := n) > 1:\n    x = k\nreturn x",
            [
                "n -> if (k := n) > 1",
                "if (k := n) > 1 -> x = k",
                "if (k := n) > 1 :> [then]",
                "x -> return x",
                "x = k -> return x",
            ],
        ),
        (
            "return [x * each for each in y]",
            ["x -> return [x * each for each in y]", "y -> return [x * each for each in y]"],
        ),
        ("assert n > 0, y\nprint(x)", ["n -> assert n > 0, y", "y -> assert n > 0, y", "x -> print(x)"]),
        (
            "g = lambda t: t + x\nreturn g(y)",
            ["x -> g = lambda t: t + x", "g = lambda t: t + x -> return g(y)", "y -> return g(y)", "x -> return g(y)"],
        ),
        (
            "g = lambda t: t + x\nh = g\nx = y\nreturn h",
            [
                "x -> g = lambda t: t + x",
                "g = lambda t: t + x -> h = g",
                "x -> h = g",
                "y -> x = y",
                "h = g -> return h",
                "x = y -> return h",
            ],
        ),
        ("return x\nx = y", ["x -> return x"]),
    ],
)
def test_statements(body, expected):
    assert told(in_function(body), "f") == expected


def test_functions_in_functions_read_and_change_what_is_around_them_when_they_are_called():
    code = in_function(
        "def tick(u):\n    nonlocal n\n    n = n + u\n    x[0] = n\n    return x\nn = 2\nv = tick(y)\nv[1] = 3\nreturn n, x"
    )
    found = told(code, "f")
    assert "n = 2 -> v = tick(y)" in found and "x -> v = tick(y)" in found
    assert {line for line in found if "> return n, x" in line} == {
        "n = 2 -> return n, x",
        "v = tick(y) -> return n, x",
        "x -> return n, x",
        "v[1] = 3 ~> return n, x (n, x)",
    }


def test_functions_of_the_file_read_and_set_globals():
    code = """
    total = 0

    def add(x):
        global total
        total = total + x

    def run(x):
        global total
        total = 1
        add(x)
        return total
    """
    assert told(code, "run") == [
        "x -> add(x)",
        "total = 1 -> add(x)",
        "add(x) -> return total",
    ]


def test_a_handler_starts_from_any_place_of_what_was_tried():
    code = in_function("try:\n    a = x\n    a = g(y)\nexcept ValueError:\n    return a\nreturn n")
    assert {line for line in told(code, "f") if line.endswith("return a")} == {
        "a = x -> return a",
        "a = g(y) -> return a",
    }


def test_both_sides_of_a_branch_arrive():
    code = in_function("if n > 0:\n    x = y\nelif n < 0:\n    x = -y\nreturn x")
    assert told(code, "f") == [
        "n -> if n > 0",
        "y -> x = y",
        "if n > 0 :> [then]",
        "n -> if n < 0",
        "y -> x = -y",
        "if n < 0 :> [then]",
        "if n > 0 :> [else]",
        "x -> return x",
        "x = y -> return x",
        "x = -y -> return x",
    ]


def test_a_loop_hands_on_what_it_reads_of_the_turn_before():
    code = in_function("total = 0.0\nfor row in x:\n    total = total + row\n    last = row\nreturn total")
    assert told(code, "f") == [
        "total = 0.0 -> total",
        "x -> for row in x",
        "total -> total = total + row",
        "for row in x -> total = total + row",
        "for row in x -> last = row",
        "total = total + row => total",
        "total -> return total",
    ]
    assert "    carry total @5" in outlined(code, "f") and not [
        line for line in outlined(code, "f") if "carry last" in line
    ]


def test_while_break_and_else():
    code = in_function(
        "while x > y:\n    if n:\n        break\n    x = x / 2\n    z = x\nelse:\n    z = y\nreturn x, z"
    )
    found = told(code, "f")
    assert "x = x / 2 => x" in found and "x -> while x > y" in found
    assert {line for line in found if line.endswith("return x, z")} == {
        "x -> return x, z",
        "z = y -> return x, z",
        "z = x -> return x, z",
    }


def test_what_follows_a_return_in_a_branch_is_of_the_other_side():
    found = told(in_function("if n:\n    x = y\n    return x\nreturn x"), "f")
    assert found[-1] == "x -> return x" and found.count("x = y -> return x") == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v = x[1:]\nv[:] = y\nreturn x", "v[:] = y ~> return x (x)"),
        ("v = x.T\nv *= 2\nreturn x", "v *= 2 ~> return x (x)"),
        ("v = np.ravel(x)\nv.sort()\nreturn x", "v.sort() ~> return x (x)"),
        ("v = x\nfill(v)\nreturn x", "fill(v) ~> return x (x)"),
        ("v = head(x)\nv[0] = y\nreturn x", "v[0] = y ~> return x (x)"),
        ("fill(x)\nreturn x", "fill(x) -> return x"),
        ("v = x.copy()\nv[:] = y\nreturn x", None),
        ("v = x + 0\nv[:] = y\nreturn x", None),
        ("v = x[1:]\nv = y\nv += 1\nreturn x", None),
    ],
)
def test_arrays_of_two_names(body, expected):
    code = "def fill(a):\n    b = a[0]\n    b[:] = 1\ndef head(a):\n    return a[:2]\n" + in_function(body)
    found = told(code, "f")
    changed = [line for line in found if line.endswith(("~> return x (x)", "fill(x) -> return x"))]
    assert changed == ([] if expected is None else [expected])


def test_blocks_of_with_try_and_match():
    code = in_function(
        "with np.errstate(all='ignore'):\n    y = 1 / x\ntry:\n    z = g(y)\nexcept ValueError:\n    z = None\n"
        "match z:\n    case None:\n        z = y\n    case [first, *_] if first:\n        z = first\nreturn z"
    )
    lines = outlined(code, "f")
    for title in (
        "with np.errstate(all='ignore')",
        "try",
        "except ValueError",
        "case None",
        "case [first, *_] if first",
    ):
        assert any(line.strip().startswith(f"block {title} @") for line in lines), title
    found = told(code, "f")
    assert {line for line in found if line.endswith("match z")} == {"z = g(y) -> match z", "z = None -> match z"}
    assert "match z -> z = first" in found and found[-1] == "z = first -> return z"


def test_a_file_is_drawn_with_its_top_level():
    boxes = [box.title for box in drawn(FANCY + "\nprint(fancy_func(1, 2, 3, 4))\n").boxes]
    assert boxes == ["add", "fancy_func", "top level"]
    assert told(FANCY + "\nx = 1\nprint(add(x, 2))\n")[-2:] == ["x = 1 -> add(x, 2)", "add(x, 2) -> print(add(…))"]


def test_names_that_are_not_there():
    with pytest.raises(NotThere, match="no function or model `fancy`; there are fancy_func, and 1 more"):
        drawn(FANCY, "fancy")
    with pytest.raises(NotThere, match="nor any function or class"):
        drawn("x = 1\n", "f")
    with pytest.raises(NotThere, match="nothing to draw in it"):
        drawn("import numpy\n")
