"""The page of `check --html` in a real browser without a head."""

import textwrap

import pytest
from click.testing import CliRunner

from browsing import watched
from hybridc_cli.main import cli

HEAT = """\
import numpy as np


def heat(u, steps):
    u = u.copy()
    for _ in range(steps):
        u[1] = u[0] / 2
    return u


def read(path):
    return np.load(path)
"""
BAD = """\
import numpy as np


def bad(x):
    return np.sum(x).item()


def good(x):
    if np.sum(x) > 0:
        x = x * 2
    return x
"""
NASTY = """\
import numpy as np

TEXT = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 2'>"
OTHER = "<!--<script>\u202e\x1b &amp; \\u003c 🎉"


def f(x):
\treturn np.sum(x) + len("</style><b onclick=alert(1)>")  # hybridc: ignore[HYB"><i>]
"""
LONG = "import numpy as np\n\n\ndef f(x, n):\n    for i in range(n):\n" + "".join(
    f"        x = x + np.sin(x * {n})\n" for n in range(120)
) + "    return x\n"  # fmt: skip


@pytest.fixture
def report(browser, tmp_path, monkeypatch):
    """Opens the page of some files."""
    monkeypatch.chdir(tmp_path)
    opened = []

    def of(fragment="", command="check", **files):
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        options = {"viewport": {"width": 1300, "height": 700}} | of.options
        done = CliRunner().invoke(cli, [command, "--html", "out.html", *(f"{name}.py" for name in files)])
        assert done.exit_code in (0, 1), done.output
        opened.append(watched(browser, tmp_path / "out.html", fragment, **options))
        return opened[-1].__enter__()

    of.options = {}
    yield of
    for each in opened:
        each.__exit__(None, None, None)


def line(page, side, number):
    return page.locator(f".line[data-side={side}][data-number='{number}']")


def text_of(locator):
    return locator.locator("code").text_content()


def texts(page, selector):
    return [each.text_content().strip() for each in page.locator(f"{selector} code").all()]


def is_in_view(page, locator):
    box = locator.bounding_box()
    top = page.locator("#head").bounding_box()
    return box["y"] >= top["y"] + top["height"] - 1 and box["y"] + box["height"] <= page.viewport_size["height"]


def place(page):
    return page.locator("#where").text_content()


def test_both_sides_are_there_line_by_line(report):
    page = report(heat=HEAT)
    left = [text_of(each) for each in page.locator(".line[data-side=before]").all()]
    assert left == HEAT.removesuffix("\n").split("\n")
    right = [text_of(each) for each in page.locator(".line[data-side=after]").all()]
    assert (
        "@jax.jit" in right and "    return lax.fori_loop(0, steps, lambda _, u: u.at[1].set(u[0] / 2.0), u)" in right
    )
    assert page.locator("h2#path").text_content() == "heat.py" and not page.locator("nav").is_visible()
    assert (
        line(page, "before", 4).bounding_box()["y"]
        == page.locator(".line[data-side=after]", has_text="def heat").bounding_box()["y"]
    )


def test_lines_say_what_became_of_them_without_their_colour(report):
    page = report(heat=HEAT)
    marks = {n: line(page, "before", n).locator(".m") for n in (1, 2, 4, 6, 11, 12)}
    assert [each.text_content() for each in marks.values()] == ["•", " ", "=", "~", "•", "•"]
    assert marks[6].get_attribute("title") == "rewritten"
    assert page.locator(".line.a .m").first.text_content() == "+"
    counts = page.locator("#counts button").all_text_contents()
    assert "= 1 kept" in counts and any(text.endswith(" added") for text in counts)


def test_words_that_changed_stand_out_in_lines_that_stand_beside_each_other(report):
    page = report(sums="import numpy as np\n\n\ndef f(x, y):\n    z = np.sum(x, axis=1) + np.prod(y)\n    return z\n")
    words = page.evaluate("[...CSS.highlights.get('changed')].map(String)")
    assert words == ["np", "np", "jnp", "jnp"]


def test_in_lines_that_have_little_in_common_nothing_stands_out(report):
    page = report(heat=HEAT)
    assert page.evaluate("[...CSS.highlights.get('changed')].map(String)") == []


def test_a_click_shows_the_counterpart_and_a_click_on_that_the_way_back(report):
    page = report(heat=HEAT)
    line(page, "before", 6).click()
    assert texts(page, ".chosen") == ["for _ in range(steps):"]
    there = page.locator(".counterpart")
    assert there.count() >= 1 and all(each.get_attribute("data-side") == "after" for each in there.all())
    assert "fori_loop" in " ".join(texts(page, ".counterpart"))
    assert place(page).startswith("Line 6, rewritten: generated line")
    there.first.click()
    assert "for _ in range(steps):" in texts(page, ".counterpart") and page.locator(".chosen").count() == 1
    page.locator(".line.a").first.click()
    assert page.locator(".counterpart").count() == 0 and place(page).endswith("no counterpart")
    page.keyboard.press("Escape")
    assert page.locator(".chosen").count() == 0


