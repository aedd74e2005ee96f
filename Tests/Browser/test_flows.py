"""Previews of module flows: the map, every kind of transition forward and back, and forms inside flows; with and
without script."""

import json

import pytest

from frames import until
from looks import accessible, fits

TEXT = {
    "en": dict(title="Cards", home="My cards", slot="The newest card", about="About the bank", lock="Enter the code",
               details="Block the card", reason="Reason", needed="Say why", terms="Agreement", accept="I agree",
               back="Back from", cards="Gold card"),
    "fa": dict(title="کارت‌ها", home="کارت‌های من", slot="تازه‌ترین کارت", about="دربارهٔ بانک", lock="رمز را وارد کنید",
               details="مسدود کردن کارت", reason="دلیل", needed="دلیل را بنویسید", terms="توافق‌نامه",
               accept="می‌پذیرم", back="بازگشت از", cards="کارت طلایی"),
}
CARD = {"type": "object", "properties": {"cardId": {"type": "string", "x-test": "K-17"}}, "required": ["cardId"]}


def text(value, typography=None):
    return {"type": "TextView", "text": {"value": value, **({"typography": typography} if typography else {})}}


def stack(*elements):
    return {"type": "StackView", "axis": "vertical", "spacing": "m", "elements": list(elements)}


def features(language, prefix):
    """Returns a flow and the documents that it refers to: a screen, a form and a module. It also refers to the feature
    `forgotten`, which does not exist."""
    said = TEXT[language]
    slot = {"type": "ViewWrapper", "tag": "slot", "backgroundColor": "backgroundSecondary", "padding": "m",
            "cornerRadius": "m", "element": text(said["slot"], "caption")}
    cards = {"type": "Screen", "title": said["cards"], "widgets": [
        {"type": "SDUIWidget", "id": "card", "content": text(said["cards"], "headlineMedium")}]}
    form = {"type": "Form", "title": said["details"], "jsonSchema": {
        "type": "object", "required": ["reason"], "properties": {
            "reason": {"type": "string", "title": said["reason"], "errors": {"required": said["needed"]}}}}}
    terms = {"type": "Module", "content": {"element": stack(
        text(said["terms"], "headlineMedium"),
        {"type": "ButtonView", "title": {"value": said["accept"]}, "action": {"analytics": {"event": "accepted"}}})},
        "output": [{"event": "accepted"}], "appearance": {"curtain": {"handlerColor": "accent"}}}

    def connection(of, event, to, kind, **members):
        return {"from": of, "event": event, "to": to, "transition": {"kind": kind, "animated": True, **members}}

    flow = {
        "type": "ModuleFlow", "title": said["title"], "start": "home",
        "modules": [
            {"id": "home", "content": {"element": stack(text(said["home"], "headlineLarge"), slot)},
             "output": [{"event": "shown"}, {"event": "aboutTapped"}, {"event": "timedOut"}, {"event": "closed"}]},
            {"id": "cards", "content": {"feature": f"{prefix}.cards"}, "output": [{"event": "selected", "payload": CARD}]},
            {"id": "details", "content": {"feature": f"{prefix}.details"}, "input": CARD,
             "output": [{"event": "termsTapped"}]},
            {"id": "about", "content": {"element": stack(text(said["about"], "headlineMedium"))},
             "output": [{"event": "termsTapped"}]},
            {"id": "terms", "module": f"{prefix}.terms"},
            {"id": "lock", "content": {"element": text(said["lock"], "headlineMedium")}},
            {"id": "forgotten", "content": {"feature": f"{prefix}.forgotten"}},
        ],
        "connections": [
            connection("home", "shown", "cards", "embed", container="slot"),
            {**connection("cards", "selected", "details", "push", appearance={"barTintColor": "accent"}),
             "map": {"/cardId": "/cardId"}},
            connection("home", "aboutTapped", "about", "present"),
            connection("about", "termsTapped", "terms", "push"),
            connection("details", "termsTapped", "terms", "curtain"),
            connection("home", "timedOut", "lock", "window", appearance={"level": "alert"}),
            connection("terms", "accepted", "home", "push"),
        ],
    }
    return {"cards": (cards, "screen"), "details": (form, "form"), "terms": (terms, "module"), "flow": (flow, "moduleflow")}


