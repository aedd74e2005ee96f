"""Test data in previews: generated, saved from a preview, typed, or read from a file; with and without script."""

import json
import time

import pytest
from playwright.sync_api import expect

from frames import until
from looks import LOOKS, accessible, fits_all
from tabs import sign_out_in_another_tab

FORM = {"type": "Form", "title": "An advertisement", "steps": [
    {"title": "The place", "jsonSchema": {"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string", "title": "City", "x-test": "Tabriz"},
        "rooms": {"type": "integer", "title": "Rooms", "minimum": 2, "maximum": 2}}}},
    {"title": "The price", "jsonSchema": {"type": "object", "required": ["rent"], "properties": {
        "rent": {"type": "integer", "title": "Rent", "minimum": 7, "maximum": 7}}}}]}


@pytest.fixture(scope="module")
def feature(demo, tmp_path_factory):
    path = tmp_path_factory.mktemp("fillings") / "form.json"
    path.write_text(json.dumps(FORM))
    demo.json("features", "push", "ads.fillings", str(path), "--kind", "form")
    return "/features/ads.fillings"


def preview(page):
    return page.frame_locator("iframe[data-frame]")


def test_going_back_to_test_data_that_was_saved_again_shows_it_in_the_preview(open_page, feature):
    page = open_page(script=False)

    def save(city):
        page.get_by_label("Name").fill("Saved again")
        page.get_by_label("JSON object").fill(json.dumps({"city": city}))
        page.get_by_role("button", name="Save test data").click()
        page.get_by_role("status").wait_for()

    page.goto(f"{feature}/fillings")
    save("Rasht")
    page.get_by_role("link", name="Saved again", exact=True).click()
    preview(page).locator("[value=Rasht]").wait_for()
    page.get_by_role("link", name="Test data", exact=True).click()
    save("Yazd")
    page.go_back()
    page.go_back()
    page.get_by_role("heading", name="Saved again").wait_for()
    preview(page).locator("[value=Yazd]").wait_for()


@pytest.mark.parametrize("away", [False, True], ids=["slow", "offline"])
def test_saving_waits_for_the_newest_values_of_the_preview(open_page, feature, keep, away):
    page = open_page()
    page.goto(f"{feature}/revisions/1")
    panel, menu = page.locator("[data-saving]"), page.get_by_text("Save as test data…")
    data = page.get_by_label("Test data as JSON")
    menu.click()
    until(page, "area => area.value !== ''", data.element_handle())
    menu.click()
    preview(page).get_by_label("City").fill("Rasht")
    if away:
        page.context.set_offline(True)
    else:
        page.route("**/favicon.ico?*", lambda route: (time.sleep(1), route.continue_()))
    menu.click()
    name = f"Newest {'away' if away else 'slow'}"
    page.locator("#saving-name").fill(name)
    if away:
        panel.get_by_text("The server cannot be reached").wait_for()
        keep(page, "fillings-away")
        accessible(page)
        page.context.set_offline(False)
    page.get_by_role("button", name="Save test data").click()
    panel.get_by_text("Saved.").wait_for()
    expect(panel.get_by_text("The server cannot be reached")).to_be_hidden()
    page.goto(f"{feature}/fillings")
    page.get_by_role("link", name=name, exact=True).click()
    preview(page).locator("[value=Rasht]").wait_for()


def test_a_menu_and_a_button_fill_the_form_with_generated_data(open_page, feature, keep):
    page = open_page()
    page.goto(f"{feature}/editor")
    page.get_by_text("Content: Initial state").click()
    page.get_by_label("Test data", exact=True).select_option("Generated data")
    preview(page).get_by_label("City").and_(preview(page).locator("[value=Tabriz]")).wait_for()
    page.wait_for_url(lambda url: "fill=test" in url)
    page.get_by_label("Test data", exact=True).select_option("Nothing")
    preview(page).locator("[name='/city']:not([value])").wait_for()
    preview(page).get_by_role("button", name="Fill with test data").click()
    preview(page).locator("[value=Tabriz]").wait_for()
    preview(page).get_by_role("button", name="Next").last.click()
    preview(page).locator("[name='/rent'][value='7']").wait_for()
    preview(page).get_by_role("button", name="Submit").last.click()
    preview(page).get_by_role("heading", name="Submitted").wait_for()
    keep(page, "fillings-submitted")


