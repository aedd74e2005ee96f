"""The main tasks in the console: paste, correct, preview, save, publish for two version ranges, roll back, switch off;
with and without script."""

import json
import re

import pytest
from playwright.sync_api import expect

from frames import until
from installation import eventually
from documents import FORM, FORM_2, SCREEN, SCREEN_2, SCREEN_WITH_A_MISSPELT_COLOR, minified
from looks import LOOKS, accessible, fits_all

#: For each case three documents: one with a fault (`broken`), the corrected one (`first`) and a changed one (`second`);
#: the words of the message about the fault (`complaint`); and the texts that the preview shows.
CASES = {
    "screen": dict(kind="Screen", broken=SCREEN_WITH_A_MISSPELT_COLOR, first=SCREEN, second=SCREEN_2,
                   complaint=["textPrimry", "Color", "textPrimary"], shown=["Ваш баланс", "Пополнить"]),
    "form": dict(kind="Form", broken=FORM.replace('["title", "price"]', '["title", "prise"]'), first=FORM, second=FORM_2,
                 complaint=["prise", "price"], shown=["عنوان آگهی", "قیمت"]),
}

#: The name of the button that publishes the release shown on the page.
CONFIRM = re.compile("^Publish as release")


def write(page, text, script):
    """Replaces the text of the editor: pastes it with script; without script, fills the field and presses Check."""
    if script:
        page.wait_for_load_state("load")
        page.locator(".CodeMirror").click()
        page.keyboard.press("Control+A")
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.keyboard.press("Control+V")
    else:
        page.locator("textarea[name=text]").fill(text)
        page.get_by_role("button", name="Check", exact=True).click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("case", CASES)
def test_a_document_is_pasted_corrected_saved_published_and_rolled_back(open_page, demo, keep, case, script):
    wanted = CASES[case]
    name = f"browser.{case}.{'script' if script else 'plain'}"
    page = open_page(script)

    page.goto("/new-feature")
    page.get_by_label("Name").fill(name)
    page.get_by_role("radio", name=wanted["kind"], exact=False).first.check()
    page.get_by_role("button", name="Create and paste JSON").click()

    write(page, wanted["broken"], script)
    findings = page.get_by_role("region", name="Problems")
    findings.get_by_text(wanted["complaint"][0]).first.wait_for()
    for word in wanted["complaint"]:
        expect(findings).to_contain_text(word)
    keep(page, f"editor-{case}-broken-{'script' if script else 'plain'}")

    write(page, wanted["first"], script)
    findings.get_by_text(wanted["complaint"][0]).first.wait_for(state="detached")
    frame = page.frame_locator("iframe")
    for text in wanted["shown"]:
        frame.get_by_text(text).first.wait_for()
    keep(page, f"editor-{case}-{'script' if script else 'plain'}")
    save(page, revision=1)

    publish(page, name, revision=1, version="9.0")
    page.goto(f"/features/{name}/editor")
    write(page, wanted["second"], script)
    save(page, revision=2)
    publish(page, name, revision=2, version="10.0")
    page.goto(f"/features/{name}")
    keep(page, f"feature-{case}-{'script' if script else 'plain'}")

    assert eventually(lambda: demo.feature(name, "ios", "10.1").body == minified(wanted["second"]))
    before = demo.feature(name, "ios", "9.9")
    assert before.body == minified(wanted["first"])

    first_release = demo.json("release", "list", name)["releases"][-1]["release"]
    page.goto(f"/features/{name}/rollbacks/new?to={first_release}")
    page.get_by_label("Reason").fill("The second one is wrong")
    keep(page, f"rollback-{case}-{'script' if script else 'plain'}")
    page.locator("main form[method=post] button").first.click()
    page.wait_for_url(f"**/features/{name}")

    assert eventually(lambda: demo.feature(name, "ios", "10.1").body == before.body)
    after = demo.feature(name, "ios", "10.1")
    assert (after.body, after.headers["ETag"]) == (before.body, before.headers["ETag"])

    page.goto(f"/features/{name}")
    page.get_by_label("Platform", exact=True).select_option("ios")
    page.get_by_role("textbox", name="Client version").fill("10.1")
    page.get_by_role("button", name="What does this client get?").click()
    expect(page.locator("#answer")).to_contain_text(re.compile(r"revision 1\b", re.IGNORECASE))


def save(page, revision):
    page.get_by_role("button", name=f"Save as revision {revision}").click()
    page.get_by_role("status").get_by_text(f"Revision {revision} saved").wait_for()