@pytest.fixture
def keep(keep):
    """Saves screenshots of the whole page if GALLEY_SCREENSHOTS=1."""
    return lambda page, name: keep(page, name, full_page=True)


@pytest.fixture(scope="module")
def flows(demo):
    """The demo installation with a flow in two languages, a flow of forty modules and a tab container."""
    for language in TEXT:
        for name, (document, kind) in features(language, f"flows.{language}").items():
            demo.push(f"flows.{language}.{name}", json.dumps(document, ensure_ascii=False), "--kind", kind)
    demo.push("flows.forty", json.dumps(forty()), "--kind", "moduleflow")
    tabs = {"type": "TabContainer", "modules": [
        {"id": "home", "content": {"feature": "flows.en.cards"}}, {"id": "terms", "module": "flows.en.terms"},
        {"id": "settings", "content": {"element": text("Settings of the bank", "headlineMedium")}}]}
    demo.push("flows.tabs", json.dumps(tabs), "--kind", "tabcontainer")
    return demo


def forty():
    """Returns a flow of forty modules in a binary tree of connections, with three connections back to the first."""
    kinds = ["push", "present", "curtain", "window", "push"]
    modules = [{"id": f"module{number}", "content": {"element": text(f"Module number {number}", "headlineMedium")},
                "output": [{"event": "next"}, {"event": "other"}, {"event": "done"}]} for number in range(40)]
    connections = [{"from": f"module{(number - 1) // 2}", "event": "next" if number % 2 else "other", "to": f"module{number}",
                    "transition": {"kind": kinds[number % 5]}} for number in range(1, 40)]
    connections += [{"from": f"module{number}", "event": "done", "to": "module0", "transition": {"kind": "present"}}
                    for number in (25, 31, 39)]
    return {"type": "ModuleFlow", "title": "Forty modules", "start": "module0", "modules": modules, "connections": connections}


def frame_of(page, feature):
    """Opens the preview of revision 1 of a feature as a page of its own."""
    page.goto(f"/features/{feature}/revisions/1")
    page.goto(page.locator("iframe").first.get_attribute("src"))
    return page


