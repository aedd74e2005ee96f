"""The pages around previews: controls, selection by click and cursor, the matrix of devices, links for a phone and
templates; with and without script."""

import re
import shutil
import subprocess
import urllib.parse

import pytest
from playwright.sync_api import expect

from documents import SCREEN, SCREEN_2, SCREEN_FOR_6
from frames import until
from installation import ROOT
from looks import LOOKS, accessible, fits, fits_all
from test_main_journey import write

FORM_OF_TWO = """{"type": "Form", "title": "Sign up", "steps": [
 {"title": "You", "jsonSchema": {"type": "object", "required": ["name"],
  "properties": {"name": {"type": "string", "title": "Name", "errors": {"required": "Tell us your name"}}}}},
 {"title": "Home", "jsonSchema": {"type": "object", "properties": {"city": {"type": "string", "title": "City"}}}}]}"""


def choose(page, group, field, value, script):
    """Opens a group of the preview's controls and sets a field; without script, also presses Apply."""
    menu = page.locator("details.look").filter(has=page.locator("summary").filter(has_text=re.compile(f"^{group}")))
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    control = page.get_by_label(field, exact=True)
    if control.evaluate("one => one.tagName") == "SELECT":
        control.select_option(value)
    else:
        control.fill(value)
        control.press("Tab")
    if not script:
        page.get_by_role("button", name="Apply").click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("where", ["editor", "revisions/1"])
def test_the_settings_of_a_preview_are_in_the_address(open_page, demo, keep, script, where):
    name = f"look.{where.replace('/', '.')}.{'script' if script else 'plain'}"
    demo.push(name, FORM_OF_TWO, "--kind", "form")
    page = open_page(script)
    page.goto(f"/features/{name}/{where}")
    frame = page.frame_locator("iframe")
    frame.get_by_text("Name").first.wait_for()

    choose(page, "Screen", "Theme", "dark", script)
    frame.locator("html[data-theme=dark]").wait_for()
    choose(page, "Screen", "Text size", "1.5", script)
    page.wait_for_url(lambda url: "scale=1.5" in url)
    choose(page, "Language", "Phone language", "fa", script)
    frame.locator("html[dir=rtl][lang=fa]").wait_for()
    choose(page, "Content", "Form", "submit", script)
    frame.get_by_text("Tell us your name").first.wait_for()
    keep(page, f"look-{where.split('/')[0]}-{'script' if script else 'plain'}")

    page.wait_for_url(lambda url: "after=submit" in url)
    asked = urllib.parse.parse_qs(urllib.parse.urlsplit(page.url).query)
    assert {"theme": ["dark"], "scale": ["1.5"], "lang": ["fa"], "after": ["submit"]}.items() <= asked.items()

    other = open_page(script)
    other.goto(page.url)
    shown = other.frame_locator("iframe")
    shown.locator("html[dir=rtl][data-theme=dark]").wait_for()
    shown.get_by_text("Tell us your name").first.wait_for()


