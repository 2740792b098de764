import pytest

from sampling import exceeds


@pytest.mark.parametrize(
    ("found", "drawn", "share", "shown"),
    [
        (0, 0, 0.05, False),
        (0, 40, 0.05, False),
        (2, 3, 0.05, False),
        (3, 3, 0.05, False),
        (5, 5, 0.05, True),
        (90, 1000, 0.05, True),
        (60, 1000, 0.05, False),
    ],
)
def test_few_draws_show_little(found, drawn, share, shown):
    assert exceeds(found, drawn, share) == shown