def test_a_counterpart_far_away_is_scrolled_to(report):
    page = report(long=LONG)
    loop = page.locator(".line[data-side=after]", has_text="fori_loop")
    loop.scroll_into_view_if_needed()
    assert not is_in_view(page, line(page, "before", 5))
    loop.click()
    assert texts(page, ".counterpart") == ["for i in range(n):"]
    assert is_in_view(page, line(page, "before", 5))


def test_arrow_keys_move_from_line_to_line_and_side_to_side(report):
    page = report(heat=HEAT)
    line(page, "before", 4).click()
    page.keyboard.press("ArrowDown")
    assert place(page).startswith("Line 5,")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert place(page).startswith("Generated line") and texts(page, ".chosen") == ["def heat(u, steps):"]
    page.keyboard.press("ArrowLeft")
    assert place(page).startswith("Line 4,")
    page.keyboard.press("Escape")
    page.locator("#code-view").focus()
    page.keyboard.press("ArrowDown")
    assert place(page).startswith("Line 1,")


def test_findings_are_in_their_places_with_what_to_do(report):
    page = report(bad=BAD)
    found = page.locator(".finding.error")
    assert found.count() == 1
    assert (
        found.locator("p").first.text_content() == "HYB101 error `np.sum(x).item` reads a traced value back into Python"
    )
    assert found.locator(".help").is_visible() and found.locator(".help").text_content().startswith("→ ")
    above = found.evaluate("element => element.previousElementSibling.dataset.number")
    assert (
        above == "5"
        and texts(page, "mark.error") == []
        and page.locator("mark.error").text_content() == "np.sum(x).item()"
    )
    assert not found.locator("pre").first.is_visible()
    found.locator("summary").click()
    assert found.locator("h4").all_text_contents()[:2] == ["Why", "Instead"]
    assert found.locator("pre").first.is_visible()
    assert page.locator("#state").text_content().startswith("Refused: convert writes nothing.")
    assert page.locator("#generated").text_content() == "Generated with --partial"
    note = page.locator(".finding.note").first
    assert not note.locator(".help").is_visible()
    note.locator("summary").click()
    assert note.locator(".help").is_visible()


def test_keys_go_from_finding_to_finding_and_on_to_the_next_file(report):
    page = report(heat=HEAT, bad=BAD)
    codes = []
    for _ in range(8):
        page.keyboard.press("n")
        current = page.locator(".finding.current")
        assert current.count() == 1 and is_in_view(page, current)
        codes.append((page.locator("#path").text_content(), current.get_attribute("data-code")))
    files = [name for name, _ in codes]
    assert {*files} == {"heat.py", "bad.py"} and ("bad.py", "HYB101") in codes
    page.keyboard.press("p")
    assert (page.locator("#path").text_content(), page.locator(".finding.current").get_attribute("data-code")) == codes[
        -2
    ]
    assert "Finding " in place(page)


def test_findings_of_one_code_or_kind(report):
    page = report(heat=HEAT, bad=BAD)
    page.select_option("#code", "HYB101")
    assert page.locator("#files li:visible").all_text_contents()[0].startswith("bad.py")
    assert page.locator("#files li:visible").count() == 1
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("n")
    assert page.locator("#path").text_content() == "bad.py"
    assert page.locator(".finding:visible").count() == 1
    page.keyboard.press("n")
    assert page.locator(".finding.current").get_attribute("data-code") == "HYB101"
    page.select_option("#code", "note")
    kinds = {each.get_attribute("class").split()[1] for each in page.locator(".finding:visible").all()}
    assert kinds == {"note"}
    page.select_option("#code", "")
    assert page.locator("#files li:visible").count() == 2


