"""A real browser without a head, in which pages are opened from disk: Chromium, driven by Playwright.

Where there is none, tests are skipped; with `HYBRIDC_BROWSER=required` in the environment they fail.
"""

import os
import shutil
from contextlib import contextmanager

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def launched():
    """The browser, until it is no longer used."""
    try:
        from playwright import sync_api
    except ImportError:
        absent("playwright is not installed")
    with sync_api.sync_playwright() as driver:
        try:
            found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        except sync_api.Error as error:
            absent(f"apt install chromium, or playwright install chromium ({error.message.splitlines()[0]})")
        yield found
        found.close()


def absent(why):
    is_required = os.environ.get("HYBRIDC_BROWSER") == "required"
    (pytest.fail if is_required else pytest.skip)(f"no browser: {why}")


@contextmanager
def watched(browser, path, fragment="", **options):
    """The page; every complaint of the browser's and every request to elsewhere fails the test."""
    page = browser.new_page(**options)
    trouble = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda asked: trouble.append(asked.url) if asked.url.split("#")[0] != path.as_uri() else None)
    page.goto(path.as_uri() + fragment)
    yield page
    assert not trouble
    page.close()
