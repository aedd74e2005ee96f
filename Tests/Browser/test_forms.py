"""Previews of forms: every widget in every state, conditions, rows and steps, filled in with and without script."""

import json
import re

import pytest
from playwright.sync_api import expect

from installation import eventually
from looks import accessible, fits

WIDGETS = ["text", "password", "textarea", "number", "switch", "checkbox", "radio", "select", "multiselect", "date", "phone",
           "email", "url", "category", "district", "file", "info"]


def prop(kind="string", **more):
    return {"type": kind, **more}


def form(properties, ui=None, **more):
    return {"type": "Form", "title": "Attempt", "steps": [
        {"jsonSchema": {"type": "object", "properties": properties, **more}, **({"uiSchema": ui} if ui else {})}]}


def everything(rtl, state):
    """Returns a form with every widget in a state, in Persian if `rtl` is true, else in English."""
    word = (lambda english, persian: persian) if rtl else (lambda english, persian: english)
    properties, ui = {}, {}
    for widget in WIDGETS:
        one = prop(title=word(widget.capitalize(), "قسمت " + widget), default="09121234567")
        if widget == "number": one.update(type="integer", default=85)
        if widget in ("switch", "checkbox"): one.update(type="boolean", default=True)
        if widget in ("radio", "select"): one.update(oneOf=[{"const": "a", "title": word("Flat", "آپارتمان")}, {"const": "b", "title": word("Villa", "ویلا")}], default="b")
        if widget == "multiselect": one = {**one, "type": "array", "items": {"enum": ["p", "q"]}, "default": ["q"]}
        if widget == "date": one["default"] = "2026-03-20"
        if state == "error":
            del one["default"]
        properties[widget] = one
        ui[widget] = {"ui:widget": widget, "ui:help": word("A word of help", "راهنمای این قسمت")}
        if widget in ("category", "district"): ui[widget]["ui:options"] = {"list": "places"}
        if widget == "info": ui[widget]["ui:options"] = {"link": "https://example.com/terms"}
        if state in ("disabled", "readonly"): ui[widget]["ui:" + state] = True
    return form(properties, ui, required=WIDGETS[:-1], errors={"required": word("Needed", "لازم است")})