def test_a_click_in_the_preview_selects_the_text_and_the_cursor_marks_the_element(open_page, demo, keep):
    demo.push("click.screen", SCREEN, "--kind", "screen")
    page = open_page()
    page.goto("/features/click.screen/editor")
    frame = page.frame_locator("iframe")
    text = frame.get_by_text("Ваш баланс").first
    text.hover()
    label = frame.locator(".pointer-label")
    label.wait_for()
    assert label.inner_text().startswith("/widgets/")
    keep(page, "click-hover")
    text.click()
    until(page, "document.querySelector('.CodeMirror').CodeMirror.getSelection().includes('Ваш баланс')")

    page.evaluate("""() => { const editor = document.querySelector('.CodeMirror').CodeMirror; editor.focus();
        const line = editor.getValue().split('\\n').findIndex(one => one.includes('Пополнить'));
        editor.setCursor({ line, ch: editor.getLine(line).indexOf('Пополнить') + 2 }); }""")
    frame.locator(".marked", has_text="Пополнить").first.wait_for()

    page.goto("/features/click.screen/revisions/1")
    page.frame_locator("iframe").get_by_text("Ваш баланс").first.click()
    expect(page.locator(".listing tr:target")).to_contain_text("Ваш баланс")
    page.locator(".listing tr", has_text="Пополнить").first.locator("td").click()
    page.frame_locator("iframe").locator(".marked", has_text="Пополнить").first.wait_for()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_values_that_a_client_does_not_show_are_listed_with_links_to_their_text(open_page, demo, keep, script):
    name = f"gaps.{'script' if script else 'plain'}"
    demo.push(name, SCREEN_FOR_6, "--kind", "screen")
    page = open_page(script)
    page.goto(f"/features/{name}/editor?platform=ios")
    choose(page, "Client", "Client version", "5.2", script)
    gaps = page.get_by_role("region", name="Not shown on this client")
    gaps.get_by_text("iOS 5.2 does not show").wait_for()
    keep(page, f"gaps-{'script' if script else 'plain'}")
    if script:
        gaps.get_by_role("link").first.click()
        assert "xxl" in page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getSelection()")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_matrix_shows_unsaved_text_and_links_back_to_the_editor(open_page, demo, keep, script):
    name = f"matrix.{'script' if script else 'plain'}"
    demo.push(name, SCREEN, "--kind", "screen")
    page = open_page(script, width=1440, height=1000)
    page.goto(f"/features/{name}/editor")
    write(page, SCREEN_2, script)
    page.frame_locator("iframe").get_by_text("Ваши деньги").first.wait_for()
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Compare devices").click()
    matrix = opened.value
    expect(matrix.locator("iframe")).to_have_count(8)
    matrix.wait_for_load_state("networkidle")
    matrix.frame_locator("iframe >> nth=0").get_by_text("Ваши деньги").first.wait_for()
    keep(matrix, f"matrix-{'script' if script else 'plain'}")

    matrix.get_by_role("checkbox", name="العربية").check()
    if not script:
        matrix.get_by_role("button", name="Show").click()
    matrix.wait_for_url(lambda url: "languages=ar" in url)
    assert matrix.locator("iframe").count() == 12
    matrix.get_by_role("link", name="Unsaved text").click()
    expect(matrix.locator("textarea[name=text]")).to_have_value(re.compile("Ваши деньги"))
    assert matrix.locator("input[name=parent]").input_value() == "1"