def test_values_typed_into_the_preview_are_saved_as_test_data_and_used(open_page, feature, keep):
    page = open_page()
    page.goto(f"{feature}/editor")
    preview(page).get_by_label("City").fill("Rasht")
    page.get_by_text("Save as test data…").click()
    data = page.get_by_label("Test data as JSON")
    until(page, "area => area.value.includes('Rasht')", data.element_handle())
    page.locator("#saving-name").fill("By the sea")
    keep(page, "fillings-saving")
    accessible(page)
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    data.fill('{"city":\n oops}')
    page.get_by_role("button", name="Save test data").click()
    page.locator(".saving .diagnostic").first.wait_for()
    page.locator(".saving [data-go]").first.click()
    assert data.evaluate("area => area.selectionStart") == 10
    page.keyboard.press("Escape")

    page.get_by_text("Content: Initial state").click()
    # The typed value is in the frame already, so the wait for it must begin at the new page.
    with page.expect_event("framenavigated", lambda frame: frame.parent_frame is not None):
        page.get_by_label("Test data", exact=True).select_option("By the sea")
    keep(page, "fillings-used")
    preview(page).locator("[value=Rasht]").wait_for()


QUESTIONS = {"type": "Questionnaire", "title": "Delivery", "sections": [{"title": "To", "cells": [
    {"key": "city", "title": "City", "kind": "text"},
    {"key": "street", "title": "Street", "kind": "text", "parentFields": ["city"]}]}]}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_answers_typed_into_a_questionnaire_are_saved_as_test_data(open_page, demo, keep, script):
    name = f"ads.questions.{'script' if script else 'plain'}"
    demo.push(name, json.dumps(QUESTIONS), "--kind", "questionnaire")
    page = open_page(script)
    page.goto(f"/features/{name}/editor")
    preview(page).get_by_label("City").fill("Rasht")
    if script:
        page.get_by_text("Save as test data…").click()
        data = page.get_by_label("Test data as JSON")
        until(page, "area => area.value.includes('Rasht')", data.element_handle())
    else:
        preview(page).get_by_role("button", name="Update the questions").first.click()
        preview(page).locator("[name='/street']:not([disabled])").wait_for()
        page.get_by_text("Save as test data…").click()
        with page.expect_popup() as popup:
            page.get_by_role("link", name="Save the preview’s answers").click()
        page = popup.value
        page.wait_for_load_state()
        data = page.get_by_label("JSON object")
    assert json.loads(data.input_value()) == {"city": "Rasht"}
    keep(page, f"fillings-questions-{'script' if script else 'plain'}")
    page.get_by_label("Name").last.fill("By the sea")
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it" if script else "Test data saved.").wait_for()
    page.goto(f"/features/{name}/revisions/1?fill=saved%3ABy+the+sea")
    preview(page).locator("[value=Rasht]").wait_for()


@pytest.fixture(scope="module")
def questions(demo):
    """A questionnaire in which nothing depends on the number, so that the frame does not report it when it is typed."""
    cells = [{"key": "doc", "title": "Document", "kind": "choice", "options": [{"value": "p", "title": "Passport"}]},
             {"key": "num", "title": "Number", "kind": "text", "parentFields": ["doc"]}]
    text = {"type": "Questionnaire", "title": "Papers", "sections": [{"title": "Papers", "cells": cells}]}
    demo.push("ads.papers", json.dumps(text), "--kind", "questionnaire")
    return "/features/ads.papers"