@pytest.mark.parametrize("language", TEXT)
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_every_kind_of_transition_is_shown_and_reversed(open_page, flows, keep, script, language):
    said = TEXT[language]
    page = open_page(script, width=390, height=844)
    frame_of(page, f"flows.{language}.flow")
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "fa" else "ltr")
    screen = page.locator(".flow-stage")
    top = screen.locator("> .flow-layer")
    mark = f"{language}-{'script' if script else 'plain'}"

    def press(event, kind):
        button = page.locator("button.flow-event", has_text=event).filter(has_text=kind)
        with page.expect_navigation():
            button.click()

    def reverse(locator):
        with page.expect_navigation():
            locator.click()

    top.get_by_text(said["home"]).wait_for()
    assert page.locator(".flow-event.is-loose").filter(has_text="closed").count() == 1
    keep(page, f"flow-{mark}-0-start")

    press("shown", "embed")
    container = top.locator("[data-pointer='/modules/0/content/element/elements/1']")
    container.get_by_text(said["cards"]).last.wait_for()
    assert container.get_by_text(said["slot"]).count() == 1
    keep(page, f"flow-{mark}-1-embed")

    press("selected", "push")
    bar = top.locator(".flow-bar")
    assert said["details"] in bar.inner_text()
    color = bar.evaluate("bar => getComputedStyle(bar).backgroundColor")
    assert color == page.evaluate("""() => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.className = "flow-tint-accent"; const tint = getComputedStyle(probe).getPropertyValue("--Color-accent");
        probe.remove(); const [r, g, b] = [1, 3, 5].map(at => parseInt(tint.slice(at, at + 2), 16));
        return `rgb(${r}, ${g}, ${b})`; }""")
    received = page.locator(".flow-json pre").first.inner_text()
    assert json.loads(received) == {"cardId": "K-17"}
    # The form inside the flow shows its errors, and the flow stays at the same module.
    with page.expect_navigation():
        top.locator("form.form button[name=_do]").last.click()
    top.get_by_text(said["needed"]).first.wait_for()
    keep(page, f"flow-{mark}-2-push")

    press("termsTapped", "curtain")
    top.get_by_text(said["accept"]).first.wait_for()
    sheet, stage = top.bounding_box(), screen.bounding_box()
    assert abs(sheet["y"] + sheet["height"] - stage["y"] - stage["height"]) <= 1 and sheet["y"] > stage["y"] + 60
    assert "flow-tint-accent" in top.locator(".flow-handle").get_attribute("class")
    assert screen.locator(".flow-under").get_by_text(said["details"]).count() > 0
    keep(page, f"flow-{mark}-3-curtain")
    stack_names = page.locator(".flow-stack li > .technical").all_inner_texts()
    assert stack_names == ["home", "cards", "details", "terms"]

    reverse(top.locator(".flow-handle"))
    top.locator("form.form").wait_for()
    reverse(top.locator(".flow-bar .back"))
    container.get_by_text(said["cards"]).last.wait_for()
    reverse(page.locator(".flow-stack button[value='back:0']"))
    assert page.locator(".flow-stack li > .technical").all_inner_texts() == ["home"]
    assert container.get_by_text(said["cards"]).count() == 0

    press("aboutTapped", "present")
    assert top.bounding_box()["y"] > screen.bounding_box()["y"] + 20
    keep(page, f"flow-{mark}-4-present")
    press("termsTapped", "push")
    top.get_by_text(said["accept"]).first.wait_for()
    assert top.locator(".flow-bar .back").count() == 1 and top.locator(".flow-bar .close").count() == 1
    reverse(top.locator(".flow-bar .back"))
    reverse(top.locator(".flow-bar .close"))

    press("timedOut", "window")
    assert "alert" in top.inner_text()
    window, stage = top.bounding_box(), screen.bounding_box()
    assert window["x"] > stage["x"] + 10 and window["y"] > stage["y"] + 40
    keep(page, f"flow-{mark}-5-window")
    reverse(top.locator(".flow-bar .close"))
    top.get_by_text(said["home"]).wait_for()
    assert page.locator("input[name=_walk0]").first.input_value() == ""


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_values_typed_in_a_module_are_restored_when_the_module_above_it_is_closed(open_page, flows, keep, script):
    page = open_page(script, width=390, height=844)
    frame_of(page, "flows.en.flow")
    top = page.locator(".flow-stage > .flow-layer")
    assert page.locator(".flow-stage").bounding_box()["y"] < 844 - 120, "the stage begins too low to be seen without scrolling"
    assert "cardId: text" in page.locator(".flow-map-box").text_content()

    def press(locator):
        with page.expect_navigation():
            locator.click()

    def event(name, kind):
        return page.locator("button.flow-event", has_text=name).filter(has_text=kind)

    press(event("shown", "embed"))
    press(event("selected", "push"))
    field = top.get_by_label("Reason")
    field.fill("Lost <b> \"here\"")
    press(event("termsTapped", "curtain"))
    top.get_by_text("I agree").first.wait_for()
    keep(page, f"flow-kept-under-{script}")
    # A button in the module's content sends the event that its action names.
    button = top.get_by_role("button", name="Sends accepted")
    assert button.bounding_box()["height"] >= 40
    press(button)
    press(top.locator(".flow-bar .back"))
    press(top.locator(".flow-handle"))
    assert field.input_value() == "Lost <b> \"here\""
    if script:  # axe does not end if scripts are off
        accessible(page)
    keep(page, f"flow-kept-{script}")
    # Enter submits the form and presses no button of the flow.
    with page.expect_navigation():
        field.press("Enter")
    top.get_by_role("status").first.wait_for()
    press(event("termsTapped", "curtain"))
    press(top.locator(".flow-handle"))
    assert "Lost <b>" in page.locator("[data-filling]").text_content()
    assert top.locator(".done").count() == 1
    # Values of a module are discarded when its transition is reversed.
    press(top.locator(".flow-bar .back"))
    press(event("selected", "push"))
    assert field.input_value() == ""


