"""`check` says what `convert` says: the same codes, at the same places."""

import ast
from pathlib import Path

import pytest

from hybridc.core.attempt import attempt
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import check, convert

ROOT = Path(__file__).parent.parent
FILES = [*sorted((ROOT / "samples").glob("*.py")), *sorted((ROOT / "tests" / "golden" / "cases").glob("*.py"))]
FILES += [ROOT / "tests" / "models" / "of_gluon" / "test_d2l.py"]

# Places of names that the analysis has no need to look at.
UNSEEN = """
    return {v for v in x if issubclass(v, torch.nn.Module)}
    return {v: 1 for v in x if v != torch.zeros(3)}
    return f"{x!r:{torch.pi}}"
    match x:
        case torch.float32:
            return 1
    match x:
        case nn.Linear(bias=torch.strided):
            return 2
    with open(x) as x[torch.zeros(2)]:
        pass
    for x[torch.zeros(1)] in range(3):
        pass
    y = yield torch.zeros(3)
    x.a: torch.Tensor = torch.zeros(3)
    del x[torch.zeros(1)], x[torch.zeros(2)]
    return lambda q=torch.zeros(2): q
    import torch.utils.frob as frob
    return frob
    from torch import frob
    frob.x = 3
    return (z := torch.zeros(3)), *torch.zeros(2)
""".rstrip()


def said(diagnostics):
    return sorted((d.code, d.location, d.message) for d in diagnostics if d.code != "HYB801")


def both(source, **options):
    checked = check(source, Options())
    return said(checked.diagnostics), said(convert(source, Options(format=False, **options)).diagnostics)


@pytest.mark.parametrize("partial", [False, True])
def test_of_the_files_of_this_project(partial):
    for path in FILES:
        apart = attempt(lambda source: both(source, partial=partial), path.read_bytes(), str(path))
        assert isinstance(apart, tuple) and apart[0] == apart[1], path


def bodies():
    found = [""]
    for line in UNSEEN.splitlines()[1:]:
        goes_on = line.startswith("     ") or found[-1].startswith(("    import", "    from"))
        is_import = line.startswith(("    import", "    from"))
        found = [*found, ""] if is_import or not goes_on else found
        found[-1] += f"{line}\n"
    return [body for body in found if body]


@pytest.mark.parametrize("partial", [False, True])
def test_of_names_that_nothing_takes_the_place_of(partial):
    model = "class Net(nn.Module):\n    def forward(self, x):\n        return x\n"
    findings = 0
    for body in bodies():
        text = f"import torch\nfrom torch import nn\n\n\n{model}\n\ndef f(x):\n{body}"
        checked, converted = both(Source("net.py", text, ast.parse(text)), partial=partial)
        assert checked == converted, body
        findings += len(checked)
    assert findings > 5
    top = f"import torch\nfrom torch import nn\nfrom torch.frob import Frob, frob\n\nFrob.__module__ = 'mine'\nfrob.x = 3\n\n\n{model}"
    checked, converted = both(Source("net.py", top, ast.parse(top)), partial=partial)
    assert checked == converted and len(checked) == 2