def open_saving(page, questions, name):
    """Opens the editor, chooses a document in the preview, and opens the panel with this name filled in."""
    page.goto(f"{questions}/editor")
    preview(page).get_by_label("Document").select_option("Passport")
    preview(page).locator("[name='/num']:not([disabled])").wait_for()
    page.get_by_text("Save as test data…").click()
    until(page, "area => area.value.includes('doc')", page.get_by_label("Test data as JSON").element_handle())
    page.locator("#saving-name").fill(name)


def saved_data(page, questions, name):
    page.goto(f"{questions}/fillings")
    page.get_by_role("link", name=name, exact=True).click()
    return json.loads("".join(page.locator(".listing td").all_inner_texts()))


@pytest.mark.parametrize("way", ["click", "double-click", "enter"])
def test_values_typed_while_the_panel_is_open_are_saved(open_page, questions, way):
    page, name = open_page(), f"Typed late: {way}"
    open_saving(page, questions, name)
    preview(page).get_by_label("Number").fill("REAL")
    posts = []
    page.on("request", lambda one: posts.append(one) if one.method == "POST" and one.url.endswith("/fillings") else None)
    if way == "enter":
        page.locator("#saving-name").press("Enter")
    else:
        page.get_by_role("button", name="Save test data").click(click_count=2 if way == "double-click" else 1)
    page.get_by_text("Saved. You can choose it").wait_for()
    assert json.loads(page.get_by_label("Test data as JSON").input_value()) == {"doc": "p", "num": "REAL"}
    assert len(posts) == 1
    assert saved_data(page, questions, name) == {"doc": "p", "num": "REAL"}


def test_json_changed_by_hand_is_saved_instead_of_the_values_of_the_preview(open_page, questions):
    page, name = open_page(), "By hand in the panel"
    open_saving(page, questions, name)
    page.get_by_label("Test data as JSON").fill('{"doc": "p", "num": "HAND"}')
    # The choice posts the frame, which then reports its values.
    with page.expect_event("framenavigated", lambda frame: frame.parent_frame is not None):
        preview(page).get_by_label("Document").focus()
        preview(page).get_by_label("Document").select_option(index=0)
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    assert saved_data(page, questions, name) == {"doc": "p", "num": "HAND"}