def test_layout_problems_are_measured_after_the_animation_of_a_transition(open_page, flows):
    page = open_page(width=390, height=844)
    page.emulate_media(reduced_motion="no-preference")
    frame_of(page, "flows.en.flow")
    for name, kind in [("aboutTapped", "present"), ("termsTapped", "push")]:
        with page.expect_navigation():
            page.locator("button.flow-event", has_text=name).filter(has_text=kind).click()
        assert page.locator(f".flow-layer.moves-{kind}").count() == 1
        until(page, "() => document.getAnimations().length === 0")
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.locator("[data-layout-report]").is_hidden(), page.locator("[data-layout-report]").inner_text()


def test_a_window_opened_with_an_animation_has_the_same_layout_as_one_without(open_page, flows):
    texts = ["A first text", "A second text which is longer"]
    constrained = {"type": "ConstraintWrapper", "elements": [
        {"tag": "a", "element": text(texts[0]), "constraints": [
            {"type": "top", "reference": "superview", "constant": 0}, {"type": "left", "reference": "superview", "constant": 0}]},
        {"tag": "b", "element": text(texts[1]), "constraints": [
            {"type": "top", "reference": "a", "constant": 8}, {"type": "left", "reference": "superview", "constant": 0}]}]}
    row = {"type": "StackView", "axis": "horizontal", "distribution": "fillProportionally", "elements": [
        text(one) for one in ("Short", "Longer text")]}
    flows.push("flows.window", json.dumps({
        "type": "ModuleFlow", "title": "Window", "start": "home", "modules": [
            {"id": "home", "content": {"element": text("Home")}, "output": [{"event": "opened"}]},
            {"id": "window", "content": {"element": stack(constrained, row)}}],
        "connections": [{"from": "home", "event": "opened", "to": "window",
                         "transition": {"kind": "window", "animated": True}}]}), "--kind", "moduleflow")
    drawn = {}
    for motion in ("reduce", "no-preference"):
        page = open_page(width=390, height=844)
        page.emulate_media(reduced_motion=motion)
        frame_of(page, "flows.window")
        with page.expect_navigation():
            page.locator("button.flow-event", has_text="opened").click()
        assert page.locator(".flow-layer.moves-window").count() == 1
        until(page, "() => document.getAnimations().length === 0")
        drawn[motion] = page.locator(".flow-layer.moves-window").locator(".constrained, .StackView .element").evaluate_all(
            "all => all.map(one => { const at = one.getBoundingClientRect(); return [at.left, at.top, at.width, at.height] })")
    assert len(drawn["reduce"]) >= 4
    assert drawn["no-preference"] == [pytest.approx(one, abs=0.1) for one in drawn["reduce"]]


@pytest.mark.parametrize("theme, width", [("light", 390), ("dark", 320)])
@pytest.mark.parametrize("feature", ["flows.en.flow", "flows.fa.flow", "flows.forty", "flows.tabs", "flows.en.terms"])
def test_previews_of_flows_fit_and_are_accessible(open_page, flows, keep, feature, width, theme):
    page = open_page(width=width, height=844)
    page.goto(f"/features/{feature}/revisions/1?theme={theme}")
    page.goto(page.locator("iframe").first.get_attribute("src"))
    assert page.locator("html").get_attribute("data-theme") == theme
    fits(page)
    accessible(page)
    keep(page, f"{feature}-{width}-{theme}")
    for value in page.locator(".flow-event[name=_go0]").evaluate_all("all => all.map(one => one.value)"):
        with page.expect_navigation():
            page.locator(f".flow-event[name=_go0][value='{value}']").click()
        fits(page)
        accessible(page)
        keep(page, f"{feature}-{width}-{theme}-{value}")
        with page.expect_navigation():
            page.locator(".flow-stack button").first.click()


