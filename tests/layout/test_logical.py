"""Where statements begin and end, as Python's tokenizer has it."""

import io
import tokenize
from pathlib import Path

import pytest

from hybridc.emit.layout.logical import Kind, logical_lines

ROOT = Path(__file__).parents[2]
SKIPPED = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def places(code):
    """The first and the last row of every statement, and of every comment of its own."""
    waiting, found = [], []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.NEWLINE:
            found.append((waiting[0].start[0], waiting[-1].end[0]))
            waiting = []
        elif token.type == tokenize.COMMENT and not waiting:
            found.append((token.start[0], token.end[0]))
        elif token.type not in SKIPPED:
            waiting.append(token)
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "transpiler" / "hybridc").rglob("*.py")), ids=lambda p: p.stem)
def test_statements_are_found_where_python_finds_them(path):
    code = path.read_text()
    assert [(line.start, line.end) for line in logical_lines(code)] == places(code)


@pytest.mark.parametrize(
    "code",
    [
        "x = (1,\n     2)\ny = 3\n",
        "x = 1 + \\\n    2\ny = 3\n",
        "\\\nx = 1\n",
        'x = """a\n# no comment\n"""  # one\n',
        "def f():  # (\n    pass\n\n    # below\nx = [\n    # inside\n]\n",
        "x = '('\ny = \"#\"\n",
        "if x: y = 1; z = 2\n",
        "x = 1",
    ],
)
def test_statements_of_several_rows_and_marks_in_strings(code):
    assert [(line.start, line.end) for line in logical_lines(code)] == places(code)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def f(): pass", Kind.DEFINITION),
        ("async def f(): pass", Kind.DEFINITION),
        ("class A: pass", Kind.DEFINITION),
        ("default = 1", Kind.OTHER),
        ("@jit", Kind.DECORATOR),
        ("from a import (\n    b,\n)", Kind.IMPORT),
        ("importlib.reload(a)", Kind.OTHER),
        ('"""A docstring."""', Kind.STRING),
        ("'a' + b", Kind.OTHER),
        ("# a comment", Kind.COMMENT),
    ],
)
def test_kinds(code, kind):
    assert [line.kind for line in logical_lines(code)] == [kind]


@pytest.mark.parametrize("code", ["x = (1,\n", '"""no end\n', "\\\n"])
def test_what_does_not_end_is_an_error(code):
    with pytest.raises((tokenize.TokenError, SyntaxError)):
        logical_lines(code)