def test_without_the_server_the_panel_says_that_the_data_was_not_saved(open_page, questions):
    page, name = open_page(), "Saved at the second try"
    open_saving(page, questions, name)
    # The server ends after the values were collected.
    page.route("**/fillings", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Save test data").click()
    failure = page.get_by_text("the test data was not saved")
    failure.wait_for()
    accessible(page)
    assert len(page.context.pages) == 1
    page.unroute("**/fillings")
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    expect(failure).to_be_hidden()
    assert saved_data(page, questions, name) == {"doc": "p"}


def forget_unsaved_texts(page):
    """Makes the server forget the preview's text, as it does when it restarts: it stores the 256 texts used last."""
    address = page.locator("[data-frame-link]").get_attribute("href")
    # A post of the frame that is still under way uses the text once more.
    for _ in range(3):
        page.evaluate("""async () => {
            const form = document.querySelector("[data-editor]");
            const headers = {
                "Content-Type": "text/plain; charset=utf-8", "Accept": "application/json",
                "X-CSRF-Token": form.querySelector("input[name=csrf]").value, "X-Draft-Author": form.elements.author.value,
            };
            for (let number = 0; number < 256; number += 1) {
                const answer = await fetch(form.dataset.checks, { method: "POST", headers, body: JSON.stringify({ number }) });
                if (!answer.ok) throw new Error(answer.status);
            }
        }""")
        if page.request.head(address).status == 410:
            return
    raise AssertionError("the server still stores the text")


def type_before_a_restart(page, questions, name):
    """Types a number into the editor's preview, whose text the server then forgets; returns the number's field."""
    open_saving(page, questions, name)
    number = preview(page).get_by_label("Number")
    number.fill("BEFORE")
    forget_unsaved_texts(page)
    return number


def test_values_typed_into_the_editors_preview_stay_when_the_server_no_longer_stores_its_text(open_page, questions):
    page, name = open_page(), "After a restart"
    number = type_before_a_restart(page, questions, name)
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    expect(number).to_have_value("BEFORE")
    # The preview goes on with its new address.
    number.fill("AFTER")
    page.get_by_role("button", name="Save test data").click()
    until(page, "area => area.value.includes('AFTER')", page.get_by_label("Test data as JSON").element_handle())
    page.get_by_text("Saved. You can choose it").wait_for()
    assert page.request.get(page.locator("[data-frame-link]").get_attribute("href")).status == 200
    assert saved_data(page, questions, name) == {"doc": "p", "num": "AFTER"}


def test_values_typed_into_the_editors_preview_stay_until_its_text_can_be_sent_again(open_page, questions):
    page, name = open_page(), "After a longer pause"
    number = type_before_a_restart(page, questions, name)
    page.route("**/checks?**", lambda route: route.fulfill(status=503, content_type="text/html", body="<p data-what>Away"))
    page.get_by_role("button", name="Save test data").click()
    panel = page.locator("[data-saving]")
    panel.get_by_text("its newest values are missing here").wait_for()
    preview(page).get_by_text("The preview cannot be updated now. Your input is kept.").wait_for()
    page.locator("[data-unchecked]").wait_for()
    expect(number).to_have_value("BEFORE")
    page.unroute("**/checks?**")
    page.locator("[data-unchecked]").wait_for(state="hidden")
    expect(number).to_have_value("BEFORE")
    panel.get_by_role("button", name="Try again").click()
    until(page, "area => area.value.includes('BEFORE')", page.get_by_label("Test data as JSON").element_handle())
    expect(number).to_have_value("BEFORE")


def test_after_a_restart_a_syntax_error_keeps_the_preview_and_says_so(open_page, questions):
    page, name = open_page(), "After a syntax error"
    number = type_before_a_restart(page, questions, name)
    page.evaluate("document.querySelector('.CodeMirror').CodeMirror.setValue('{')")
    expect(page.locator("[data-stale]")).to_have_text("Syntax error: showing the previous text")
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    expect(number).to_have_value("BEFORE")
    assert saved_data(page, questions, name) == {"doc": "p", "num": "BEFORE"}


def test_own_test_data_stays_when_the_panel_closes(open_page, questions):
    page, name = open_page(), "Own text"
    open_saving(page, questions, name)
    data, own = page.get_by_label("Test data as JSON"), page.get_by_text("This is your own text")
    expect(own).to_be_hidden()
    data.fill('{"num": "own"}')
    own.wait_for()
    page.get_by_text("Save as test data…").click()
    expect(data).to_be_hidden()
    preview(page).get_by_label("Number").fill("typed")
    page.get_by_text("Save as test data…").click()
    expect(data).to_have_value('{"num": "own"}')
    accessible(page)
    page.get_by_role("button", name="Use the preview’s values").click()
    until(page, "area => area.value.includes('typed')", data.element_handle())
    expect(own).to_be_hidden()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_panel_is_on_the_screen_and_its_parts_do_not_overlap(open_page, questions, width):
    page = open_page(width=width)
    open_saving(page, questions, "Fits")
    data = page.get_by_label("Test data as JSON")
    data.fill("{}")
    panel, area = page.locator("[data-saving] > div").bounding_box(), data.bounding_box()
    own = page.get_by_text("This is your own text").bounding_box()
    assert panel["x"] >= 0 and panel["x"] + panel["width"] <= width
    assert area["y"] + area["height"] <= own["y"]
    fits_all(page)


def test_test_data_is_saved_in_the_new_session_of_the_same_account(open_page, demo, questions):
    page = open_page(signed_in=False)
    password = demo.add_account("mia")

    def sign_in(page):
        page.goto(questions)
        page.locator("input[name=name]").fill("mia")
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="Sign out").wait_for()

    sign_in(page)
    name = "In a new session"
    open_saving(page, questions, name)
    preview(page).get_by_label("Number").fill("KEPT")
    other = sign_out_in_another_tab(page)
    page.get_by_role("button", name="Save test data").click()
    ended = page.locator("[data-saving-failure]").get_by_text("Your session has ended")
    ended.wait_for()
    sign_in(other)
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Saved. You can choose it").wait_for()
    expect(ended).to_be_hidden()
    assert saved_data(page, questions, name) == {"doc": "p", "num": "KEPT"}


