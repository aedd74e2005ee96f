"""The editor: pasting, saving, unsaved text, conflicts, lost connections, and its layout."""

import json
import re

import pytest
from playwright.sync_api import expect

from frames import screen, text, until
from looks import accessible
from tabs import sign_out_in_another_tab


def replace_text(page, text, script):
    """Replaces the whole text of the editor; without script, also presses Check."""
    if script:
        until(page, "document.querySelector('.CodeMirror') !== null")
        page.evaluate("text => document.querySelector('.CodeMirror').CodeMirror.setValue(text)", text)
    else:
        page.get_by_label("JSON of the document").fill(text)
        page.get_by_role("button", name="Check", exact=True).click()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_an_envelope_is_removed_and_typographic_quotes_are_replaced_on_request(open_page, demo, script):
    name = f"pasted.{'script' if script else 'plain'}"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(script)
    document = json.dumps(screen(text("inside the answer")))
    for pasted, offer in [
        (json.dumps({"status": 200, "data": json.loads(document)}), "Keep only the document"),
        (json.dumps({"data": {"result": json.loads(document)}}), "Keep only the document"),
        (document.replace('"', "”").replace(" ", "\u00a0", 3), "Change them back"),
    ]:
        page.goto(f"/features/{name}/editor")
        replace_text(page, pasted, script)
        page.get_by_role("button", name=offer).click()
        page.get_by_text("No problems").wait_for()
        assert page.get_by_role("button", name=offer).count() == 0
        page.frame_locator("[data-frame]").get_by_text("inside the answer").wait_for()
        if script:
            page.once("dialog", lambda dialog: dialog.accept())


def test_every_link_of_the_main_navigation_is_visible_in_a_window_of_320_px(open_page):
    page = open_page(width=320)
    page.goto("/features")
    links = page.get_by_role("navigation", name="Main").get_by_role("link").all()
    assert len(links) >= 5
    for link in links:
        box = link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320, box


def editor(page, name, script=True):
    """Opens the editor of a feature and waits until it accepts input."""
    page.goto(f"/features/{name}/editor")
    if script:
        until(page, "document.querySelector('.CodeMirror') !== null && document.querySelector('[aria-valuenow]') !== null")
        page.evaluate("globalThis.component = document.querySelector('.CodeMirror').CodeMirror; null")


def sign_in(page, name, password):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def long_screen():
    """Returns a screen whose JSON has more lines than any window shows."""
    content = {"type": "StackView", "axis": "vertical", "spacing": "m",
               "elements": [text(f"line {number}") for number in range(80)]}
    return json.dumps(screen(content), indent=2)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_enter_in_the_note_field_saves_the_revision(open_page, demo, script):
    name = f"enter.{'script' if script else 'plain'}"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(script)
    editor(page, name, script)
    document = json.dumps(screen(text("after")))
    if script:
        page.evaluate("text => component.setValue(text)", document)
    else:
        page.get_by_label("JSON of the document").fill(document)
    page.get_by_label("Note").fill("A note")
    page.get_by_label("Note").press("Enter")
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()
    page.get_by_role("button", name="Save as revision 3").wait_for()
    page.get_by_role("link", name="Publish…").wait_for()
    assert page.get_by_label("Note").input_value() == ""
    page.goto(f"/features/{name}/revisions/2")
    assert page.get_by_text("A note", exact=True).count() == 1
    assert "after" in page.get_by_role("region", name="Text of revision 2").inner_text()


def test_without_script_text_survives_the_end_of_the_session(open_page, demo):
    name = "session.ended"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    typed = json.dumps(screen(text("typed <b>& meanwhile</b>")), indent=1)
    page = open_page(script=False, signed_in=False)
    page.goto(f"/features/{name}/editor")
    password = demo.add_account("vera")
    sign_in(page, "vera", password)
    page.get_by_label("JSON of the document").fill(typed)
    page.get_by_label("Note").fill("What I did")
    sign_out_in_another_tab(page)

    page.get_by_role("button", name="Save as revision 2").click()
    page.get_by_text("Your session has ended").wait_for()
    sign_in(page, "vera", "not the password at all")
    page.get_by_role("alert").wait_for()
    sign_in(page, "vera", password)

    expect(page.get_by_label("JSON of the document")).to_have_value(typed)
    assert page.get_by_label("Note").input_value() == "What I did"
    assert demo.json("features", "show", name)["feature"]["revision"] == 1
    page.get_by_role("button", name="Save as revision 2").click()
    page.get_by_text("Revision 2 saved").wait_for()


