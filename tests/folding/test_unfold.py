"""Programs held in constant strings: which are written out, which are left alone."""

import ast

import pytest

from hybridc.normalize.folding import dynamic_code, unfold

SEED = """\
def add_():
    return '''
def add(a, b):
    return a + b
'''

def fancy_func_():
    return '''
def fancy_func(a, b, c, d):
    e = add(a, b)
    f = add(c, d)
    g = add(e, f)
    return g
'''

def evoke_():
    return add_() + fancy_func_() + 'print(fancy_func(1, 2, 3, 4))'

prog = evoke_()
print(prog)
y = compile(prog, '', 'exec')
exec(y)
"""
SEED_UNFOLDED = (
    SEED.partition("y = compile")[0]
    + """

def add(a, b):
    return a + b


def fancy_func(a, b, c, d):
    e = add(a, b)
    f = add(c, d)
    g = add(e, f)
    return g


print(fancy_func(1, 2, 3, 4))
"""
)
REWRITTEN = {
    "the program of the book": (SEED, SEED_UNFOLDED),
    "a literal": ("exec('x = 1')\nprint(x)\n", "x = 1\nprint(x)\n"),
    "with its globals": ("exec('x = 1', globals())\n", "x = 1\n"),
    "compiled in place": ("exec(compile('x = 1', 'name', 'exec'))\n", "x = 1\n"),
    "a code object used elsewhere": (
        "y = compile('x = 1', '', 'exec')\nexec(y)\nprint(y)\n",
        "y = compile('x = 1', '', 'exec')\nx = 1\nprint(y)\n",
    ),
    "a code object named in a string": (
        "__all__ = ['y']\ny = compile('x = 1', '', 'exec')\nexec(y)\n",
        "__all__ = ['y']\ny = compile('x = 1', '', 'exec')\nx = 1\n",
    ),
    "comments at the ends of its lines": (
        "# a\ny = compile('x = 1', '', 'exec')  # b\n# c\nexec(y)  # d\n# e\n",
        "# a\n# b\n# c\n# d\nx = 1\n# e\n",
    ),
    "comments in the program": (
        "exec('# one\\nx = 1  # two\\n\\n# three\\ndef f():\\n    # four\\n    return x\\n# five\\n')\n",
        "# one\nx = 1  # two\n\n\n# three\ndef f():\n    # four\n    return x\n# five\n",
    ),
    "definitions between other statements": (
        "import math\nexec('def f():\\n    return 1\\nclass A: pass')\nprint(f())\n",
        "import math\n\n\ndef f():\n    return 1\n\n\nclass A: pass\n\n\nprint(f())\n",
    ),
    "decorators, and strings over several lines": (
        "exec('x = \"\"\"a\\n\\n\\n\\nb\"\"\"\\n@d\\ndef f(): pass')\n",
        'x = """a\n\n\n\nb"""\n\n\n@d\ndef f(): pass\n',
    ),
    "two statements on a line": ("exec('a = 1; b = 2\\nc = 3; d = (\\n4)')\n", "a = 1; b = 2\nc = 3; d = (\n4)\n"),
    "one that makes the text of the next": (
        "exec('def text():\\n    return \"x = 1\"')\nexec(text())\n",
        'def text():\n    return "x = 1"\n\n\nx = 1\n',
    ),
    "one inside the other": ("exec('exec(\"x = 1\")')\n", "x = 1\n"),
    "blank lines around what goes": (
        "a = 1\n\ny = compile('x = 1', '', 'exec')\n\nexec(y)\n",
        "a = 1\n\nx = 1\n",
    ),
    "after letters of two bytes": ("é = 'é'\nexec('x = é')  # ü\n", "é = 'é'\n# ü\nx = é\n"),
    "an evaluated expression": ("x = eval('1 + 2')\n", "x = 1 + 2\n"),
    "an evaluated operand": ("x = 2 * eval(' 1 + 2')\n", "x = 2 * (1 + 2)\n"),
    "an evaluated atom": ("x = 2 * eval('f(a)')\n", "x = 2 * f(a)\n"),
    "an evaluated tuple": (
        "print(eval('1, 2'), eval('(1), 2'), eval('(1, 2)'))\n",
        "print((1, 2), ((1), 2), (1, 2))\n",
    ),
    "an evaluated constant text": ("t = '1 +'\nx = eval(t + ' 2')\n", "t = '1 +'\nx = 1 + 2\n"),
    "an evaluated call": ("eval('print(1)')\n", "print(1)\n"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), REWRITTEN.values(), ids=REWRITTEN.keys())
def test_written_out(before: str, after: str) -> None:
    assert unfold(before, ast.parse(before)) == after
    assert unfold(after, ast.parse(after)) is None


