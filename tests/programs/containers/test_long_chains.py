"""Looking at a chain of branches takes work that grows with its length."""

import threading
from itertools import pairwise

import pytest

import hybridc
from hybridc import Options


def chain(keyword, test, then, indent="    "):
    def lines(count):
        return "".join(
            f"{indent}{keyword if i else 'if'} {test.format(i)}:\n{indent}    {then.format(i)}\n" for i in range(count)
        )

    return lines


def joined(word):
    return lambda count: f"    if {f' {word} '.join(f'y[0] > {i}' for i in range(count))}:\n        y = y + 1\n"


WHILE = "    while True:\n        s += 1.0\n"
PROGRAMS = {
    "elif and return": chain("elif", "y[0] > {}", "return y * {}"),
    "elif of a number": chain("elif", "s == {}", "return y * {}"),
    "elif and assignment": chain("elif", "y[0] > {}", "y = y * {}"),
    "elif and strings": chain("elif", "y[0] > {}", "return 'a{}'"),
    "if and return": chain("if", "y[0] > {}", "return y * {}"),
    "if and assignment": chain("if", "y[0] > {}", "y = y * {}"),
    "and": joined("and"),
    "or": joined("or"),
    "breaks": lambda count: WHILE + chain("if", "s > y[{}]", "break", "        ")(count),
    "returns in a loop": lambda count: WHILE + chain("elif", "s > y[{}]", "return y * {}", "        ")(count),
    "elif and raise": chain("elif", "s == 'a{}'", "raise ValueError('{}')"),
    "elif of text and return": chain("elif", "s == 'a{}'", "return y * {}"),
    "match": lambda count: (
        "    match s:\n" + "".join(f"        case {i}:\n            y = y * {i}\n" for i in range(count))
    ),
    "subscripts": lambda count: f"    z = x{'[0]' * count}\n",
    "attributes": lambda count: f"    z = s{'.a' * count}\n",
    "calls of calls": lambda count: f"    z = x{'.copy()' * count}\n",
    "sum": lambda count: f"    y = {' + '.join(['y', 's'] * (count // 2))}\n",
    "dict": lambda count: f"    d = {{{', '.join(f'{i}: y * {i}' for i in range(count))}}}\n    y = d[0]\n",
    "list": lambda count: f"    y = np.stack([{', '.join(f'y * {i}' for i in range(count))}])\n",
    "numbers": lambda count: f"    y = y * np.array([{', '.join(map(str, range(count)))}]).sum()\n",
    "statements": lambda count: "".join(f"    y = y + {i}\n" for i in range(count)),
    "operators": lambda count: "    t = y\n" + "".join(f"    t {'+-*'[i % 3]}= {i}\n" for i in range(count)),
    "operators of arrays": lambda count: "    t = y\n" + "    t += x\n" * count,
    "writes": lambda count: "".join(f"    y[{i}] += y[{i} + 1]\n" for i in range(count)),
    "prints": lambda count: "".join(f"    print(y[{i}])\n" for i in range(count)),
    "texts in a row": lambda count: "    print(" + 'f"{s}" ' * count + ")\n",
    "calls in calls": lambda count: f"    y = {'np.sin(' * count}y{')' * count}\n",
    "lists in lists": lambda count: f"    z = {'[' * count}y{']' * count}\n",
    "lists of lists": lambda count: f"    z = {'[q for q in ' * count}range(3){']' * count}\n",
    "conditional expressions": lambda count: (
        f"    y = {'('}{' else '.join(f'y * {i} if s[{i}] > 0' for i in range(count))} else y)\n"
    ),
    "continues": lambda count: "    for i in range(3):\n" + chain("if", "i > y[{}]", "continue", "        ")(count),
}


NESTED = ("calls in calls", "lists in lists", "lists of lists", "conditional expressions")
SMALL = (*NESTED, "texts in a row", "attributes", "numbers")  # the analysis has little to look at


def functions(count):
    return "import numpy as np\n" + "".join(
        f"\n\ndef f{i}(x):\n    return {f'f{i - 1}(x)' if i else 'np.sin(x)'} + {i}\n" for i in range(count)
    )


def writers(count):
    return "import numpy as np\n" + "".join(f"\n\ndef f{i}(x):\n    x[0] = {i}\n    return x\n" for i in range(count))


def methods(count):
    head = "import numpy as np\n\n\nclass A:\n    def __init__(self, w):\n        self.w = np.array(w)\n"
    return head + "".join(f"\n    def m{i}(self, x):\n        return np.sin(x) + self.w\n" for i in range(count))


def writes_beside_a_class(count):
    """Of which each object has two names."""
    return (
        methods(1).replace("self.w = np.array(w)", "self.v = self.w = np.array(w)")
        + "\n\ndef f(x):\n    y = x * 1\n"
        + "".join(f"    y[{i}] = np.sum(x)\n    y = y + {i}\n" for i in range(4 * count))
        + "    return y\n"
    )