def test_layout_problems_that_previews_post_are_listed_below_them_in_the_matrix(open_page, demo, keep):
    demo.push("matrix.problems", SCREEN, "--kind", "screen")
    page = open_page(width=1440, height=1000)
    page.goto("/features/matrix.problems/revisions/1/matrix?devices=phone&languages=text&themes=light&themes=dark")
    # Waits until both frames have sent their own layout problems, which would replace those that the test sends.
    expect(page.locator("[data-layout]:visible")).to_have_count(2)
    sent = [{"pointer": "/widgets/0", "kind": "overflow-x", "amount": 12, "other": ""},
            {"pointer": "/widgets/0", "kind": "overlap", "amount": 3, "other": "/widgets/1"},
            {"pointer": "/widgets/0", "kind": "word", "amount": 5, "other": None},
            {"pointer": "/widgets/0", "kind": "<img>", "amount": 3, "other": None},
            {"pointer": "no pointer", "kind": "cut", "amount": 3, "other": None},
            {"pointer": "/widgets/0", "kind": "cut", "amount": "many", "other": None}]
    page.frames[1].evaluate("problems => parent.postMessage({galley: 'layout', problems}, '*')", sent)
    cell = page.locator(".matrix-cell").first
    cell.get_by_text("/widgets/0 is 12 px too wide for the screen.").wait_for()
    assert cell.get_by_text("/widgets/0 overlaps /widgets/1 by 3 px.").is_visible()
    assert cell.get_by_text("A word of /widgets/0 is 5 px wider than its box.").is_visible()
    assert cell.locator(".diagnostic").count() == 3
    assert cell.get_by_text("3 layout problems").is_visible()
    keep(page, "matrix-problems")
    link = cell.get_by_role("link", name="→").first
    assert link.get_attribute("href").endswith("/features/matrix.problems/editor?revision=1&at=%2Fwidgets%2F0")
    # Playwright ignores the scale of the frame, so the click is dispatched as an event.
    page.frame_locator("iframe >> nth=0").get_by_text("Ваш баланс").first.dispatch_event("click")
    for frame in (0, 1):
        page.frame_locator(f"iframe >> nth={frame}").locator(".marked", has_text="Ваш баланс").first.wait_for()
    assert "at=%2Fwidgets%2F0%2Fcontent" in page.locator("[data-picked] a").get_attribute("href")
    # Layout messages that do not come from a preview's frame are ignored.
    page.evaluate("""() => new Promise(done => {
        addEventListener('message', () => done(), { once: true });
        postMessage({galley: 'layout', problems: []}, '*') })""")
    assert cell.locator(".diagnostic").count() == 3
    accessible(page)
    link.click()
    page.wait_for_url("**/editor?**")
    until(page, "document.querySelector('.CodeMirror').CodeMirror.getSelection().startsWith('{')")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_preview_link_opens_without_signing_in_and_an_altered_one_is_refused(open_page, demo, keep, script, tmp_path):
    name = f"link.{'script' if script else 'plain'}"
    demo.push(name, SCREEN, "--kind", "screen")
    page = open_page(script)
    page.goto(f"/features/{name}/revisions/1?theme=dark")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Open on a phone").click()
    link = opened.value
    link.get_by_label("Link", exact=True).wait_for()
    # The script on the page must run before a lifetime is chosen.
    link.wait_for_load_state()
    link.get_by_role("radio", name="1 hour").check()
    if not script:
        link.get_by_role("button", name="Create link").click()
    link.wait_for_url(lambda url: "validity=hour" in url)
    keep(link, f"link-{'script' if script else 'plain'}")
    accessible(link) if script else None
    address = link.get_by_label("Link", exact=True).input_value()
    assert address.startswith(demo.console_url)
    if shutil.which("zbarimg"):
        picture = tmp_path / "code.png"
        link.locator(".qr svg").screenshot(path=picture)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
        assert read.stdout.strip() == address
    if script:
        link.get_by_role("button", name="Copy").click()
        link.get_by_role("button", name="Copied").wait_for()
        assert link.evaluate("navigator.clipboard.readText()") == address

    phone = open_page(script, width=390, height=844, signed_in=False)
    phone.goto(address)
    phone.get_by_text("Ваш баланс").first.wait_for()
    assert phone.locator("html").get_attribute("data-theme") == "dark"
    keep(phone, f"link-phone-{'script' if script else 'plain'}")
    phone.goto(re.sub(r"expires=\d+", "expires=1", address))
    assert "This link is invalid" in phone.content()


@pytest.mark.parametrize("feature", ["home.main", "posting.form"])
@pytest.mark.parametrize("device, inside", [("phone", 390), ("tablet", 744)])
@pytest.mark.parametrize("width", [320, 1280])
def test_a_frame_has_the_width_of_its_device_and_is_scaled_to_fit(open_page, demo, feature, device, inside, width):
    page = open_page(width=width)
    page.goto(f"/features/{feature}/editor?device={device}")
    frame = page.locator("iframe[data-frame]")
    page.frame_locator("iframe[data-frame]").locator(".screen").first.wait_for()
    assert frame.element_handle().content_frame().evaluate("innerWidth") >= inside
    drawn, stage = frame.bounding_box(), page.locator(".preview-stage").bounding_box()
    assert stage["x"] <= drawn["x"] and drawn["x"] + drawn["width"] <= stage["x"] + stage["width"]
    page.wait_for_load_state("networkidle")
    assert page.locator("[data-layout]:visible").count() == 0, "the demo has layout problems on the device"
    fits(page)