LEFT_ALONE = {
    "nothing to do": "print('exec')\n",
    "a text that is not constant": "exec(input())\n",
    "a text that is rebound": "t = 'x = 1'\nif a:\n    t = 'x = 2'\nexec(t)\n",
    "a text that is extended": "t = 'x = 1'\nt += '0'\nexec(t)\n",
    "a text that comes later": "exec(t)\nt = 'x = 1'\n",
    "a text made by what is rebound": "def f():\n    return 'x = 1'\n\n\nf = g\nexec(f())\n",
    "a text made by what prints": "def f():\n    print(1)\n    return 'x = 1'\n\n\nexec(f())\n",
    "a text that an unknown exec may have changed": "t = 'x = 1'\nexec(input())\nexec(t)\n",
    "a text that is changed through globals": "t = 'x = 1'\nglobals()['t'] = 'x = 2'\nexec(t)\n",
    "bytes": "exec(b'x = 1')\n",
    "in a function": "def f():\n    exec('x = 1')\n",
    "in an if": "if a:\n    exec('x = 1')\n",
    "in a loop": "for i in range(3):\n    exec('x = 1')\n",
    "in a try": "try:\n    exec('x = 1')\nexcept Exception:\n    pass\n",
    "in a class": "class A:\n    exec('x = 1')\n",
    "with names of its own": "exec('x = 1', {})\n",
    "with locals": "exec('x = 1', globals(), {})\n",
    "as a value": "z = exec('x = 1')\n",
    "beside another statement": "a = 1; exec('x = 1')\n",
    "before another statement": "exec('x = 1'); a = 1\n",
    "with a comment inside": "exec(\n    'x = 1'  # why\n)\n",
    "exec of the file's own": "def exec(t):\n    pass\n\n\nexec('x = 1')\n",
    "exec that may come from elsewhere": "from os import *\nexec('x = 1')\n",
    "compile of the file's own": "from re import compile\nexec(compile('x = 1', '', 'exec'))\n",
    "compiled as an expression": "exec(compile('1 + 2', '', 'eval'))\n",
    "compiled with flags": "exec(compile('x = 1', '', 'exec', 0))\n",
    "code that is rebound": "y = compile('x = 1', '', 'exec')\ny = z\nexec(y)\n",
    "a program that does not parse": "exec('x = = 1')\n",
    "a program that does not compile": "exec('return 1')\n",
    "a program that does not compile as part of the file": "x = 1\nexec('global x')\n",
    "a program with NUL": "exec('x = 1\\0')\n",
    "a program with carriage returns": "exec('x = 1\\r\\ny = 2')\n",
    "a program with a form feed": "exec('x = 1\\n\\fy = 2')\n",
    "an empty program": "exec('')\n",
    "only a comment": "exec('# nothing')\n",
    "the future": "exec('from __future__ import annotations')\n",
    "a docstring": "exec('\"doc\"')\n",
    "annotations": "exec('x: int = 1')\n",
    "a program that asks for its file": "exec('print(__file__)')\n",
    "a program that looks at its frame": "exec('import inspect')\n",
    "an encoding cookie": "exec('# coding: latin-1\\nx = 1')\n",
    "letters that the file's encoding may lack": "# coding: ascii\nexec('x = \"\\u20ac\"')\n",
    "an evaluated walrus": "x = eval('(y := 1)')\n",
    "an evaluated statement": "x = eval('y = 1')\n",
    "two evaluated expressions": "x = eval('1; 2')\n",
    "an evaluated semicolon": "x = eval('1;')\n",
    "an evaluated comment": "x = eval('1  # one')\n",
    "two evaluated lines": "x = eval('1\\n')\n",
    "an evaluated docstring": "eval('\"doc\"')\n",
    "evaluated in a function": "def f(x):\n    return eval('x')\n",
    "evaluated in a lambda": "f = lambda x: eval('x')\n",
    "evaluated with names": "x = eval('y', {'y': 1})\n",
    "eval of the file's own": "from pandas import eval\nx = eval('1 + 2')\n",
    "an evaluated text that changes": "t = '1'\nt = '2'\nx = eval(t)\n",
}


@pytest.mark.parametrize("program", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_left_alone(program: str) -> None:
    assert unfold(program, ast.parse(program)) is None


@pytest.mark.parametrize(
    ("program", "calls"),
    [
        (SEED, []),
        ("exec(input())\n", ["exec(input())"]),
        ("def f(t):\n    return eval(t)\n", ["eval(t)"]),
        (
            "exec('x = 1')\nexec('x = 1', {})\nx = compile(t, '', 'exec')\n",
            ["exec('x = 1', {})", "compile(t, '', 'exec')"],
        ),
        ("class A:\n    def f(self):\n        return [eval(t) for t in self.ts]\n", ["eval(t)"]),
        ("from re import compile\ncompile('a')\n", []),
        ("import re\nre.compile('a')\nmodel.eval()\n", []),
        ("def f(eval):\n    return eval('1')\n", []),
        ("def f(t):\n    exec = print\n    exec(t)\n", []),
    ],
)
def test_dynamic_code_is_what_was_not_written_out(program: str, calls: list[str]) -> None:
    assert [ast.unparse(call) for call in dynamic_code(ast.parse(program))] == calls