def layers(count):
    made = "".join(f"        self.l{i} = nn.Linear(3, 3)\n" for i in range(count))
    used = "".join(f"        x = self.l{i}(x)\n" for i in range(count))
    return (
        "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        f"        super().__init__()\n{made}\n    def forward(self, x):\n{used}        return x\n"
    )


def left_out(count):
    return "import torch\nfrom torch import nn\n\n" + "".join(
        f"x{i} = {f'x{i - 1} + 1' if i else 'torch.frobnicate()'}\n" for i in range(count)
    )


def source(lines):
    return f"import numpy as np\n\n\ndef f(x, s):\n    y = np.sin(x)\n{lines}    return y\n"


def work(text):
    """How many functions of the analysis are called."""
    count = 0

    def step(frame, event, argument):
        nonlocal count
        count += event == "call"

    threading.setprofile(step)  # the analysis has a thread of its own
    try:
        hybridc.check(text)
    finally:
        threading.setprofile(None)
    return count


@pytest.mark.parametrize("name", PROGRAMS)
def test_twice_the_length_is_twice_the_work(name):
    size = 40 if name in NESTED else 80
    once, twice = (work(source(PROGRAMS[name](count))) for count in (size, 2 * size))
    assert once > 5000 or name in SMALL
    assert twice < 2.4 * once


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_said_twice(name):
    found = [(d.code, d.location, d.message) for d in hybridc.check(source(PROGRAMS[name](300))).diagnostics]
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "file", [functions, writers, methods, writes_beside_a_class, layers, left_out], ids=lambda file: file.__name__
)
def test_twice_the_definitions_are_twice_the_work(file):
    once, twice = (work(file(count)) for count in (60, 120))
    assert once > 5000
    assert twice < 2.4 * once


def test_of_a_chain_is_said_once_that_its_branches_do_not_fit():
    lines = chain("elif", "y[0] > {}", "k = 'a{}'")(30) + "    print(k)\n"
    found = [d for d in hybridc.check(source(lines)).diagnostics if d.code == "HYB216"]
    assert [d.location.line for d in found] == [6]


ENDS = {
    "texts in a row": lambda count: "    print(" + 'f"{s}" ' * count + ")\n",
    "texts": lambda count: "    z = (" + '"a" ' * count + ")\n",
    "conditional expressions": PROGRAMS["conditional expressions"],
    "or": lambda count: f"    y = {' or '.join(['s'] * count)}\n",
    "subscripts": PROGRAMS["subscripts"],
    "attributes": PROGRAMS["attributes"],
    "calls of calls": PROGRAMS["calls of calls"],
    "sum": PROGRAMS["sum"],
    "elif and return": PROGRAMS["elif and return"],
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("count", [250, 4000])
def test_what_is_too_long_ends_in_a_limit(name, count):
    text = source(ENDS[name](count))
    checked, converted = hybridc.check(text), hybridc.convert(text, options=Options(partial=True, format=False))
    codes = {d.code for d in checked.diagnostics}
    assert "HYB906" not in codes and codes == {d.code for d in converted.diagnostics}
    if count == 4000 and name != "or":
        assert codes == {"HYB904"}


def test_a_deep_nest_takes_work_by_its_depth():
    def nest(depth):
        return (
            "".join("    " * (i + 1) + f"if y[0] > {i}:\n" for i in range(depth)) + "    " * (depth + 1) + "y = y + 1\n"
        )

    assert work(source(nest(30))) < 2.4 * work(source(nest(15)))


HEADS = {
    "while": "while y.sum() < {}:",
    "range": "for i{} in range(s):",
    "array": "for e{} in x:",
    "list": "for e{} in [x, y]:",
}
BODIES = {
    "sum": "y = y + 1",
    "swap": "x, y = y * 1, x",
    "exit": "if y[0] > {}:\n{}    break",
    "store": "y[{}] = y.max()",
    "first set": "w = np.sort(y)",
    "unknown": "y = np.dot(x, y) * y",
}

# Of unrolled loops over arrays that change places, each adds memory that those around it have not seen.
SLOWER = {("list", "swap"): 40, ("list", "exit"): 12, ("list", "unknown"): 12}


def nest_of_loops(head, body, depth):
    indents = ["    " * (i + 1) for i in range(depth + 1)]
    return "".join(
        f"{outer}{HEADS[head].format(i)}\n{inner}{BODIES[body].format(i, inner)}\n"
        for i, (outer, inner) in enumerate(pairwise(indents))
    )


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("head", HEADS)
def test_a_deep_nest_of_loops_takes_work_by_the_square_of_its_depth(head, body):
    """Twice as deep is four times as much, not two to that many: each loop would multiply what is inside of it."""
    once, twice = (work(source(nest_of_loops(head, body, depth))) for depth in (4, 8))
    assert twice < SLOWER.get((head, body), 6) * once