@pytest.mark.parametrize("theme, width", LOOKS)
def test_the_pages_around_previews_are_accessible_and_fit(open_page, demo, keep, theme, width):
    demo.push("pages.form", FORM_OF_TWO, "--kind", "form")
    page = open_page(width=width, theme=theme)
    for name, path in {
        "revision": "/features/pages.form/revisions/1?platform=ios&client_version=0.1&lang=zh-Hant&theme=dark&scale=1.5",
        "template": "/schemas/entity/template?id=/components/ButtonView",
        "matrix": "/features/home.main/revisions/1/matrix", "link": "/features/home.main/revisions/1/link",
    }.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        menus = page.locator("details.look > summary")
        if menus.count():
            menus.last.click()
        keep(page, f"previews-{name}-{theme}-{width}")
        fits_all(page)
        accessible(page)


LOUD = """<style>
.RatingNone, .Text { letter-spacing: .04em }
</style>
<strong>{{value}}!</strong>"""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_template_is_tried_saved_and_restored(open_page, demo, keep, script):
    name = f"template.{'script' if script else 'plain'}"
    demo.push(name, SCREEN, "--kind", "screen")
    page = open_page(script)
    page.goto("/schemas/entity?id=/atoms/Text")
    page.get_by_role("link", name="Show or change template").click()
    text = page.get_by_role("textbox", name="Template")
    own = (ROOT / "schemas/atoms/Text/preview.mustache").read_text()
    expect(text).to_have_value(own)

    text.fill("<b>{{{value}}}</b>")
    page.get_by_role("button", name="Save for everyone").click()
    page.get_by_role("alert").get_by_text("Line 1").wait_for()
    expect(text).to_have_value("<b>{{{value}}}</b>")
    # The script on the page must run before a file is chosen.
    page.wait_for_load_state()
    accessible(page) if script else None

    if script:
        picker = page.locator("input[type=file]")
        picker.set_input_files(
            {"name": "preview.mustache", "mimeType": "text/plain", "buffer": "<b>é</b>".encode("latin-1")})
        page.get_by_text("There is a byte here that is not UTF-8; save the text as UTF-8.").wait_for()
        expect(text).to_have_value("<b>{{{value}}}</b>")
        with page.expect_navigation():
            picker.set_input_files(
                {"name": "preview.mustache", "mimeType": "text/plain", "buffer": LOUD.encode()})
        assert text.input_value() == LOUD
    else:
        text.fill(LOUD)
        page.get_by_role("button", name="Try with the examples").click()
    page.get_by_text("Drawn with the unsaved template").wait_for()
    expect(page.frame_locator("iframe >> nth=0").locator("strong").first).to_have_text(re.compile("!$"))
    keep(page, f"template-tried-{'script' if script else 'plain'}")

    look = open_page(script)
    look.goto(f"/features/{name}/revisions/1")
    look.frame_locator("iframe").get_by_text("Ваш баланс", exact=True).first.wait_for()
    assert look.frame_locator("iframe").get_by_text("Ваш баланс!").count() == 0
    page.get_by_role("button", name="Save for everyone").click()
    page.get_by_text("Template saved").wait_for()
    keep(page, f"template-saved-{'script' if script else 'plain'}")
    look.reload()
    look.frame_locator("iframe").get_by_text("Ваш баланс!").first.wait_for()

    page.get_by_role("button", name="Withdraw the uploaded template").click()
    page.get_by_text("Template withdrawn.").wait_for()
    expect(text).to_have_value(own)
    look.reload()
    look.frame_locator("iframe").get_by_text("Ваш баланс", exact=True).first.wait_for()