def test_the_map_of_a_flow_shows_every_module_and_scrolls_inside_its_box(open_page, flows, keep):
    page = open_page(width=390, height=844)
    frame_of(page, "flows.forty")
    box = page.locator(".flow-map-box")
    assert box.locator("g.card").count() == 40
    assert box.locator(".chip").count() == 42
    assert box.evaluate("box => box.scrollWidth > box.clientWidth && box.scrollHeight > box.clientHeight")
    # Cards must not overlap each other, and their texts must not exceed them.
    overlaps = box.evaluate("""box => {
        const cards = [...box.querySelectorAll("g.card > .box")].map(card => card.getBoundingClientRect());
        return cards.flatMap((a, i) => cards.slice(i + 1).filter(b =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length }""")
    assert overlaps == 0
    spilt = box.evaluate("""box => [...box.querySelectorAll("g.card")].flatMap(card => {
        const frame = card.querySelector(".box").getBoundingClientRect();
        return [...card.querySelectorAll("text:not(.badge-text)")].filter(text => {
            const at = text.getBoundingClientRect(); return at.left < frame.left || at.right > frame.right;
        }).map(text => text.textContent) })""")
    assert spilt == []
    page.locator(".flow-list summary").click()
    assert page.locator(".flow-list li").count() == 40


@pytest.mark.parametrize("place", ["revisions/1", "editor"])
def test_the_page_of_a_flow_says_which_revisions_of_other_features_it_shows(open_page, flows, keep, place):
    page = open_page()
    page.goto(f"/features/flows.en.flow/{place}")
    page.get_by_text("Other features are shown as their newest revisions, published or not.").wait_for()
    keep(page, f"flow-{place.partition('/')[0]}")


def test_choosing_a_tab_shows_its_module(open_page, flows, keep):
    for script in (True, False):
        page = open_page(script, width=390, height=844)
        frame_of(page, "flows.tabs")
        page.locator(".tabs").get_by_text("Gold card").first.wait_for()
        with page.expect_navigation():
            page.get_by_role("button", name="Settings of the bank").click()
        page.locator(".tabs .screen").get_by_text("Settings of the bank").wait_for()
        assert page.locator(".tab[aria-current=page]").inner_text().strip().endswith("Settings of the bank")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_option_sheets_tabs_and_flows_inside_a_flow_work_without_resetting_it(open_page, flows, keep, script):
    name = f"flows.inside.{'script' if script else 'plain'}"
    schools = [{"cellStyle": "classic", "title": title} for title in ("Alpha school", "Beta school")]
    flows.push(f"{name}.sheet", json.dumps({
        "type": "OptionSheet", "title": "Choose a school", "tool": {"kind": "searchField", "placeholder": "Search"},
        "dataProvider": {"kind": "static", "content": {"options": schools}}}), "--kind", "optionsheet")
    flows.push(f"{name}.flow", json.dumps({
        "type": "ModuleFlow", "title": "Inside", "start": "menu",
        "modules": [{"id": "menu", "content": {"element": text("Menu")}, "output": [{"event": "school"}, {"event": "bank"}]},
                    {"id": "sheet", "content": {"feature": f"{name}.sheet"}},
                    {"id": "tabs", "content": {"feature": "flows.tabs"}},
                    {"id": "bank", "content": {"feature": "flows.en.flow"}}],
        "connections": [
            {"from": "menu", "event": "school", "to": "sheet", "transition": {"kind": "curtain"}},
            {"from": "menu", "event": "bank", "to": "tabs", "transition": {"kind": "present"}},
            {"from": "menu", "event": "bank", "to": "bank", "transition": {"kind": "push"}}]}), "--kind", "moduleflow")
    page = open_page(script, width=390, height=844)
    frame_of(page, f"{name}.flow")
    top = page.locator(".flow-step > .flow-stage > .flow-layer")

    def press(locator):
        with page.expect_navigation():
            locator.click()

    press(page.locator(".flow-event", has_text="school"))
    top.get_by_text("Alpha school").wait_for()
    # With script, the search may begin before Enter is pressed.
    top.locator("input[name=_keyword]").fill("beta")
    top.locator("input[name=_keyword]").press("Enter")
    top.get_by_text("Alpha school").wait_for(state="detached")
    top.get_by_text("Beta school").wait_for()
    assert page.locator("input[name=_walk0]").first.input_value() == "0"
    keep(page, f"flow-inside-sheet-{'script' if script else 'plain'}")
    press(top.locator(".flow-handle"))

    press(page.locator(".flow-event", has_text="tabs"))
    press(top.get_by_role("button", name="Settings of the bank"))
    top.locator(".tabs .screen").get_by_text("Settings of the bank").wait_for()
    press(top.locator(".close"))

    press(page.locator(".flow-event").filter(has_text="push"))
    press(top.locator(".flow-event", has_text="aboutTapped"))
    top.locator(".flow-layer.is-present").get_by_text("About the bank").first.wait_for()
    assert page.locator("input[name=_walk1]").first.input_value() == "2"
    keep(page, f"flow-inside-flow-{'script' if script else 'plain'}")
    press(top.locator("> .flow-bar .back"))
    top.get_by_text("Menu").wait_for()