def test_the_overview_counts_and_leads_to_the_first_finding(report):
    page = report(heat=HEAT, bad=BAD)
    totals = dict(zip(page.locator("dt").all_text_contents(), page.locator("dd").all_text_contents(), strict=True))
    assert totals["Functions"] == "2 compiled, 1 on the host, 1 refused"
    assert totals["Files"] == "1 converted, 1 refused" and totals["Findings"].startswith("1 error, ")
    assert page.locator("#overview tbody tr").first.locator("td").all_text_contents() == [
        "HYB101", "host-sync", "error", "1", "1",
    ]  # fmt: skip
    page.locator("#overview td a", has_text="HYB101").click()
    assert page.locator(".finding.current").get_attribute("data-code") == "HYB101"
    assert page.locator("#files a[aria-current]").text_content().startswith("bad.py")
    page.keyboard.press("[")
    assert page.locator("#path").text_content() == "bad.py"  # other files have none of that code
    page.select_option("#code", "")
    page.locator("#where").click()
    page.keyboard.press("[")
    assert page.locator("#path").text_content() == "heat.py"
    page.locator("h1 a").click()
    assert page.locator("#overview").is_visible() and not page.locator("#file").is_visible()


def test_legend_and_keys_are_a_key_away_from_a_single_file(report):
    page = report(heat=HEAT)
    assert not page.locator(".legend").is_visible()
    page.keyboard.press("?")
    assert page.locator(".legend li").all_text_contents()[1].startswith("~ 4 rewritten says the same for JAX")
    assert page.locator("kbd", has_text="n").first.is_visible() and page.locator("nav").is_visible()
    page.reload()
    assert page.locator(".legend").is_visible()
    page.locator("#about").click()
    assert page.locator("#path").text_content() == "heat.py" and not page.locator(".legend").is_visible()


def test_search_goes_through_lines_and_files(report):
    page = report(heat=HEAT, bad=BAD)
    page.keyboard.press("/")
    page.keyboard.insert_text("np.SUM")  # at once: after letters, what the first of them find may be shown
    page.locator("#hits", has_text="lines").wait_for()
    count = int(page.locator("#hits").text_content().split()[0])
    assert page.locator("#hits").text_content() == f"{count} lines in 1 file" and count >= 3
    page.keyboard.press("Enter")
    assert page.locator("#path").text_content() == "bad.py" and "np.sum" in texts(page, ".chosen")[0]
    assert page.locator(".line.hit").count() == count
    first = page.locator(".chosen").get_attribute("data-number")
    page.keyboard.press("Enter")
    assert page.locator(".chosen").get_attribute("data-number") != first
    page.keyboard.press("Shift+Enter")
    assert page.locator(".chosen").get_attribute("data-number") == first
    page.keyboard.press("Escape")
    assert page.locator(".line.hit").count() == 0 and page.locator("#hits").text_content() == ""


def test_only_changes(report):
    page = report(long=HEAT + "\n\n" + "".join(f"print({n})\n" for n in range(50)))
    hidden = page.locator(".line[data-side=before]", has_text="print(30)")
    assert hidden.is_visible() and not page.locator(".skip").first.is_visible()
    page.keyboard.press("c")
    assert not hidden.is_visible() and line(page, "before", 6).is_visible()
    assert page.locator(".skip:visible").all_text_contents()[-1].endswith("rows that stay")
    page.keyboard.press("/")
    page.keyboard.type("print(30)")
    page.keyboard.press("Enter")
    assert hidden.is_visible() and is_in_view(page, hidden)


def test_counts_lead_to_the_next_lines_of_their_kind(report):
    page = report(heat=HEAT)
    page.locator("#counts button", has_text="host").click()
    assert texts(page, ".chosen") == ["import numpy as np"]
    page.locator("#counts button", has_text="host").click()
    assert texts(page, ".chosen") == ["def read(path):"]


def test_nothing_of_the_file_becomes_a_part_of_the_page(report):
    name = "q\"uo'te<b>&"
    page = report(**{name: NASTY})
    assert page.evaluate("window.broken") is None
    assert page.locator("#code-view img, #code-view script, #code-view b[onclick], h2 b").count() == 0
    left = [text_of(each) for each in page.locator(".line[data-side=before]").all()]
    assert left == NASTY.replace("\u202e", "\\u202e").replace("\x1b", "\\x1b").removesuffix("\n").split("\n")
    assert page.title() == f"hybridc check: {name}.py" and page.locator("#path").text_content() == f"{name}.py"


def test_another_script_would_not_run(report, browser, tmp_path):
    """The page's own policy stops what is not its script, whatever got into it."""
    report(heat=HEAT)
    path = tmp_path / "open.html"
    text = (tmp_path / "out.html").read_text()
    path.write_text(
        text.replace("<header>", "<script>window.broken = 3</script><img src=http://127.0.0.1:9/x><header>")
    )
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.evaluate("window.broken") is None and page.locator(".line").count() > 10
    page.close()


