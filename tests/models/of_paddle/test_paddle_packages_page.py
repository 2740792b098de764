"""docs/paddle_packages.md: what it says of `paddle.vision.models` is so, and its sums are."""

import pytest

from scripts import ROOT, script

PAGE = (ROOT / "docs" / "paddle_packages.md").read_text()


@pytest.fixture(scope="module")
def table():
    return script("docs/paddle_table.py")


@pytest.mark.long
def test_the_rows_of_the_installed_models_are_so(table):
    assert table.page(None) == PAGE


def numbers(line):
    return [int(cell) for cell in line.split("|")[2:7]]


@pytest.mark.parametrize("part", [0, 1])
def test_the_first_row_is_the_sum_of_the_others(table, part):
    lines = PAGE.split(table.PACKAGES)[part].splitlines()
    whole, *others = [numbers(line) for line in lines if line.startswith("| ") and " files " not in line]
    assert whole == [sum(column) for column in zip(*others, strict=True)]
    assert all(forwards == converted + refused for _, forwards, converted, refused, _ in [whole, *others])


def test_all_models_of_paddle_convert(table):
    assert " | 0 | 0 | " in table.vision().splitlines()[2]


def test_a_folder_of_packages_is_counted(table, tmp_path):
    folder = tmp_path / "toys"
    folder.mkdir()
    (folder / "toys-1.2.dist-info").mkdir()
    (folder / "broken.py").write_text("import paddle\ndef (")
    (folder / "other.py").write_text("class Net:\n    def forward(self, x):\n        return x\n")
    (folder / "net.py").write_text(
        "import paddle\nfrom paddle import nn\n\n\nclass A(nn.Layer):\n    def forward(self, x):\n        return x + 1\n\n\n"
        "class B(nn.Layer):\n    def forward(self, x):\n        return paddle.nonzero(x)\n"
    )
    assert table.packages(tmp_path, table.IMPORTS).splitlines() == [
        "Of 2 forwards in 1 files 1 are converted, 50.0%.",
        "",
        *table.HEADER.format("package").splitlines(),
        "| **all** | 1 | 2 | 1 | 1 | 0 | HYB403 in 1 |",
        "| toys 1.2 | 1 | 2 | 1 | 1 | 0 | HYB403 in 1 |",
    ]