def editor_of_new_account(open_page, demo, name, person, script):
    """Opens a feature's editor in the session of a new account; returns the page and the account's password."""
    page = open_page(script, signed_in=False)
    page.goto(f"/features/{name}/editor")
    password = demo.add_account(person)
    sign_in(page, person, password)
    page.wait_for_url("**/editor")
    return page, password


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_text_sent_without_cookies_is_restored_when_the_page_is_reloaded_after_signing_in(open_page, demo, script):
    name, person = (f"{word}.{'script' if script else 'plain'}" for word in ("cookies.gone", "zoe"))
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    typed = json.dumps(screen(text("typed without a session")), indent=1)
    page, password = editor_of_new_account(open_page, demo, name, person, script)
    editor(page, name, script)
    if script:
        page.evaluate("text => component.setValue(text)", typed)
        page.frame_locator("[data-frame]").get_by_text("typed without").wait_for()
    else:
        page.get_by_label("JSON of the document").fill(typed)
    page.context.clear_cookies()
    page.get_by_role("button", name="Save as revision 2").click()
    page.get_by_text("Then reload this page").wait_for()
    with page.context.expect_page() as opened:
        page.get_by_role("main").get_by_role("link", name="Sign in").click()
    sign_in(opened.value, person, password)
    opened.value.wait_for_url(lambda url: "/sessions" not in url)

    page.reload()
    page.get_by_text("Your text is restored but not saved yet.").wait_for()
    assert page.locator("textarea[name=text]").input_value() == typed
    if script:
        page.once("dialog", lambda dialog: dialog.accept())


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_text_sent_in_the_session_of_another_account_is_kept_for_its_author(open_page, demo, script):
    name = f"session.other.{'script' if script else 'plain'}"
    author, other = (f"{person}.{'script' if script else 'plain'}" for person in ("abe", "bea"))
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    typed = json.dumps(screen(text("typed by the first")), indent=1)
    page, password = editor_of_new_account(open_page, demo, name, author, script)
    if script:
        editor(page, name)
    second = sign_out_in_another_tab(page)
    sign_in(second, other, demo.add_account(other))
    second.wait_for_url(lambda url: "/sessions" not in url)

    sentence = f"You are signed in as {other}, but this text for {name} belongs to {author}."
    if script:
        page.evaluate("text => component.setValue(text)", typed)
        page.locator("[data-unchecked]").get_by_text(sentence).wait_for()
    else:
        page.get_by_label("JSON of the document").fill(typed)
    page.get_by_label("Note").press("Enter")
    page.get_by_role("heading", name="Text not saved").wait_for()
    page.get_by_text(sentence).wait_for()
    assert page.get_by_text("typed by the first").count() == 0

    second.goto(f"/features/{name}/editor")
    assert not second.get_by_role("button", name="Restore text").is_visible()
    second.get_by_role("button", name="Sign out").click()
    second.get_by_text("Signed out.").wait_for()
    sign_in(second, author, password)
    second.wait_for_url(lambda url: "/sessions" not in url)
    second.goto(f"/features/{name}/editor")
    second.get_by_role("button", name="Restore text").click()
    second.frame_locator("[data-frame]").get_by_text("typed by the first").wait_for()
    assert second.locator("textarea[data-text]").input_value() == typed
    second.on("dialog", lambda dialog: dialog.accept())
    assert demo.json("features", "show", name)["feature"]["revision"] == 1