def publish(page, name, revision, version):
    page.goto(f"/features/{name}/releases/new")
    page.get_by_label("Revision", exact=True).select_option(str(revision))
    page.get_by_role("checkbox", name="iOS").check()
    page.locator("#from-ios").fill(version)
    page.get_by_role("button", name="See what changes").click()
    page.get_by_role("button", name=CONFIRM).click()
    page.wait_for_url(f"**/features/{name}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_new_user_publishes_in_eight_clicks(open_page, demo, script):
    """Counts the clicks from the sign-in page to the release; each text is typed into the field that has the focus."""
    name = f"browser.eight.{'script' if script else 'plain'}"
    person = f"eight{'s' if script else 'p'}"
    password = demo.add_account(person)
    page = open_page(script, signed_in=False)
    clicks = []

    def click(role, label, leads_to):
        clicks.append(label)
        page.get_by_role(role, name=label).first.click()
        page.wait_for_url(leads_to)

    def types_in(selector, text):
        expect(page.locator(selector)).to_be_focused()
        page.keyboard.insert_text(text)

    page.goto("/")
    types_in("#name", person)
    page.keyboard.press("Tab")
    types_in("#password", password)
    click("button", "Sign in", "**/features")
    click("link", "New feature", "**/new-feature")
    types_in("#name", name)
    click("radio", re.compile("^Screen"), "**/new-feature")
    click("button", "Create and paste JSON", f"**/features/{name}/editor")
    if script:
        until(page, "document.activeElement.closest('.CodeMirror') !== null")
        page.keyboard.insert_text(SCREEN)
        # The editor component reads its input with a delay; the preview shows that it has the text.
        page.frame_locator("iframe").get_by_text("Пополнить").first.wait_for()
    else:
        types_in("textarea[name=text]", SCREEN)
    click("button", "Save as revision 1", f"**/features/{name}/editor")
    click("link", "Publish…", f"**/features/{name}/releases/new?revision=1")
    assert page.get_by_role("checkbox", name="iOS").is_checked()
    types_in("#from-ios", "")
    click("button", "See what changes", f"**/features/{name}/releases/new?**from-ios=**")
    # The heading of the changes has the focus, and the button that publishes them is in view.
    expect(page.locator("#changes-heading")).to_be_focused()
    box = page.get_by_role("button", name=CONFIRM).bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 900
    click("button", CONFIRM, f"**/features/{name}")

    assert len(clicks) <= 8, clicks
    assert eventually(lambda: demo.feature(name, "ios", "9.0").status == 200)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_feature_is_switched_off_and_on_again_in_the_console(open_page, demo, keep, script):
    name = f"browser.switch.{'script' if script else 'plain'}"
    demo.push(name, SCREEN, "--kind", "screen")
    demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "1.0")
    page = open_page(script)

    page.goto(f"/features/{name}")
    page.get_by_role("link", name="Switch off…").click()
    page.get_by_label("Reason").fill("It crashes")
    page.get_by_label(f"Type {name} to confirm").fill(name)
    page.get_by_role("button", name="Switch off").click()
    page.wait_for_url(f"**/features/{name}")
    page.get_by_role("status").get_by_text("Switched off (release").wait_for()
    assert page.get_by_text("Live", exact=True).count() == 0
    # The message is shown only once.
    page.reload()
    assert page.get_by_text("Switched off (release").count() == 0
    assert eventually(lambda: demo.feature(name, "ios", "1.0").status == 410)

    page.get_by_role("link", name="Switch on…").click()
    page.get_by_text("iOS switches back on; the rule from 1.0 (revision 1) resumes.").wait_for()
    keep(page, f"switch-on-{'script' if script else 'plain'}")
    # The accessibility checker is a script, so it needs a page with scripts.
    if script:
        accessible(page)
    page.get_by_label("Reason").fill("Mended")
    page.get_by_role("button", name="Switch on").click()
    page.get_by_role("status").get_by_text("Switched on (release").wait_for()
    assert eventually(lambda: demo.feature(name, "ios", "1.0").status == 200)


def test_publishing_for_versions_without_a_used_component_is_refused_with_the_reason(open_page, demo, keep):
    from documents import SCREEN_FOR_2

    name = "browser.too-early"
    demo.push(name, SCREEN_FOR_2, "--kind", "screen")
    page = open_page()
    page.goto(f"/features/{name}/releases/new")
    page.get_by_role("checkbox", name="iOS").check()
    page.locator("#from-ios").fill("1.0")
    with page.expect_navigation():
        page.get_by_role("button", name="See what changes").click()

    refused = page.get_by_role("alert").locator("xpath=ancestor::section")
    for word in ("2.0", "ConstraintWrapper"):
        assert word in refused.inner_text()
    assert page.get_by_role("button", name=CONFIRM).count() == 0
    keep(page, "publish-refused")