# The schema that applies if a card is given.
CARD = {"properties": {"address": prop(title="Billing address")}, "required": ["address"]}
# Forms that can be filled and submitted, with the texts that must be visible at once.
FORMS = {
    "schema dependency": (form({"card": prop("number", title="Card")}, dependencies={"card": CARD}), ["Card"]),
    "dependent schemas": (form({"card": prop("number", title="Card")}, dependentSchemas={"card": CARD}), ["Card"]),
    "property dependency": (form({"card": prop("number", title="Card"), "address": prop(title="Address")}, dependencies={"card": ["address"]}), ["Card", "Address"]),
    "dependent required": (form({"card": prop("number", title="Card"), "address": prop(title="Address")}, dependentRequired={"card": ["address"]}), ["Card", "Address"]),
    "nested conditions": (form({"kind": {"title": "Kind", "enum": ["person", "company"]}, "land": {"title": "Land", "enum": ["ir", "tw"]}},
        **{"if": {"properties": {"kind": {"const": "company"}}, "required": ["kind"]},
           "then": {"if": {"properties": {"land": {"const": "ir"}}, "required": ["land"]}, "then": {"properties": {"tax": prop(title="Tax number")}, "required": ["tax"]}},
           "else": {"properties": {"age": prop("integer", title="Age", minimum=18)}}}), ["Kind", "Land", "Age"]),
    "labelled choices": (form({"kind": prop(title="Kind", oneOf=[{"const": "a", "title": "Flat"}, {"const": "b", "title": "Villa"}])}), ["Kind", "Flat", "Villa"]),
    "alternatives": (form({"pay": prop("object", title="Payment", oneOf=[
        {"title": "By card", "properties": {"number": prop(title="Number")}, "required": ["number"]},
        {"title": "In cash", "properties": {"desk": prop(title="Desk")}, "required": ["desk"]}])}), ["Payment", "By card", "In cash", "Number"]),
    "alternatives of different types": (form({"contact": {"title": "Contact", "anyOf": [prop(title="A text"), prop("integer", title="A number")]}}), ["Contact", "A text", "A number"]),
    "alternatives with a constant each": (form({"shape": {"title": "Shape", "oneOf": [
        prop("object", properties={"kind": {"const": "circle"}, "radius": prop("number", title="Radius")}, required=["kind", "radius"]),
        prop("object", properties={"kind": {"const": "square"}, "side": prop("number", title="Side")}, required=["kind", "side"])]}}), ["circle", "square", "Radius"]),
    "rows of objects": (form({"drivers": prop("array", title="Drivers", minItems=2, maxItems=3, items=prop("object", title="Driver", required=["name"], properties={
        "name": prop(title="Name"), "since": prop(title="Since", format="date")}))}, required=["drivers"]), ["Drivers", "Driver 1", "Driver 2"]),
    "rows of texts": (form({"tags": prop("array", title="Tags", minItems=1, items=prop(minLength=2))}), ["Tags"]),
    "nested order": (form({"home": prop("object", title="Home", required=["street"], properties={
        "city": prop(title="City"), "street": prop(title="Street"), "zip": prop(title="Postcode", pattern="^[0-9]{5}$")})},
        {"home": {"ui:order": ["street", "*", "city"], "street": {"ui:placeholder": "Main street"}}}), ["Street", "Postcode", "City"]),
    "a title named title": (form({"title": prop(title="Headline"), "order": prop(title="Order"), "widget": prop(title="Widget")},
        {"title": {"placeholder": "Type"}, "order": {"widget": "textarea"}, "widget": {"ui:help": "Help"}}), ["Headline", "Order", "Widget"]),
    "references": (form({"from": {"$ref": "#/$defs/place"}, "to": {"$ref": "#/$defs/place", "title": "Where to"}},
        **{"$defs": {"place": prop("object", title="Place", properties={"city": prop(title="City")})}}), ["Place", "Where to", "City"]),
    "nullable": (form({"a": {"type": ["string", "null"], "title": "Maybe"}, "b": {"anyOf": [prop("integer"), {"type": "null"}], "title": "Or a number"}, "c": {"enum": ["x", None], "title": "Or x"}}), ["Maybe", "Or a number", "Or x"]),
    "all of": ({"type": "Form", "steps": [{"jsonSchema": {"allOf": [{"type": "object", "properties": {"a": prop(title="First")}}, {"properties": {"b": prop(title="Second")}, "required": ["b"]}]}}]}, ["First", "Second"]),
    "tuple": (form({"point": prop("array", title="Point", prefixItems=[prop("number", title="Latitude"), prop("number", title="Longitude")], items=False)}), ["Point", "Latitude", "Longitude"]),
    "odd names": (form({"a/b~c": prop(title="Slashes"), "": prop(title="Nameless"), "متراژ": prop("integer", title="متراژ"), "x y": prop(title="Space"), "_do": prop(title="Do"), "__proto__": prop(title="Proto")}), ["Slashes", "Nameless", "متراژ", "Space", "Do", "Proto"]),
    "two steps, one model": ({"type": "Form", "steps": [
        {"title": "One", "jsonSchema": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["cat", "dog"], "title": "Pet"}}}},
        {"title": "Two", "jsonSchema": {"type": "object", "if": {"properties": {"kind": {"const": "cat"}}, "required": ["kind"]}, "then": {"properties": {"lives": prop("integer", title="Lives")}, "required": ["lives"]}}}]}, ["Pet"]),
    "server's step": ({"pages": {"current": 3, "total": 3}, "jsonSchema": {"type": "object", "required": ["a"], "properties": {"a": prop(title="Last")}}, "uiSchema": {"a": {"ui:widget": "textarea"}}}, ["Last", "Step 3 of 3"]),
    "bare schema": ({"$schema": "http://json-schema.org/draft-07/schema#", "title": "Bare", "type": "object", "properties": {"a": prop("boolean", title="Agreed")}}, ["Bare", "Agreed"]),
    "old draft": ({"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {"n": prop("integer", title="Above three", minimum=3, exclusiveMinimum=True)}, "required": ["n"]}, ["Above three"]),
    "accept": (form({"terms": prop("boolean", title="I accept", const=True)}, required=["terms"]), ["I accept"]),
    "numbers": (form({"n": prop("number", title="Half steps", multipleOf=0.5, exclusiveMinimum=1, maximum=3), "big": prop("integer", title="Big", minimum=12345678901234567890)}, required=["n", "big"]), ["Half steps", "Big"]),
    "strings": (form({"e": prop(title="Mail", format="email"), "u": prop(title="Link", format="uri"), "d": prop(title="Day", format="date"), "p": prop(title="Phone", pattern="^09[0-9]{9}$"), "l": prop(title="Long", minLength=30, maxLength=31)}, required=["e", "u", "d", "p", "l"]), ["Mail", "Link", "Day", "Phone", "Long"]),
    "boolean radio": (form({"lift": prop("boolean", title="Lift")}, {"lift": {"ui:widget": "radio", "ui:enumNames": ["Has one", "Has none"]}}, required=["lift"]), ["Lift", "Has one", "Has none"]),
    "secret": (form({"secret": prop(title="Secret", minLength=8)}, {"secret": {"ui:widget": "password"}}, required=["secret"]), ["Secret"]),
    "several": (form({"s": prop("array", title="Several", uniqueItems=True, minItems=1, items=prop(title="One", oneOf=[{"const": "p", "title": "Parking"}, {"const": "q", "title": "Storage"}]))}, required=["s"]), ["Several", "Parking", "Storage"]),
    "deep": (form({"a": prop("object", title="A", properties={"b": prop("object", title="B", properties={"c": prop("array", title="C", items=prop("object", properties={"d": prop(title="D")}))})})}), ["A", "B", "C", "D"]),
    "recursive": (form({"person": {"$ref": "#/$defs/person"}}, **{"$defs": {"person": prop("object", title="Person", properties={"name": prop(title="Name"), "children": prop("array", title="Children", items={"$ref": "#/$defs/person"})})}}), ["Person", "Name", "Children"]),
}


@pytest.fixture(scope="module")
def push(demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("forms")
    places = folder / "places.json"
    places.write_text(json.dumps([{"key": "estate", "title": "Real estate"}, {"key": "flat", "title": "Flats", "parent": "estate"}, {"key": "cars", "title": "Cars"}]))
    demo.json("option-lists", "import", "places", str(places))
    numbers = iter(range(10_000))

    def push(document):
        name = f"forms.attempt-{next(numbers)}"
        file = folder / f"{name}.json"
        file.write_text(json.dumps(document, ensure_ascii=False))
        demo.json("features", "push", name, str(file), "--kind", "form")
        return f"/features/{name}/revisions/1"

    return push


@pytest.fixture
def open_frame(open_page):
    """Opens the preview of a revision as a page of its own."""
    def open_frame(revision, query="", **options):
        page = open_page(**options)
        page.goto(f"{revision}?{query}")
        page.goto(page.locator("iframe[data-frame]").get_attribute("src"))
        return page
    return open_frame


def press(page, label):
    """Presses a button that posts the form, and waits for the answer."""
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).last.click()


@pytest.mark.parametrize("name", FORMS)
def test_a_form_shows_its_texts_is_filled_with_test_data_and_submitted(open_frame, push, name):
    document, titles = FORMS[name]
    page = open_frame(push(document), script=False)
    text = page.locator("main").inner_text() + " ".join(page.locator("option").all_inner_texts())
    for title in titles:
        assert title in text, f"{title} is not shown"
    press(page, "Fill with test data")
    assert page.locator("#fill-trouble").count() == 0, page.locator("#fill-trouble").inner_text()
    for _ in range(4):
        if page.locator(".done").count():
            break
        with page.expect_navigation():
            page.locator(".buttons .button:not(.is-plain)").click()
        assert page.locator(".summary").count() == 0, page.locator(".summary").inner_text()
    assert page.locator(".done").count() == 1
    json.loads(page.locator("[data-filling]").inner_text())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("state", ["enabled", "disabled", "readonly", "error"])
def test_every_widget_in_every_state_fits_is_accessible_and_shows_its_error(open_frame, push, keep, state, rtl, theme):
    page = open_frame(push(everything(rtl, state)), f"theme={theme}", width=320)
    if state == "error":
        press(page, "ثبت" if rtl else "Submit")
        wanted = "لازم است" if rtl else "Needed"
        # Switches and checkboxes are never unanswered, and an info row has no answer.
        expect(page.locator(".field .error", has_text=wanted)).to_have_count(len(WIDGETS) - 3)
    fits(page)
    page.set_viewport_size({"width": 320, "height": 2900})
    keep(page, f"form-{state}-{'rtl' if rtl else 'ltr'}-{theme}")
    accessible(page)


def test_errors_are_shown_at_their_fields_with_the_messages_of_the_document(open_frame, push):
    document = form({
        "a": prop(title="A", errors={"required": "A is needed"}), "b": prop(title="B"),
        "n": prop("integer", title="N", minimum=5, errors={"minimum": "{title} is {value}, less than {limit}"}),
        "m": prop("integer", title="M", maximum=5, errors={"_": "M is wrong"}),
        "rows": prop("array", title="Rows", items=prop("object", properties={"x": prop(title="X", pattern="^x$", errors={"pattern": "Not an x"})}))},
        required=["a", "b"], errors={"required": "All of it is needed"})
    page = open_frame(push(document), script=False)
    page.get_by_label("N", exact=False).first.fill("۳")
    page.get_by_label("M", exact=False).first.fill("9")
    page.get_by_label("X", exact=False).first.fill("y")
    press(page, "Submit")
    for pointer, message in [("/a", "A is needed"), ("/b", "All of it is needed"), ("/n", "N is 3, less than 5"), ("/m", "M is wrong"), ("/rows/0/x", "Not an x")]:
        control = page.locator(f"[name='{pointer}']")
        assert control.get_attribute("aria-invalid") == "true"
        assert message in page.locator(f"#{control.get_attribute('aria-describedby').split()[-1]}").inner_text()
    press(page, "Submit")
    assert page.locator("[name='/m']").input_value() == "9"


@pytest.mark.parametrize("script", [True, False])
def test_steps_keep_their_values_and_a_dependent_value_is_cleared_with_a_notice(open_frame, push, script):
    page = open_frame(push(FORMS["two steps, one model"][0]), script=script)
    page.get_by_label("Pet").select_option("cat")
    press(page, "Next")
    page.get_by_label("Lives").fill("9")
    press(page, "Back")
    assert page.get_by_label("Pet").input_value() == "cat"
    page.get_by_label("Pet").select_option("dog")
    press(page, "Next")
    assert "Lives" in page.locator(".cleared").inner_text()
    assert json.loads(page.locator("[data-filling]").text_content()) == {"kind": "dog"}


def test_rows_are_added_and_removed_in_the_preview(open_page, push):
    page = open_page()
    page.goto(push(FORMS["rows of objects"][0]))
    frame = page.frame_locator("iframe[data-frame]")
    frame.get_by_label("Name").first.fill("Anna")
    frame.get_by_role("button", name="Add").click()
    frame.get_by_text("Driver 3", exact=True).first.wait_for()
    assert frame.get_by_role("button", name="+ Add").count() == 0
    frame.get_by_role("button", name=re.compile("Remove.*Driver 2")).click()
    frame.get_by_text("Driver 3", exact=True).first.wait_for(state="hidden")
    assert frame.get_by_label("Name").first.input_value() == "Anna"


def test_a_category_is_chosen_level_by_level(open_page, push):
    page = open_page()
    page.goto(push(form({"c": prop(title="Category")}, {"c": {"ui:widget": "category", "ui:options": {"list": "places"}}})))
    frame = page.frame_locator("iframe[data-frame]")
    frame.get_by_label("Category").first.select_option("Real estate")
    frame.get_by_label("Category: more detail").select_option("Flats")
    frame.locator("[data-filling]", has_text='"flat"').wait_for(state="attached")


def test_a_form_without_possible_test_data_names_the_reason(open_frame, push):
    page = open_frame(push(form({"n": prop("integer", title="Rooms", minimum=5, maximum=4)}, required=["n"])), script=False)
    press(page, "Fill with test data")
    assert "Rooms" in page.locator("#fill-trouble").inner_text()
    button = page.get_by_role("button", name="Fill with test data")
    assert button.get_attribute("aria-describedby") == "fill-trouble"


# A form in which the choice of the kind adds a field.
DECIDING = form({"kind": prop(title="Kind", enum=["person", "company"]), "name": prop(title="Name"), **{f"more{n}": prop(title=f"More {n}") for n in range(12)}},
    **{"if": {"properties": {"kind": {"const": "company"}}, "required": ["kind"]}, "then": {"properties": {"tax": prop(title="Tax number")}}})


def test_text_typed_while_a_post_is_under_way_is_kept(open_page, push):
    page = open_page()
    page.goto(push(DECIDING))
    frame = page.frame_locator("iframe[data-frame]")
    frame.get_by_label("Name").wait_for()
    # Posts are held back, so that text is typed before their answers arrive.
    posts = []
    page.route("**/*", lambda route: posts.append(route) if route.request.method == "POST" else route.continue_())
    frame.get_by_label("Kind").select_option("company")
    eventually(lambda: (page.wait_for_timeout(20), posts)[1])
    frame.get_by_label("Name").focus()
    page.keyboard.type("Anna Smith", delay=60)
    eventually(lambda: (page.wait_for_timeout(20), "Anna+Smith" in (posts[-1].request.post_data or ""))[1])
    posts[-1].continue_()
    page.unroute("**/*")
    frame.get_by_label("Tax number").wait_for()
    expect(frame.get_by_label("Name")).to_be_focused()
    page.keyboard.type("!")
    expect(frame.get_by_label("Name")).to_have_value("Anna Smith!")


@pytest.mark.parametrize("place", ["alone", "frame"])
def test_without_the_server_the_page_and_its_values_stay_and_the_post_can_be_repeated(open_page, push, keep, place):
    page = open_page()
    frame = opened_in(place, page, push(PAGES))
    notice = frame.get_by_role("alert").filter(has_text="The server cannot be reached.")
    frame.get_by_label("Name").fill("Anna")
    page.context.set_offline(True)
    frame.get_by_label("dog").check()
    for _ in range(2):
        frame.get_by_role("button", name="Next").last.click()
        notice.wait_for()
        expect(frame.get_by_label("Name")).to_have_value("Anna")
    keep(page, f"form-away-{place}")
    accessible(page)
    notice.get_by_role("button", name="Try again").click()
    notice.wait_for()
    page.context.set_offline(False)
    notice.get_by_role("button", name="Try again").click()
    expect(frame.get_by_label("City")).to_be_visible()
    expect(frame.locator("[data-filling]")).to_contain_text("Anna")
    assert not notice.is_visible()

    frame.get_by_label("City").select_option("Yazd")
    page.context.set_offline(True)
    frame.get_by_role("button", name="Next").last.click()
    notice.wait_for()
    page.context.set_offline(False)
    frame.get_by_role("button", name="Next").last.click()
    frame.get_by_label("End").wait_for()


def test_a_change_without_the_server_is_posted_when_it_is_tried_again(open_page, push):
    page = open_page()
    frame = opened_in("frame", page, push(DECIDING))
    frame.get_by_label("Name").fill("Anna")
    page.context.set_offline(True)
    frame.get_by_label("Kind").select_option("company")
    again = frame.get_by_role("button", name="Try again")
    again.wait_for()
    page.context.set_offline(False)
    again.click()
    frame.get_by_label("Tax number").wait_for()
    expect(frame.get_by_label("Name")).to_have_value("Anna")


def test_focus_caret_and_scroll_position_are_restored_after_a_post(open_frame, push):
    page = open_frame(push(DECIDING), height=400)
    field = page.get_by_label("More 11")
    field.fill("abcdef")
    field.evaluate("field => { field.setSelectionRange(2, 2); document.scrollingElement.scrollTop = 500 }")
    with page.expect_navigation():
        page.evaluate("document.querySelector('form').requestSubmit(document.querySelector('button[value=refresh]'))")
    assert page.evaluate("document.scrollingElement.scrollTop") == 500
    page.keyboard.type("X")
    assert page.get_by_label("More 11").input_value() == "abXcdef"
    assert "#" not in page.url


def test_the_focus_moves_to_the_error_summary_and_to_the_first_field_of_a_new_row(open_page, push):
    page = open_page()
    page.goto(push(FORMS["rows of objects"][0]))
    frame = page.frame_locator("iframe[data-frame]")
    frame.get_by_role("button", name="Submit").click()
    expect(frame.locator(".summary")).to_be_focused()
    assert frame.locator(".summary").evaluate("one => one.getAttribute('role') === 'alert' && one.tabIndex === -1")
    frame.get_by_role("button", name="Add").click()
    frame.get_by_text("Driver 3", exact=True).first.wait_for()
    expect(frame.locator("[name='/drivers/2/name']")).to_be_focused()


def test_a_click_on_a_control_of_the_preview_does_not_jump_to_its_line(open_page, push):
    page = open_page()
    page.goto(push(DECIDING))
    frame = page.frame_locator("iframe[data-frame]")
    frame.get_by_text("Name", exact=True).click()
    frame.get_by_label("Kind").click()
    frame.locator(".payload summary").click()
    frame.get_by_role("button", name="Submit").click()
    frame.locator(".done").wait_for()
    assert "#" not in page.url


PAGES = {"type": "Form", "title": "Three steps", "steps": [
    {"title": "One", "jsonSchema": {"type": "object", "properties": {
        "name": prop(title="Name"), "kind": prop(title="Kind", enum=["cat", "dog"]), "about": prop(title="About")}},
     "uiSchema": {"kind": {"ui:widget": "radio"}, "about": {"ui:widget": "textarea"}}},
    {"title": "Two", "jsonSchema": {"type": "object", "properties": {
        "city": prop(title="City", enum=["Rasht", "Yazd"]), "quiet": prop("boolean", title="Quiet")}}},
    {"title": "Three", "jsonSchema": {"type": "object", "properties": {"end": prop(title="End")}}}]}


def opened_in(place, page, revision):
    """Opens the preview of a revision at a place (`alone`, `link`, `frame` of the revision's page, or `editor`);
    returns the page or the frame with it."""
    page.goto({"editor": revision.replace("/revisions/1", "/editor"), "link": f"{revision}/link"}.get(place, revision))
    if place == "link":
        page.get_by_role("button", name="Create link").click()
        page.goto(page.locator("[data-link]").input_value())
    elif place == "alone":
        page.goto(page.locator("iframe[data-frame]").get_attribute("src"))
    else:
        return page.frame_locator("iframe[data-frame]")
    return page


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("place", ["alone", "link", "frame", "editor"])
def test_browser_history_goes_back_and_forward_through_the_steps(open_page, push, place, script):
    page = open_page(script=script)
    frame = opened_in(place, page, push(PAGES))
    history = page.context.new_cdp_session(page)

    def go(steps):
        known = history.send("Page.getNavigationHistory")
        history.send("Page.navigateToHistoryEntry", {"entryId": known["entries"][known["currentIndex"] + steps]["id"]})

    def at_one():
        expect(frame.get_by_label("Name")).to_have_value("Anna")
        expect(frame.get_by_label("dog")).to_be_checked()
        expect(frame.get_by_label("About")).to_have_value("A word\nand another")

    def at_two():
        expect(frame.get_by_label("City")).to_have_value("Yazd")
        expect(frame.get_by_label("Quiet")).to_be_checked()

    frame.get_by_label("Name").fill("Anna")
    frame.get_by_label("dog").check()
    frame.get_by_label("About").fill("A word\nand another")
    frame.get_by_role("button", name="Next").last.click()
    frame.get_by_label("City").select_option("Yazd")
    frame.get_by_label("Quiet").check()
    frame.get_by_role("button", name="Next").last.click()
    frame.get_by_label("End").fill("Over")
    frame.get_by_role("button", name="Submit").last.click()
    expect(frame.locator(".done")).to_be_visible()
    for _ in range(2):
        go(-1)
        expect(frame.get_by_label("End")).to_have_value("Over")
        go(-1)
        at_two()
        go(-1)
        at_one()
        go(1)
        at_two()
        go(1)
        expect(frame.get_by_label("End")).to_have_value("Over")
        go(1)
        expect(frame.locator(".done")).to_be_visible()
    # After going back, changed values are submitted together with the unchanged ones.
    go(-3)
    at_one()
    frame.get_by_label("Name").fill("Anna Smith")
    frame.get_by_role("button", name="Next").last.click()
    expect(frame.locator("[data-filling]")).to_contain_text("Anna Smith")
    expect(frame.locator("[data-filling]")).to_contain_text("dog")
