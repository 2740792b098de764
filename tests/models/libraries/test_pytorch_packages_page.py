"""docs/pytorch_packages.md: its sums are right, and all models that are compared have their numbers there."""

import pytest

from scripts import ROOT, script

PAGE = (ROOT / "docs" / "pytorch_packages.md").read_text()
COUNTED, NUMBERS = PAGE.split("## Models whose numbers are compared")


def test_the_first_row_is_the_sum_of_the_others():
    rows = [line for line in COUNTED.splitlines() if line.startswith("| ") and " files " not in line]
    whole, *others = [[int(cell) for cell in line.split("|")[2:7]] for line in rows]
    assert whole == [sum(column) for column in zip(*others, strict=True)]
    assert all(forwards == converted + refused for _, forwards, converted, refused, _ in [whole, *others])
    assert f"Of {whole[1]} forwards in {whole[0]} files {whole[2]} are converted" in COUNTED


def test_every_model_is_near_its_original():
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in NUMBERS.splitlines() if line.count("`") == 2]
    packages = script("docs/pytorch_models.py").PACKAGES
    assert {(package, model.strip("`")) for package, model, *_ in rows} == {
        (package, model) for package, known in packages.items() for model in known.models
    }
    limits = (1e-5, 1e-4, 1e-3)
    for _, model, *found in rows:
        assert found[0] != "", model
        assert all(float(value) < limit for value, limit in zip(found, limits, strict=True) if value), model
    differentiated = {m for known in packages.values() for m in known.differentiated}
    assert {model.strip("`") for _, model, *found in rows if found[2]} == differentiated


@pytest.mark.parametrize(("body", "converted"), [("x + 1", 1), ("torch.nonzero(x)", 0)])
def test_a_folder_of_packages_is_counted(tmp_path, body, converted):
    table = script("docs/pytorch_table.py")
    folder = tmp_path / "toys"
    (folder / "toys-1.2.dist-info").mkdir(parents=True)
    (folder / "other.py").write_text("class Net:\n    def forward(self, x):\n        return x\n")
    (folder / "net.py").write_text(
        f"import torch\nfrom torch import nn\n\n\nclass A(nn.Module):\n    def forward(self, x):\n        return {body}\n"
    )
    lines = table.packages(tmp_path, table.IMPORTS).splitlines()
    assert lines[0] == f"Of 1 forwards in 1 files {converted} are converted, {converted:.1%}."
    assert lines[-1].startswith(f"| toys 1.2 | 1 | 1 | {converted} | {1 - converted} | 0 |")