def test_publishing_from_a_stale_page_is_answered_with_409(open_page, demo, keep):
    name = "browser.stale"
    demo.push(name, SCREEN, "--kind", "screen")
    page = open_page()
    page.goto(f"/features/{name}/releases/new")
    page.get_by_role("checkbox", name="iOS").check()
    page.locator("#from-ios").fill("1.0")
    page.get_by_role("button", name="See what changes").click()
    # The page shows the live state from before the next change.
    publish = page.get_by_role("button", name=CONFIRM)
    publish.wait_for()
    demo.json("release", "publish", name, "--revision", "1", "--platform", "ios", "--from", "2.0")

    with page.expect_response(lambda response: response.request.method == "POST") as answered:
        publish.click()

    assert answered.value.status == 409
    assert demo.feature(name, "ios", "1.5").status == 404
    keep(page, "publish-conflict")


def test_a_save_over_a_newer_revision_shows_both_texts(open_page, demo):
    name = "browser.conflict"
    demo.push(name, SCREEN, "--kind", "screen")
    page = open_page(script=False)
    page.goto(f"/features/{name}/editor")
    demo.push(name, SCREEN_2)

    page.locator("textarea[name=text]").fill(SCREEN.replace("Пополнить", "Моя правка"))
    with page.expect_navigation():
        page.get_by_role("button", name="Save as revision").click()

    assert "Моя правка" in page.content() and "Ваши деньги" in page.content()
    assert demo.json("features", "show", name)["feature"]["revision"] == 2


def test_invalid_json_is_saved_and_shown_again_unchanged(open_page, demo):
    name = "browser.broken"
    page = open_page(script=False)
    page.goto("/new-feature")
    page.get_by_label("Name").fill(name)
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Create and paste JSON").click()
    broken = '{"type": "Screen",\n "title": “Главная”,\n "widgets": [,]'

    page.locator("textarea[name=text]").fill(broken)
    with page.expect_navigation():
        page.get_by_role("button", name="Save as revision 1").click()
    page.goto(f"/features/{name}/editor")

    assert page.locator("textarea[name=text]").input_value() == broken


@pytest.mark.parametrize("theme, width", LOOKS)
def test_pages_are_accessible_and_fit(open_page, demo, keep, theme, width):
    page = open_page(width=width, theme=theme)
    for name, path in {
        "features": "/features", "new": "/new-feature", "feature": "/features/home.main",
        "editor": "/features/home.main/editor", "editor-form": "/features/posting.form/editor",
        "publish": "/features/home.main/releases/new", "releases": "/releases", "schemas": "/schemas",
        "accounts": "/accounts", "rollback": "/features/home.main/rollbacks/new",
        "switch-off": "/features/home.main/switch-offs/new", "account": "/account", "one-account": "/accounts/ana",
        "publish-changes": "/features/home.main/releases/new?revision=1&platform=ios&from=9.0", "missing": "/features/no.such",
        "comparison": "/features/home.main/comparison?a=1&b=newest&other=posting.form", "clients": "/clients",
    }.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        keep(page, f"{name}-{theme}-{width}")
        fits_all(page)
        accessible(page)


def test_signing_in_with_wrong_credentials_shows_an_accessible_error(open_page):
    page = open_page(signed_in=False)
    page.goto("/features")
    page.get_by_label("Name").fill("nobody")
    page.get_by_label("Password").fill("wrong password at all")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    accessible(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_previews_of_five_document_kinds_are_accessible(open_page, demo, keep, theme):
    page = open_page(width=390, height=844)
    for name in ("home.main", "posting.form", "insurance.insurant", "profile.school", "cards.flow"):
        page.goto(f"/features/{name}/editor?theme={theme}")
        page.goto(page.locator("iframe").get_attribute("src"))
        red, green, blue = re.findall(r"\d+", page.evaluate("getComputedStyle(document.body).color"))[:3]
        # The text is dark in the light theme and light in the dark one; 384 is about half of 3 × 255.
        is_dark = int(red) + int(green) + int(blue) < 384
        assert is_dark == (theme == "light"), f"{name}: the text has the wrong color for the theme"
        keep(page, f"preview-{name}-{theme}")
        accessible(page)


def test_an_incomplete_step_of_a_right_to_left_form_shows_an_error(open_page, demo, keep):
    page = open_page(script=False)
    page.goto("/features/posting.form/editor")
    frame = page.frame_locator("iframe")
    assert frame.locator("html").get_attribute("dir") == "rtl"
    frame.locator("form button").last.click()
    frame.get_by_role("alert").first.wait_for()
    keep(page, "form-errors")


def test_the_read_api_serves_its_openapi_description(demo):
    described = demo.get("/v1/openapi.json")
    assert described.status == 200
    assert json.loads(described.body)["openapi"].startswith("3.1")
