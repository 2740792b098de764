"""`docs/keras_models.md` says of Keras' published models what hybridc says of them now."""

import re

import pytest

from scripts import script


@pytest.fixture(scope="module")
def table():
    return script("docs/keras_table.py")


def test_the_page_is_what_the_script_writes(table):
    assert table.page(table.said_of_hub()) == table.PAGE.read_text(encoding="utf-8")


def test_the_sums_are_those_of_the_rows(table):
    rows = [line.split("|")[2:6] for line in table.said_of_hub() if re.match(r"\| [\w*/]+ \| +\d", line)]
    numbers = [[int(cell) for cell in row] for row in rows]
    assert len(numbers) > 40
    assert numbers[0] == [sum(column) for column in zip(*numbers[1:], strict=True)]
    assert all(found == converted + refused for found, converted, refused, _ in numbers)
    assert numbers[0][1] > 0.97 * numbers[0][0]
