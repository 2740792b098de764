"""Without a browser, tests of pages are skipped, or fail where one is required."""

import pytest

import browsing


@pytest.mark.parametrize(("required", "outcome"), [("", pytest.skip.Exception), ("required", pytest.fail.Exception)])
def test_a_missing_browser(monkeypatch, required, outcome):
    monkeypatch.setenv("HYBRIDC_BROWSER", required)
    monkeypatch.setattr(browsing, "CHROMIUM", "/nowhere/chromium")
    with pytest.raises(outcome, match="apt install chromium"):
        next(browsing.launched())
