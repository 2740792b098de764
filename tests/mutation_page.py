"""Reads the examples of docs/mutation.md. `python tests/mutation_page.py` writes its JAX side anew; read the difference.

A row of a table has code and what it becomes, or code that is refused, the reason, and what to write instead. Its lines
stand in the frame, the page's first block. Other blocks have parts under `# before` and `# after`, or under
`# refused: CODE` and `# instead`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import hybridc
from hybridc import Options

PAGE = Path(__file__).parents[1] / "docs" / "mutation.md"
TEXT = PAGE.read_text()
FRAME = re.search(r"```python\n(def f.*?)```", TEXT, re.S)[1].rstrip().split("\n")
AS_IT_IS = Options()
UNBROKEN = Options(line_length=120)  # each line of a cell is one of the program

CELL = r" ((?:[^|\\\n]|\\.)*) \|"
ROW = re.compile(rf"^\|{CELL}{CELL}$", re.M)
REFUSED_ROW = re.compile(rf"^\|{CELL} (HYB\d{{3}}): .* \|{CELL}$", re.M)
RETURNING = ", with `--return-mutated`"
PAIR = re.compile(rf"```python\n# before\n(.*?)\n\n\n# after((?:{re.escape(RETURNING)})?)\n(.*?)\n```", re.S)
REFUSED = re.compile(r"```python\n# refused: (HYB\d{3})\n(.*?)\n\n\n# instead\n(.*?)\n```", re.S)


@dataclass(frozen=True)
class Example:
    source: str
    expected: str = ""  # what the page has for the generated code, or the code of the refusal
    options: Options = AS_IT_IS
    framed: int | None = None  # lines of the frame that come before those of a cell

    def conversion(self) -> hybridc.Conversion:
        return hybridc.convert(self.source, filename="program.py", options=self.options)

    def generated(self) -> str:
        """What the page has to show."""
        result = self.conversion()
        assert result.code is not None, [f"{d.code} {d.message}" for d in result.refusals]
        functions = result.code.split('jax.config.update("jax_enable_x64", True)\n')[1].strip()
        if self.framed is None:
            return functions
        body = functions.split("\ndef f(")[1].split("\n")[1:-1]
        return _cell(line.strip() for line in body[self.framed :])


def blocks() -> list[str]:
    """All but the frame, and those that tests of models read."""
    return [block for block in re.findall(r"```python\n(.*)", TEXT)[1:] if block != "# in PyTorch"]


def pairs() -> list[Example]:
    rows = [_in_frame(before, after) for before, after in ROW.findall(TEXT) if before.startswith("`")]
    return rows + [_functions(before, returning, after) for before, returning, after in PAIR.findall(TEXT)]


def refusals() -> list[Example]:
    rows = [_in_frame(before, code) for before, code, _ in REFUSED_ROW.findall(TEXT)]
    return rows + [_functions(before, expected=code) for code, before, _ in REFUSED.findall(TEXT)]


def ways_out() -> list[Example]:
    rows = [_in_frame(instead) for _, _, instead in REFUSED_ROW.findall(TEXT) if instead.startswith("`")]
    return rows + [_functions(instead) for _, _, instead in REFUSED.findall(TEXT)]


def regenerated() -> str:
    def row(match: re.Match[str]) -> str:
        return f"| {match[1]} | {_in_frame(match[1]).generated()} |" if match[1].startswith("`") else match[0]

    def pair(match: re.Match[str]) -> str:
        generated = _functions(match[1], match[2]).generated()
        return f"```python\n# before\n{match[1]}\n\n\n# after{match[2]}\n{generated}\n```"

    return PAIR.sub(pair, ROW.sub(row, TEXT))


def _cell(lines: Iterable[str]) -> str:
    return "<br>".join("`{}`".format(line.replace("|", "\\|")) for line in lines)


def _in_frame(cell: str, expected: str = "") -> Example:
    """A cell's lines after those of the frame that make what they name; all names are returned."""
    lines = [line.replace("\\|", "|") for line in re.findall(r"`([^`]*)`", cell)]
    words = set(re.findall(r"\w+", " ".join(lines)))
    made = [line for line in FRAME[1:-2] if line.split()[0] in words]
    bound = [name for line in lines for name in re.findall(r"^(\w+) = ", line)]
    returned = ", ".join(dict.fromkeys([*(line.split()[0] for line in made), *bound, "x"]))
    body = "\n".join([*made, *(f"    {line}" for line in lines), f"    return {returned}"])
    source = f"import numpy as np\n\n\n{FRAME[0]}  # hybridc: graph\n{body}\n"
    return Example(source, expected, UNBROKEN, len(made))


def _functions(text: str, returning: str = "", expected: str = "") -> Example:
    return Example(f"import numpy as np\n\n\n{text}\n", expected, Options(return_mutated=bool(returning)))


if __name__ == "__main__":
    PAGE.write_text(regenerated())