def test_a_flow_in_the_editor_keeps_the_scroll_position_and_its_map_selects_text(open_page, flows, keep):
    page = open_page()
    page.goto("/features/flows.en.flow/editor")
    frame = page.frame_locator("iframe")
    button = frame.locator("button.flow-event", has_text="aboutTapped")
    button.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    button.click()
    frame.locator(".flow-layer.is-present").get_by_text("About the bank").first.wait_for()
    assert abs(page.evaluate("scrollY") - before) < 40
    keep(page, "flow-in-the-editor")
    # A click on a card of the map selects the module in the text.
    frame.locator("g.card[data-pointer='/modules/3'] .box").click()
    until(page, """() => {
        const editor = document.querySelector(".CodeMirror").CodeMirror;
        return editor.getSelection().includes('"about"') || editor.getLine(editor.getCursor().line).includes('"about"') }""")


def test_an_opened_module_has_the_focus(open_page, flows):
    page = open_page(width=390, height=844)
    frame_of(page, "flows.en.flow")
    with page.expect_navigation():
        page.locator("button.flow-event", has_text="aboutTapped").click()
    layer = page.locator(".flow-steps > .flow-step > .flow-stage > .flow-layer")
    assert layer.evaluate("one => one === document.activeElement")
    assert abs(page.locator(".flow-steps").evaluate("one => one.getBoundingClientRect().top") - 12) < 2