def test_saving_formatting_and_fixing_keep_cursor_scroll_and_history(open_page, demo):
    name = "kept.place"
    demo.push(name, long_screen(), "--kind", "screen")
    page = open_page()
    editor(page, name)
    place = """() => {
        const { line, ch } = component.getCursor();
        return [component.getLine(line).trim(), component.getRange({ line, ch: 0 }, { line, ch }).trim(),
                Math.round(component.cursorCoords(true, 'window').top), component.getSelection()];
    }"""

    def select_part_of(word):
        """Selects a part of a word, about 100 px below the top of the editor; returns the cursor's line, the text
        before the cursor in it, its vertical position and the selection."""
        page.evaluate("""word => {
            const cursor = component.getSearchCursor(word); cursor.findNext();
            const { line, ch } = cursor.from();
            component.scrollTo(0, component.heightAtLine(line, 'local') - 100);
            component.setSelection({ line, ch: ch + 6 }, { line, ch: ch + 1 }, { scroll: false });
            component.focus();
        }""", word)
        return page.evaluate(place)

    # Joins lines above the cursor, so that formatting moves the cursor's line down.
    page.evaluate("""() => {
        const value = component.getValue();
        component.setValue(value.replaceAll('": {\\n', '": {').replaceAll(/,\\n +"typography/g, ', "typography'));
    }""")
    before = select_part_of('"line 60"')
    page.get_by_role("button", name="Format", exact=True).click()
    until(page, "component.getValue().split('\\n').length > 400")
    after = page.evaluate(place)
    assert after[3] == before[3] == "line "
    assert abs(after[2] - before[2]) <= 2

    page.evaluate("""() => {
        const cursor = component.getSearchCursor('paragraphPrimary'); cursor.findNext();
        component.replaceRange('paragraphPrimry', cursor.from(), cursor.to());
    }""")
    fix = page.get_by_role("button", name="Use paragraphPrimary")
    fix.wait_for()
    before = select_part_of('"line 70"')
    fix.click()
    page.get_by_text("No problems").wait_for()
    after = page.evaluate(place)
    assert after[0] == before[0] and after[3] == "line "
    assert abs(after[2] - before[2]) <= 2

    value = page.evaluate("component.getValue()")
    page.goto(f"{page.url}#saved-in-place")
    page.keyboard.press("Control+s")
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()
    assert page.evaluate("component.getValue()") == value
    assert page.evaluate(place)[3] == "line "
    assert page.get_by_role("heading", level=1).inner_text() == "Edit revision 2"
    expect(page).to_have_url(re.compile(f"/features/{name}/editor$"))
    assert not page.get_by_text("Not saved", exact=True).is_visible()
    page.keyboard.press("Control+z")
    assert "paragraphPrimry" in page.evaluate("component.getValue()")
    page.get_by_text("Not saved", exact=True).wait_for()
    page.keyboard.press("Control+y")
    page.get_by_text("Not saved", exact=True).wait_for(state="hidden")
    # A save in place makes the saved revision the base of the next save.
    page.evaluate("component.setValue(component.getValue().replace('line 70', 'other 70'))")
    page.keyboard.press("Control+s")
    page.get_by_role("status").get_by_text("Revision 3 saved").wait_for()
    assert demo.json("features", "show", name)["feature"]["revision"] == 3