@pytest.mark.parametrize("script", [True, False])
def test_test_data_is_added_by_hand_and_from_a_file(open_page, feature, tmp_path, script):
    page = open_page(script=script)
    page.goto(f"{feature}/fillings")
    name = f"By hand {script}"
    page.get_by_label("Name").fill(name)
    page.get_by_label("JSON object").fill('{"city" "Yazd"}')
    with page.expect_navigation():
        page.get_by_role("button", name="Save test data").click()
    page.locator(".diagnostic").first.wait_for()
    assert page.get_by_label("JSON object").input_value() == '{"city" "Yazd"}'
    assert page.get_by_label("Name").input_value() == name
    if script:
        file = tmp_path / "Yazd.json"
        file.write_text('{"city": "Yazd"}')
        page.get_by_label("A file").set_input_files(str(file))
        until(page, "document.querySelector('#data').value.includes(': ')")
    else:
        assert not page.get_by_label("A file").is_visible()
        page.get_by_label("JSON object").fill('{"city": "Yazd"}')
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Test data saved.").wait_for()
    page.get_by_role("link", name=name, exact=True).click()
    preview(page).locator("[value=Yazd]").wait_for()
    with page.expect_navigation():
        page.get_by_role("link", name="Use in preview").click()
    preview(page).locator("[value=Yazd]").wait_for()


def test_a_file_that_is_not_utf_8_is_refused_and_the_text_stays(open_page, feature, tmp_path):
    page = open_page()
    page.goto(f"{feature}/fillings")
    page.get_by_label("JSON object").fill('{"city": "Yazd"}')
    file = tmp_path / "Sao Paulo.json"
    file.write_bytes('{"city": "São Paulo"}'.encode("latin-1"))
    refusal = page.get_by_text("There is a byte here that is not UTF-8; save the text as UTF-8.")
    page.get_by_label("A file").set_input_files(str(file))
    refusal.wait_for()
    assert page.get_by_label("JSON object").input_value() == '{"city": "Yazd"}'
    file = tmp_path / "saved again.json"
    file.write_bytes('{"city": "São Paulo"}'.encode("utf-16"))
    page.get_by_label("A file").set_input_files(str(file))
    until(page, "document.querySelector('#data').value.includes('São Paulo')")
    assert not refusal.is_visible()


def test_after_the_end_of_the_session_the_previous_page_still_has_what_was_typed(open_page, demo, feature):
    page = open_page(signed_in=False)
    password = demo.add_account("zoe")

    def sign_in(page):
        page.goto(f"{feature}/fillings")
        page.locator("input[name=name]").fill("zoe")
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_label("JSON object").wait_for()

    sign_in(page)
    page.get_by_label("Name").fill("Typed before the end")
    page.get_by_label("JSON object").fill('{"city": "Kerman"}')
    other = sign_out_in_another_tab(page)
    page.get_by_role("button", name="Save test data").click()
    page.get_by_role("heading", name="Your session has ended").wait_for()
    sign_in(other)

    page.go_back()
    expect(page.get_by_label("Name")).to_have_value("Typed before the end")
    expect(page.get_by_label("JSON object")).to_have_value('{"city": "Kerman"}')
    page.get_by_role("button", name="Save test data").click()
    page.get_by_text("Test data saved.").wait_for()


@pytest.mark.parametrize("theme, width", LOOKS)
def test_pages_are_accessible_and_fit(open_page, feature, demo, keep, theme, width):
    page = open_page(width=width, theme=theme)
    for name, path in {"index": "/fillings", "one": "/fillings/By%20hand%20True"}.items():
        page.goto(feature + path)
        page.wait_for_load_state("networkidle")
        keep(page, f"fillings-{name}-{theme}-{width}")
        fits_all(page)
        accessible(page)
