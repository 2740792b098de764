"""The HTML page in a real browser without a head: Chromium, driven by Playwright."""

import pytest

from browsing import watched
from hybridc.core.source import decode
from hybridc.picture.reading import picture
from hybridc.picture.writing import written

SOURCE = """\
import numpy as np


def damp(v, cap):
    n = np.sqrt(np.sum(v * v))
    if n <= cap:
        return v
    text = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'>"
    v = v * (cap / n) + len(text)
    return v
"""


@pytest.fixture
def page(browser, tmp_path):
    """The page from disk; every complaint of the browser's and every request to elsewhere fails the test."""
    path = tmp_path / "damp <b>.html"
    path.write_bytes(written(picture(decode(SOURCE, "damp <b>&.py")), ".html", SOURCE))
    with watched(browser, path, viewport={"width": 1200, "height": 700}) as opened:
        yield opened


def view_box(page):
    return [float(part) for part in page.locator("#view > svg").get_attribute("viewBox").split()]


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def node(page, text):
    return page.locator("g.node", has_text=text).first


def chosen_lines(page):
    return [row.inner_text() for row in page.locator("#source li.chosen").all()]


def test_a_click_on_a_node_shows_its_line(page):
    page.mouse.click(*middle(node(page, "n = np.sqrt")))
    assert chosen_lines(page) == ["    n = np.sqrt(np.sum(v * v))"]
    assert "chosen" in node(page, "n = np.sqrt").get_attribute("class").split()
    page.mouse.click(*middle(node(page, "return v")))
    assert chosen_lines(page) in (["        return v"], ["    return v"])
    assert page.locator("g.node.chosen").count() == 1
    assert page.locator("g.edge.chosen").count() > 0


def test_a_click_on_a_line_shows_its_node(page):
    page.locator("#source li", has_text="if n <= cap").click()
    assert page.locator("g.node.chosen").text_content().split() == ["if", "n", "<=", "cap"]
    before = view_box(page)
    page.locator("#source li", has_text="import numpy").click()
    assert view_box(page) == before and page.locator("g.node.chosen").count() == 1


def test_the_wheel_zooms_at_the_pointer_and_buttons_in_the_middle(page):
    whole = view_box(page)
    place = middle(node(page, "n = np.sqrt"))
    page.mouse.move(*place)
    page.mouse.wheel(0, -300)
    page.wait_for_function("w => document.querySelector('#view > svg').viewBox.baseVal.width < w", arg=whole[2])
    after = middle(node(page, "n = np.sqrt"))
    assert abs(after[0] - place[0]) < 2 and abs(after[1] - place[1]) < 2
    nearer = view_box(page)
    page.click("#nearer")
    assert view_box(page)[2] == pytest.approx(nearer[2] * 0.8)
    page.click("#farther")
    assert view_box(page) == pytest.approx(nearer)
    page.click("#fit")
    assert view_box(page) == pytest.approx(whole)


def test_dragging_moves_the_picture_and_chooses_nothing(page):
    target = node(page, "n = np.sqrt")
    x, y = middle(target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    moved = middle(target)
    assert moved[0] - x == pytest.approx(60, abs=2) and moved[1] - y == pytest.approx(40, abs=2)
    assert page.locator(".chosen").count() == 0


def test_search_finds_and_goes_from_one_to_the_next(page):
    page.keyboard.press("/")
    page.keyboard.type("RETURN")
    assert page.locator("#found").text_content() == "2 found"
    assert page.locator("g.node.found").count() == 2
    page.keyboard.press("Enter")
    first = chosen_lines(page)
    assert page.locator("#found").text_content() == "1 of 2"
    page.keyboard.press("Enter")
    assert {*first, *chosen_lines(page)} == {"        return v", "    return v"}
    frame = page.locator("#view").bounding_box()
    place = middle(page.locator("g.node.chosen"))
    assert place[0] == pytest.approx(frame["x"] + frame["width"] / 2, abs=3)
    assert place[1] == pytest.approx(frame["y"] + frame["height"] / 2, abs=3)
    page.keyboard.press("Escape")
    assert page.locator("g.node.found").count() == 0
    page.keyboard.type("nowhere")
    assert page.locator("#found").text_content() == "0 found"


def test_what_is_found_in_a_large_picture_can_be_read(browser, tmp_path):
    text = "def f(x):\n" + "".join(f"    x = x + {n}\n" for n in range(120)) + "    return x\n"
    path = tmp_path / "long.html"
    path.write_bytes(written(picture(decode(text, "long.py")), ".html", text))
    opened = browser.new_page(viewport={"width": 900, "height": 600})
    opened.goto(path.as_uri())
    target = opened.locator("g.node", has_text="x = x + 77")
    assert target.bounding_box()["height"] < 5
    opened.fill("#search", "x + 77")
    opened.keyboard.press("Enter")
    frame, found = opened.locator("#view").bounding_box(), target.bounding_box()
    assert found["height"] > 20
    assert frame["y"] < found["y"] and found["y"] + found["height"] < frame["y"] + frame["height"]
    row = opened.locator("#source li.chosen")
    assert row.text_content() == "    x = x + 77" and row.is_visible()
    place = row.bounding_box()
    assert frame["y"] <= place["y"] <= frame["y"] + frame["height"]
    opened.close()


def test_the_keyboard_alone_will_do(page):
    whole = view_box(page)
    page.keyboard.press("+")
    assert view_box(page)[2] == pytest.approx(whole[2] * 0.8)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("0")
    assert view_box(page) == pytest.approx(whole)
    node(page, "if n <= cap").focus()
    page.keyboard.press("Enter")
    assert chosen_lines(page) == ["    if n <= cap:"]


def test_what_the_file_says_stays_text(page):
    assert page.evaluate("window.broken") is None
    assert page.locator("img").count() == 0 and page.locator("script").count() == 2
    assert page.locator("#source li").all_text_contents() == SOURCE.removesuffix("\n").split("\n")
    assert page.title() == "damp <b>&.py" and page.locator("h1").text_content() == "damp <b>&.py"
    text = node(page, "text =").text_content()
    assert "window.broken" in " ".join(text.split())


def test_another_script_would_not_run(page, browser, tmp_path):
    """The page's own policy stops what is not its script, whatever got into it."""
    path = tmp_path / "open.html"
    data = written(picture(decode(SOURCE, "f.py")), ".html", SOURCE).decode()
    path.write_text(data.replace("<header>", "<script>window.broken = 3</script><header>"))
    opened = browser.new_page()
    opened.goto(path.as_uri())
    assert opened.evaluate("window.broken") is None
    assert opened.locator("g.node").count() > 5
    opened.close()