def test_a_syntax_error_keeps_the_preview_of_the_last_valid_text(open_page, demo):
    name = "passing.error"
    demo.push(name, json.dumps(screen(text("shown all the time"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    stale = page.get_by_text("Syntax error: showing the previous text")
    shown = page.frame_locator("[data-frame]").get_by_text("shown all the time")
    shown.wait_for()
    page.evaluate("component.setValue(component.getValue().slice(0, -1))")
    stale.wait_for()
    assert shown.is_visible()
    page.locator("summary", has_text="phone").click()
    with page.expect_event("framenavigated", lambda frame: frame.parent_frame is not None):
        page.get_by_label("Device").select_option("tablet")
    until(page, "document.querySelector('[data-device]').classList.contains('device-tablet')")
    shown.wait_for()
    assert stale.is_visible()
    page.evaluate("component.setValue(component.getValue().replace('shown all', 'changed after') + '}')")
    page.frame_locator("[data-frame]").get_by_text("changed after the time").wait_for()
    assert not stale.is_visible()
    page.once("dialog", lambda dialog: dialog.accept())


def test_after_going_back_the_preview_shows_the_text_of_the_editor(open_page, demo):
    name = "went.back"
    demo.push(name, json.dumps(screen(text("saved before"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    page.evaluate("component.setValue(component.getValue().replace('saved before', 'typed since'))")
    page.frame_locator("[data-frame]").get_by_text("typed since").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto("/features")
    page.go_back()
    until(page, "document.querySelector('.CodeMirror') !== null")
    value = page.evaluate("document.querySelector('.CodeMirror').CodeMirror.getValue()")
    page.frame_locator("[data-frame]").get_by_text("typed since" if "typed since" in value else "saved before").wait_for()
    page.get_by_role("button", name="Restore text").click()
    page.frame_locator("[data-frame]").get_by_text("typed since").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())


def test_unsaved_text_stored_in_the_browser_is_offered_only_to_its_account(open_page, demo):
    name = "kept.text"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(signed_in=False)
    page.on("dialog", lambda dialog: dialog.accept())
    path = f"/features/{name}/editor"
    kept = "Object.keys(localStorage).filter(key => key.startsWith('galley:unsaved:'))"
    page.goto(path)
    password = demo.add_account("wilma")
    sign_in(page, "wilma", password)
    page.wait_for_url(f"**{path}")
    editor(page, name)
    page.evaluate("component.setValue(component.getValue() + ' ')")
    assert len(page.evaluate(kept)) == 1

    # The session ends without signing out, and somebody else signs in.
    page.context.clear_cookies()
    page.goto(path)
    sign_in(page, "xenia", demo.add_account("xenia"))
    page.wait_for_url(f"**{path}")
    editor(page, name)
    assert not page.get_by_role("button", name="Restore text").is_visible()
    page.evaluate("component.setValue(component.getValue() + '  ')")
    assert len(page.evaluate(kept)) == 2
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("Signed out.").wait_for()
    assert len(page.evaluate(kept)) == 1

    page.goto(path)
    sign_in(page, "wilma", password)
    page.wait_for_url(f"**{path}")
    page.get_by_role("button", name="Restore text").wait_for()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_every_unsaved_text_is_offered_until_it_is_saved(open_page, demo, script):
    name = f"unsaved.{'script' if script else 'plain'}"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(script)
    page.on("dialog", lambda dialog: dialog.accept())
    shown = page.frame_locator("[data-frame]")
    offers = page.get_by_role("button", name="Restore text")

    def write(words):
        """Replaces the editor's text, and waits until the server has checked it."""
        replace_text(page, json.dumps(screen(text(words))), script)
        shown.get_by_text(words).wait_for()

    for words in ("typed first", "typed second"):
        editor(page, name, script)
        write(words)
        page.goto("/features")
    editor(page, name, script)
    if script:
        # The server has both texts, so this browser does not offer them a second time.
        until(page, "!Object.keys(localStorage).some(key => key.startsWith('galley:unsaved:'))")
    expect(offers).to_have_count(2)
    expect(page.locator("[data-copy] time")).to_have_count(2)
    offers.last.click()
    shown.get_by_text("typed first").wait_for()
    write("typed third")
    page.get_by_role("button", name="Save as revision 2").click()
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()
    editor(page, name, script)
    expect(offers).to_have_count(1)
    offers.click()
    shown.get_by_text("typed second").wait_for()


def test_text_that_only_the_browser_has_is_offered_with_its_time_until_it_is_restored(open_page, demo):
    name = "unsaved.away"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page()
    page.on("dialog", lambda dialog: dialog.accept())
    editor(page, name)
    # No check may reach the server.
    page.evaluate("document.querySelector('[data-editor]').dataset.checks = '/nowhere'")
    page.evaluate("component.setValue(component.getValue().replace('before', 'typed first'))")
    page.goto("/features")
    editor(page, name)
    banner = page.locator("[data-recovery]:visible")
    banner.get_by_text("This browser has unsaved text for this feature. Last changed:").wait_for()
    page.evaluate("component.setValue(component.getValue().replace('before', 'typed second'))")
    page.keyboard.press("Control+s")
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()
    assert page.get_by_role("button", name="Restore text").is_visible()
    editor(page, name)
    assert re.search("[0-9]", banner.locator("time").inner_text())
    page.get_by_role("button", name="Restore text").click()
    until(page, "component.getValue().includes('typed first')")
    assert page.get_by_role("button", name="Restore text").count() == 0


def test_the_editor_of_a_new_feature_has_the_focus_and_accessible_controls(open_page, demo):
    page = open_page()
    page.goto("/new-feature")
    page.get_by_label("Name").fill("arrived.here")
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Create and paste JSON").click()
    page.wait_for_url("**/editor**")
    until(page, "document.activeElement.closest('.CodeMirror') !== null")
    page.keyboard.press("Control+f")
    page.get_by_role("textbox", name="Search").wait_for()
    accessible(page)
    page.keyboard.press("Escape")

    bar = page.get_by_role("separator", name="Width of the text")
    pane = page.locator(".writing")
    before = pane.bounding_box()["width"]
    bar.press("ArrowLeft")
    assert pane.bounding_box()["width"] < before
    bar.press("Enter")
    assert pane.bounding_box()["width"] == before

    menus = page.locator("details.look > summary").all()
    assert len(menus) >= 3
    for button in menus:
        button.click()
        box, panel = button.bounding_box(), button.locator("xpath=..").locator(".panel").bounding_box()
        assert panel["x"] <= box["x"] + 1 and box["x"] < panel["x"] + panel["width"], (box, panel)
        assert abs(panel["y"] - box["y"] - box["height"]) < 12, (box, panel)


#: Adds a number of notices above the editor. Returns the classes of elements that overlap others or exceed their
#: container, and the class of the text box if it is lower than 160 px.
OVERLAPS = """([count, direction]) => {
    document.documentElement.dir = direction;
    const main = document.querySelector('main'), notice = main.querySelector('[data-recovery]');
    for (const old of main.querySelectorAll('.added')) old.remove();
    for (let index = 0; index < count; index += 1) {
        const one = notice.cloneNode(true);
        one.hidden = false;
        one.classList.add('added');
        main.prepend(one);
    }
    const box = element => element.getBoundingClientRect();
    const parts = [...main.children].filter(part => part.offsetHeight > 0 && getComputedStyle(part).position !== 'absolute');
    const wrong = parts.slice(1).filter((part, index) => box(part).top < box(parts[index]).bottom - 1);
    wrong.push(...parts.filter(part => box(part).bottom > box(main).bottom + 1));
    const isWide = innerWidth >= 992, bench = box(main.querySelector('.workbench')).bottom;
    wrong.push(...[...main.querySelectorAll('.pane')].filter(pane => isWide && box(pane).bottom > bench + 1));
    if (main.querySelector('.text-box').offsetHeight < 160) wrong.push(main.querySelector('.text-box'));
    return wrong.map(part => part.className);
}"""


@pytest.mark.parametrize("width, height", [(320, 640), (1024, 768), (1280, 900), (1440, 900)])
def test_notices_above_the_editor_do_not_overlap_it(open_page, demo, width, height):
    name = f"notices.w{width}"
    demo.push(name, long_screen(), "--kind", "screen")
    page = open_page(width=width, height=height)
    editor(page, name)
    for direction in ("ltr", "rtl"):
        for count in range(4):
            assert page.evaluate(OVERLAPS, [count, direction]) == [], (direction, count)


@pytest.mark.parametrize("width, height, is_pane", [(1440, 900, True), (390, 844, False), (320, 640, False)])
def test_a_long_list_of_errors_adds_no_empty_space(open_page, demo, width, height, is_pane):
    name = f"errors.{width}"
    content = {"type": "StackView", "axis": "vertical", "elements": [{"type": "TxtView"} for _ in range(60)]}
    demo.push(name, json.dumps(screen(content), indent=2), "--kind", "screen")
    page = open_page(width=width, height=height)
    editor(page, name)
    page.get_by_role("region", name="Problems").get_by_text("60 errors").wait_for()
    below = page.evaluate("""document.documentElement.scrollHeight - scrollY
        - document.querySelector('main').getBoundingClientRect().bottom""")
    assert below <= 1
    # On a phone the button that fixes the error is below the message.
    row = page.locator(".diagnostic").first
    words, button = row.locator("p").bounding_box(), row.get_by_role("button").bounding_box()
    assert (button["y"] < words["y"] + words["height"]) == is_pane
    assert words["width"] >= 0.6 * row.bounding_box()["width"]
    # The JSON Pointer of the error can wrap between the names in it.
    assert row.locator("code wbr").count() == 5


def test_f8_begins_at_the_first_problem_and_shift_f8_at_the_last(open_page, demo):
    name = "errors.keys"
    content = {"type": "StackView", "axis": "vertical", "elements": [{"type": "TxtView"} for _ in range(3)]}
    demo.push(name, json.dumps(screen(content), indent=2), "--kind", "screen")
    page = open_page()
    for keys, selected in [(["F8", "F8"], [0, 1]), (["Shift+F8", "Shift+F8", "F8", "F8"], [-1, -2, -1, 0])]:
        editor(page, name)
        page.get_by_role("region", name="Problems").get_by_text("3 errors").wait_for()
        lines = [int(row.get_attribute("data-line")) for row in page.locator("[data-findings] [data-line]").all()]
        for key, index in zip(keys, selected):
            page.keyboard.press(key)
            assert page.evaluate("component.getCursor('from').line + 1") == lines[index], key


def expect_not_checked(page):
    """Waits until the page says that the problems and the preview are not those of the present text."""
    page.get_by_label("Problems").get_by_text("Not checked", exact=True).wait_for()
    page.get_by_text("Not checked: showing the previous text").wait_for()
    assert page.get_by_text("No problems").count() == 0
    # The icon's paths are in the page, because its file cannot be fetched without the server.
    assert page.get_by_label("Problems").locator(".tally svg path").count() > 0


def test_values_typed_into_the_preview_stay_when_the_page_repeats_a_check(open_page, demo):
    name = "server.away.preview"
    cells = [{"key": "city", "title": "City", "kind": "text"}]
    questions = {"type": "Questionnaire", "title": "To", "sections": [{"title": "To", "cells": cells}]}
    demo.push(name, json.dumps(questions), "--kind", "questionnaire")
    page = open_page()
    editor(page, name)
    city, trouble = page.frame_locator("[data-frame]").get_by_label("City"), page.locator("[data-unchecked]")
    city.fill("Rasht")
    page.route("**/revisions", lambda route: route.fulfill(status=503, body="away"))
    with page.expect_response("**/checks?**"):
        page.locator("[data-save]").click()
        trouble.get_by_text("The revision was not saved.").wait_for()
    expect(trouble).to_be_hidden()
    page.wait_for_timeout(500)
    expect(city).to_have_value("Rasht")


def test_a_text_typed_while_the_server_is_away_is_checked_when_it_is_back(open_page, demo):
    name = "server.away"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    page.get_by_text("No problems").wait_for()
    typed = json.dumps(screen(text("typed meanwhile", typography="paragraphPrimry")))
    trouble = page.locator("[data-unchecked]")

    page.context.set_offline(True)
    page.evaluate("text => component.setValue(text)", typed)
    trouble.get_by_text("The server cannot be reached.").wait_for()
    expect_not_checked(page)
    page.keyboard.press("Control+s")
    trouble.get_by_text("The revision was not saved.").wait_for()
    accessible(page)
    assert page.evaluate("component.getValue()") == typed

    away = "<!DOCTYPE html><main><p data-what>Galley’s database (dbname=galley) does not answer.</p></main>"
    page.route("**/checks?**", lambda route: route.fulfill(status=503, content_type="text/html", body=away))
    page.route("**/revisions", lambda route: route.fulfill(status=503, content_type="text/html", body=away))
    page.context.set_offline(False)
    trouble.get_by_text("Galley’s database (dbname=galley) does not answer.").wait_for()
    assert not trouble.get_by_text("The server cannot be reached.").is_visible()
    expect_not_checked(page)
    with page.expect_response("**/revisions"):
        page.keyboard.press("Control+s")
    trouble.get_by_text("The revision was not saved.").wait_for()

    page.unroute("**/checks?**")
    page.unroute("**/revisions")
    page.get_by_role("button", name="Use paragraphPrimary").wait_for()
    page.frame_locator("[data-frame]").get_by_text("typed meanwhile").wait_for()
    expect(trouble).to_be_hidden()
    assert not page.get_by_text("Not checked").is_visible()
    page.keyboard.press("Control+s")
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()

    # The notice of the earlier save disappears when a later save fails.
    page.context.set_offline(True)
    page.evaluate("text => component.setValue(text)", typed.replace("meanwhile", "later"))
    page.keyboard.press("Control+s")
    trouble.get_by_text("The revision was not saved.").wait_for()
    assert page.get_by_text("Revision 2 saved").count() == 0


def test_without_an_answer_to_a_check_the_text_is_shown_as_not_checked(open_page, demo):
    name = "no.answer"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    page.route("**/checks?**", lambda route: None)
    page.evaluate("component.setValue('{')")
    expect_not_checked(page)
    assert not page.locator("[data-unchecked]").is_visible()
    page.once("dialog", lambda dialog: dialog.accept())


def test_signing_in_in_another_tab_lets_the_editor_continue(open_page, demo):
    name = "signed.in.again"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(signed_in=False)
    page.goto(f"/features/{name}/editor")
    password = demo.add_account("yusuf")
    sign_in(page, "yusuf", password)
    page.wait_for_url("**/editor")
    editor(page, name)
    page.context.clear_cookies()
    page.evaluate("component.setValue(component.getValue().replace('before', 'typed'))")
    page.get_by_text("Your session has ended.").wait_for()
    expect_not_checked(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Sign in in another tab").click()
    sign_in(opened.value, "yusuf", password)
    page.get_by_text("No problems").wait_for()
    page.frame_locator("[data-frame]").get_by_text("typed").wait_for()
    assert not page.get_by_text("Your session has ended.").is_visible()
    page.keyboard.press("Control+s")
    page.get_by_role("status").get_by_text("Revision 2 saved").wait_for()


def test_formatting_with_the_mouse_can_be_undone_with_the_keyboard(open_page, demo):
    name = "format.undo"
    document = json.dumps(screen(text("before")))
    demo.push(name, document, "--kind", "screen")
    page = open_page()
    editor(page, name)
    page.get_by_role("button", name="Format").click()
    until(page, "component.lineCount() > 1")
    page.keyboard.press("Control+z")
    until(page, "text => component.getValue() === text", document)


def test_invisible_characters_are_marked_in_the_editor(open_page, demo):
    name = "hidden.characters"
    title = "pay \u202e001\u202c euro می\u200cخواهم zero\u200cwidth \u200b\u00ad \u2066x\u2069 👩\u200d👧"
    document = json.dumps(screen(text(title)), ensure_ascii=False, indent=2)
    demo.push(name, document, "--kind", "screen")
    page = open_page()
    editor(page, name)
    assert page.evaluate("[...document.querySelectorAll('.CodeMirror .hidden-character')].map(mark => mark.dataset.code)") == [
        "U+202E", "U+202C", "U+200C", "U+200B", "U+00AD", "U+2066", "U+2069"]
    # The mark of U+202E does not reverse the text after it: the next mark is to its right.
    edges = page.evaluate("""() => {
        const marks = document.querySelectorAll('.CodeMirror .hidden-character'), right = marks[0].getBoundingClientRect().right;
        return [right, marks[1].getBoundingClientRect().left, marks[0].getBoundingClientRect().width];
    }""")
    assert edges[0] < edges[1] and edges[2] > 20
    assert page.evaluate("component.getValue()") == document


#: Drops a file with the given bytes on the editor's first line.
DROP = """bytes => {
    const box = document.querySelector('.CodeMirror-line').getBoundingClientRect(), transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.json', { type: 'application/json' }));
    document.querySelector('.CodeMirror-line').dispatchEvent(new DragEvent('drop', {
        dataTransfer: transfer, bubbles: true, cancelable: true, clientX: box.left + 1, clientY: box.top + 5 }));
}"""


# The horizontal centers of the first code and of the words after it, in a message that begins with code.
ORDER = """message => { const code = message.querySelector('code'), range = document.createRange();
  range.setStart(code.nextSibling, 1); range.setEnd(code.nextSibling, 5);
  return [code, range].map(part => { const box = part.getBoundingClientRect(); return box.left + box.width / 2 }) }"""


def test_a_message_that_begins_with_a_right_to_left_name_reads_from_left_to_right(open_page, demo):
    demo.push("rtl.problem", json.dumps(screen(text("a"))), "--kind", "screen")
    page = open_page()
    editor(page, "rtl.problem")
    document = {**screen(text("a")), "سلام": "دنیا"}
    replace_text(page, json.dumps(document, ensure_ascii=False, indent=2), True)
    message = page.locator("[data-findings] .diagnostic bdi").filter(has_text="is not a property")
    name, words = message.evaluate(ORDER)
    assert name < words
    framed = page.frame_locator("[data-frame]").locator(".issue-messages li").filter(has_text="is not a property")
    name, words = framed.evaluate(ORDER)
    assert name < words


def test_a_dropped_file_that_is_not_utf_8_is_refused_and_the_text_stays(open_page, demo):
    name = "dropped.file"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    before = page.evaluate("component.getValue()")
    refusal = page.get_by_text("There is a byte here that is not UTF-8; save the text as UTF-8.")
    page.evaluate(DROP, list(json.dumps(screen(text("café")), ensure_ascii=False).encode("latin-1")))
    refusal.wait_for()
    assert page.evaluate("component.getValue()") == before
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        page.evaluate("component.setValue('')")
        refusal.wait_for(state="hidden")
        document = json.dumps(screen(text(f"café in {encoding}")), ensure_ascii=False)
        page.evaluate(DROP, list(document.encode(encoding)))
        until(page, "text => component.getValue() === text", document)
        page.frame_locator("[data-frame]").get_by_text(f"café in {encoding}").wait_for()
    page.once("dialog", lambda dialog: dialog.accept())


def test_going_back_from_a_conflict_shows_the_unsaved_text(open_page, demo):
    name = "conflict.back"
    demo.push(name, json.dumps(screen(text("first"))), "--kind", "screen")
    page = open_page()
    editor(page, name)
    demo.push(name, json.dumps(screen(text("saved by another"))), "--kind", "screen", "--expected", "1")
    mine = json.dumps(screen(text("typed by me")))
    page.evaluate("text => component.setValue(text)", mine)
    page.frame_locator("[data-frame]").get_by_text("typed by me").wait_for()
    page.keyboard.press("Control+s")
    page.get_by_role("heading", name="Someone saved before you").wait_for()
    page.go_back()
    page.frame_locator("[data-frame]").get_by_text("typed by me").wait_for()
    until(page, "text => document.querySelector('.CodeMirror')?.CodeMirror.getValue() === text", mine)
    page.get_by_role("button", name="Save as revision").click()
    page.get_by_role("heading", name="Someone saved before you").wait_for()
    assert demo.json("features", "show", name)["feature"]["revision"] == 2


def test_without_script_going_back_shows_the_text_and_the_preview_of_the_same_state(open_page, demo):
    name = "back.after.save"
    demo.push(name, json.dumps(screen(text("first"))), "--kind", "screen")
    page = open_page(script=False)
    editor(page, name, script=False)
    page.frame_locator("[data-frame]").get_by_text("first").wait_for()
    page.get_by_label("JSON of the document").fill(json.dumps(screen(text("second"))))
    page.get_by_role("button", name="Save as revision 2").click()
    page.get_by_text("Revision 2 saved").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Edit revision 2").wait_for()
    assert "second" in page.get_by_label("JSON of the document").input_value()
    page.frame_locator("[data-frame]").get_by_text("second").wait_for()


def test_saving_restored_text_over_a_newer_revision_is_a_conflict(open_page, demo):
    name = "conflict.restored"
    demo.push(name, json.dumps(screen(text("first"))), "--kind", "screen")
    page = open_page()
    page.on("dialog", lambda dialog: dialog.accept())
    editor(page, name)
    page.route("**/checks?**", lambda route: route.fulfill(status=503, body="away"))
    page.evaluate("component.setValue(component.getValue().replace('first', 'typed'))")
    page.get_by_text("The server did not accept the text.").wait_for()
    demo.push(name, json.dumps(screen(text("saved by another"))), "--kind", "screen", "--expected", "1")
    # No further check may reach the server, so that the text is stored only in the browser.
    page.evaluate("document.querySelector('[data-editor]').dataset.checks = '/nowhere'")
    page.unroute("**/checks?**")
    page.goto("/features")
    editor(page, name)
    page.get_by_role("button", name="Restore text").click()
    page.get_by_text("Not saved", exact=True).wait_for()
    page.keyboard.press("Control+s")
    page.get_by_role("heading", name="Someone saved before you").wait_for()