def test_the_address_has_the_file_and_the_line(report):
    page = report(heat=HEAT, bad=BAD)
    page.locator("#files a", has_text="bad.py").click()
    line(page, "before", 9).click()
    page.reload()
    assert page.locator("#path").text_content() == "bad.py" and place(page).startswith("Line 9,")
    page.locator("#files a", has_text="heat.py").click()
    page.go_back()
    assert page.locator("#path").text_content() == "bad.py"
    page.go_back()
    assert page.locator("#overview").is_visible()


def test_files_of_which_nothing_is_generated(report):
    page = report("#file=broken.py", heat=HEAT, none="x = 1\n")
    assert page.locator("#overview").is_visible()
    page.locator("#files a", has_text="none.py").click()
    assert page.locator("#state").text_content() == "Nothing to convert: it stays as it is."
    assert line(page, "after", 1).locator(".m").text_content() == "•"


def test_a_file_that_does_not_parse(report, browser, tmp_path):
    (tmp_path / "broken.py").write_text("x = 1\ndef f(:\n    pass\n")
    done = CliRunner().invoke(cli, ["check", "--html", "broken.html", str(tmp_path / "broken.py")])
    assert done.exit_code == 2
    with watched(browser, tmp_path / "broken.html") as page:
        assert page.locator("#state").text_content() == "It could not be read as a program."
        assert page.locator(".finding.error").get_attribute("data-code") == "HYB901"
        assert page.locator(".finding").evaluate("e => e.previousElementSibling.dataset.number") == "2"
        assert page.locator(".line.x").count() == 3


def test_a_narrow_window_shows_kept_lines_once_and_needs_no_scrolling_sideways(report):
    report.options = {"viewport": {"width": 400, "height": 800}}
    page = report(heat=HEAT + f"TEXT = '{'wide ' * 100}'\nOTHER = '{'w' * 900}'\n", bad=BAD)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#files a", has_text="heat.py").click()
    assert not page.locator("#files").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".line:visible", has_text="def heat").count() == 1
    assert page.locator(".line:visible", has_text="fori_loop").count() >= 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_marks_can_be_read_on_their_ground(report, scheme):
    """A contrast of 4.5 to 1, which the guidelines for accessible content ask for."""
    report.options = {"color_scheme": scheme}
    page = report(heat=HEAT, bad=BAD)
    page.locator("#files a", has_text="bad.py").click()
    line(page, "before", 9).click()
    worst = page.evaluate("""() => {
      const shade = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = (colour) => {
        const [r, g, b] = colour.map((v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = (element) => {
        for (let each = element; each; each = each.parentElement) {
          const found = shade(getComputedStyle(each).backgroundColor);
          if (found.length < 4 || found[3] > 0.99) return found.slice(0, 3);
        }
        return [255, 255, 255];
      };
      let worst = [99, ""];
      for (const element of document.querySelectorAll(".m, .n, code, .finding p, summary, .says, #where, #state, button, h2, small, nav span")) {
        if (!element.textContent.trim() || !element.checkVisibility()) continue;
        const under = ground(element);
        const [a, b] = [light(shade(getComputedStyle(element).color).slice(0, 3)), light(under)].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < worst[0]) worst = [contrast, element.outerHTML.slice(0, 200)];
      }
      return worst;
    }""")
    assert worst[0] >= 4.5, worst


def test_printed_it_is_the_code_without_what_is_for_clicking(report):
    page = report(heat=HEAT, bad=BAD)
    page.locator("#files a", has_text="bad.py").click()
    page.emulate_media(media="print")
    assert not page.locator("#search").is_visible() and not page.locator("#files").is_visible()
    assert page.locator(".finding.error .help").is_visible() and line(page, "after", 1).is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('main')).overflow") == "visible"


def test_without_scripts_the_overview_can_be_read(report):
    report.options = {"java_script_enabled": False}
    page = report(heat=HEAT, bad=BAD)
    assert page.locator("#files li").count() == 2 and page.locator("#overview tbody tr").count() > 2
    assert "which the browser does not run" in page.locator("#overview").text_content()


def test_what_convert_wrote(report, tmp_path):
    page = report(command="convert", heat=HEAT)
    right = [text_of(each) for each in page.locator(".line[data-side=after]").all()]
    assert right == (tmp_path / "heat_jax.py").read_text().removesuffix("\n").split("\n")
    assert page.locator("h1").text_content() == "hybridc convert"


def test_explanations_are_those_of_explain(report):
    page = report(bad=BAD)
    said = CliRunner().invoke(cli, ["explain", "HYB101"]).stdout
    shown = page.locator(".finding.error details").text_content()
    words = textwrap.dedent(said.partition("\n\n")[2]).replace("## ", "").split()
    assert [word for word in words if word not in shown] == []
    assert "".join(shown.split()).endswith("".join(words)[-200:])