@pytest.fixture(scope="module")
def several(flows):
    """A flow whose start module embeds two forms, an option sheet, and another flow with a form."""
    def form(title):
        return {"type": "Form", "title": title, "steps": [
            {"jsonSchema": {"type": "object", "properties": {"first": {"type": "string", "title": f"{title} first"}}}},
            {"jsonSchema": {"type": "object", "properties": {"second": {"type": "string", "title": f"{title} second"}}}}]}

    def slot(name):
        return {"type": "ViewWrapper", "tag": name, "element": text(f"Slot {name}", "caption")}

    def embed(module):
        return {"from": "home", "event": f"{module}Shown", "to": module, "transition": {"kind": "embed", "container": module}}

    for name in ("left", "right", "inner"):
        flows.push(f"several.{name}", json.dumps(form(name.capitalize())), "--kind", "form")
    flows.push("several.sheet", json.dumps({
        "type": "OptionSheet", "title": "Schools", "tool": {"kind": "searchField"}, "dataProvider": {
            "kind": "static", "content": {"options": [{"cellStyle": "classic", "title": f"{name} school", "accessory": {
                "kind": "switch"}} for name in ("Alpha", "Beta")]}}}), "--kind", "optionsheet")
    flows.push("several.nested", json.dumps({
        "type": "ModuleFlow", "title": "Nested", "start": "form", "modules": [{"id": "form", "content": {"feature": "several.inner"}}],
        "connections": []}), "--kind", "moduleflow")
    modules = ["left", "right", "sheet", "nested"]
    flows.push("several.flow", json.dumps({
        "type": "ModuleFlow", "title": "Several", "start": "home",
        "modules": [{"id": "home", "content": {"element": stack(text("Home"), *[slot(name) for name in modules])},
                     "output": [{"event": f"{name}Shown"} for name in modules] + [{"event": "aboutTapped"}]},
                    *[{"id": name, "content": {"feature": f"several.{name}"}} for name in modules],
                    {"id": "about", "content": {"element": text("About")}}],
        "connections": [*[embed(name) for name in modules],
                        {"from": "home", "event": "aboutTapped", "to": "about", "transition": {"kind": "present"}}]}),
        "--kind", "moduleflow")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_several_forms_on_one_screen_keep_their_steps_and_values(open_page, several, keep, script):
    page = open_page(script, width=390, height=844)
    frame_of(page, "several.flow")
    top = page.locator(".flow-step > .flow-stage > .flow-layer")
    warning = page.get_by_text("Scripts are off")

    def press(locator):
        with page.expect_navigation():
            locator.click()

    for name in ("left", "right", "sheet", "nested"):
        press(page.locator("button.flow-event", has_text=f"{name}Shown"))
    assert warning.is_visible() == (not script)
    if not script:
        keep(page, "flow-several-plain")

    def form_of(title):
        return top.locator("form", has=page.get_by_label(title))

    left, right, inner = (top.get_by_label(f"{name} first") for name in ("Left", "Right", "Inner"))
    left.fill("L1")
    press(form_of("Left first").locator("button[value=next]").last)
    top.get_by_label("Left second").wait_for()
    right.fill("R1")
    press(form_of("Right first").locator("button[value=next]").last)
    # Submitting the right form leaves the left one at its second step.
    top.get_by_label("Right second").wait_for()
    assert top.get_by_label("Left second").count() == 1
    inner.fill("I1")
    press(form_of("Inner first").locator("button[value=next]").last)
    top.get_by_label("Inner second").wait_for()
    press(top.get_by_role("switch", name="Beta school"))
    assert [one.get_attribute("aria-checked") for one in top.get_by_role("switch").all()] == ["false", "true"]
    held = " ".join(page.locator("[data-filling]").all_text_contents())
    assert all(f'"{value}"' in held for value in ("L1", "R1", "I1")), held
    if not script:
        return
    # With script, values typed into the other forms are kept when one form is submitted and when a module is opened and
    # closed.
    top.get_by_label("Left second").fill("L2")
    top.get_by_label("Inner second").fill("I2")
    press(form_of("Right second").locator("button[value=back]"))
    right.wait_for()
    assert right.input_value() == "R1"
    right.fill("R1 again")
    press(page.locator("button.flow-event", has_text="aboutTapped"))
    press(top.locator(".close"))
    for label, value in {"Left second": "L2", "Inner second": "I2", "Right first": "R1 again"}.items():
        assert top.get_by_label(label).input_value() == value
    assert top.get_by_role("switch", name="Beta school").get_attribute("aria-checked") == "true"
    posted = [one.get_attribute("value") for one in page.locator("input[type=hidden]").all()]
    assert max(map(len, posted)) < 3_000, "the state of the flow contains a copy of itself"
    keep(page, "flow-several")
    accessible(page)
