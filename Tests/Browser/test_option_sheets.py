"""Previews of option sheets with imported option lists and with static options; with and without script."""

import json

import pytest
from playwright.sync_api import Error, expect

from installation import eventually
from looks import accessible, fits

REGIONS = ["台北", "新竹", "台中", "台南", "高雄", "花蓮"]
NAMES = ["臺灣大學", "政治大學", "師範大學", "清華大學", "陽明交通大學", "中央大學", "成功大學", "中山大學", "東海大學", "逢甲大學"]
COUNT = 200


def school(number):
    one = {"key": f"s{number:03}", "title": f"{NAMES[number % 10]} {number + 1:03}",
           "region": REGIONS[number * 6 // COUNT]}
    if number % 4:
        one["icon"] = "bank"
    if number == 4:
        one["selected"] = True
    # The last school belongs to the first region.
    return one | ({"region": REGIONS[0]} if number == COUNT - 1 else {})


def sheet(kind="nextKey", tool={"kind": "searchField", "placeholder": "搜尋學校"}, **more):
    return {"type": "OptionSheet", "title": "選擇學校", "tool": tool, "dataProvider": {
        "kind": "dynamic", "loader": {"kind": kind, "list": "browser.schools", "limit": 30},
        "parser": {"value": "/key", "title": "/title", "icon": "/icon", "groupBy": "/region",
                   "accessory": {"kind": "checkmark"}, "selected": "/selected"}},
        "states": {"empty": {"title": "找不到學校"}, "error": {"title": "載入失敗", "retryTitle": "重試"}}} | more


# A right-to-left sheet with segments, switches, checkmarks and a custom option.
SETTINGS = {"type": "OptionSheet", "title": "تنظیمات آگهی", "tool": {"kind": "segmentedControl", "segments": [
    {"title": "همه", "keyword": ""}, {"title": "اعلان‌ها", "keyword": "اعلان"}, {"title": "هیچ", "keyword": "نیست"}]},
    "dataProvider": {"kind": "static", "content": {"sections": [
        {"title": "اعلان‌ها", "options": [
            {"cellStyle": "classic", "title": "اعلان پیام‌ها", "icon": {"name": "bell"},
             "accessory": {"kind": "switch", "isOn": True, "action": {"deeplink": "divar://settings/messages"}}},
            {"cellStyle": "classic", "title": "اعلان قیمت", "icon": {"name": "percent"},
             "accessory": {"kind": "switch", "isOn": False}}]},
        {"title": "مرتب‌سازی", "options": [
            {"cellStyle": "classic", "title": "جدیدترین", "accessory": {"kind": "checkmark", "isSelected": True}},
            {"cellStyle": "classic", "title": "ارزان‌ترین", "accessory": {"kind": "checkmark"},
             "action": {"deeplink": "divar://sort/cheapest", "analytics": {"event": "sort_cheapest"}}},
            {"cellStyle": "classic", "title": "نزدیک‌ترین", "accessory": {"kind": "tag", "text": "تازه"}}]},
        {"options": [{"cellStyle": "custom", "action": {"deeplink": "divar://help"}, "element": {
            "type": "DataView", "dataContent": {"title": {"value": "راهنما"}, "subtitle": {"value": "پرسش‌های پرتکرار"}},
            "iconView": {"icon": {"name": "info"}, "shape": "circle"}}}]}]}},
    "states": {"empty": {"title": "موردی نیست"}}}


@pytest.fixture(scope="session")
def schools(demo):
    """An imported option list of 200 schools in six regions."""
    file = demo.directory / "schools.json"
    file.write_text(json.dumps([school(number) for number in range(COUNT)], ensure_ascii=False))
    return demo.json("option-lists", "import", "browser.schools", str(file))


@pytest.fixture
def opened(demo, schools, open_page):
    """Opens the preview of a sheet on the page of its revision, or with `alone` as a page of its own. Returns the page
    and the body of the preview."""
    def opened(name, document, alone=False, address="", **options):
        demo.push(f"browser.{name}", json.dumps(document, ensure_ascii=False), "--kind", "OptionSheet")
        page = open_page(**options)
        page.goto(f"/features/browser.{name}/revisions/1{address}")
        source = page.locator("iframe[data-frame]").get_attribute("src")
        if alone:
            page.goto(source)
            return page, page.locator("body")
        return page, page.frame_locator("iframe[data-frame]").locator("body")
    return opened


def titles(body):
    return [text.strip() for text in body.locator(".cell-title").all_inner_texts()]


# Waits until the page is loaded. Before, its script may not have run, so that it restores no position and misses input.
LOADED = """() => new Promise(done => {
    const look = () => document.readyState === 'complete' ? setTimeout(done, 50) : setTimeout(look, 20);
    look();
})"""


def scroll_until(body, claim):
    """Scrolls the list to its end until the claim is true; returns the scroll position in pixels."""
    options = body.locator(".sheet-list")

    def scrolled():
        try:
            if not claim():
                options.evaluate("list => { list.scrollTop = list.scrollHeight }")
            if not claim():
                return None
            body.evaluate(LOADED)
            # In a list, because `eventually` would take 0 for false.
            return options.evaluate("list => [list.scrollTop]")
        except Error:
            # The frame may be loading the page with more items.
            return None
    return eventually(scrolled)[0]


WITH_AND_WITHOUT_SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@WITH_AND_WITHOUT_SCRIPT
@pytest.mark.parametrize("kind", ["nextKey", "offset"])
def test_a_list_is_loaded_page_by_page_to_its_end(opened, keep, script, kind):
    page, body = opened(f"pages.{kind}.{script}".lower(), sheet(kind), script=script)
    cells = body.locator(".cell")
    count = 30
    expect(cells).to_have_count(30)
    assert titles(body)[0] == school(0)["title"]
    if not script:
        expect(body.get_by_text("30 / 200" if kind == "offset" else "已載入 30 項")).to_be_visible()
    while count < COUNT:
        count = min(COUNT, count + 30)
        if script:
            # After a further page, the list must not be scrolled back to its beginning.
            assert scroll_until(body, lambda: cells.count() >= count) > (count - 60) * 50
        else:
            body.get_by_role("button", name="載入更多").click()
            expect(cells).to_have_count(count)
            if count < COUNT:
                expect(cells.nth(count - 30)).to_be_in_viewport()
    expect(body.get_by_role("button", name="載入更多")).to_have_count(0)
    assert sorted(titles(body)) == sorted(school(number)["title"] for number in range(COUNT))
    # A region that occurs again on the last page gets no second section.
    assert body.locator(".sheet-section h2").all_inner_texts() == REGIONS
    first = body.locator(".sheet-section").first.locator(".cell-title")
    assert first.last.inner_text() == school(COUNT - 1)["title"]
    keep(page, f"sheet-end-{kind}-{'script' if script else 'plain'}")


def press(body, name):
    body.get_by_role("button", name=name, exact=True).click()


def search(body, keyword, script):
    if script:
        body.evaluate(LOADED)
    body.get_by_role("searchbox").fill(keyword)
    if not script:
        press(body, "搜尋")


@WITH_AND_WITHOUT_SCRIPT
def test_a_search_shows_the_matching_options_or_the_empty_state(opened, keep, script):
    page, body = opened(f"search.{script}".lower(), sheet(), script=script)
    wanted = [school(number)["title"] for number in range(COUNT) if "成功大學" in school(number)["title"]]
    search(body, "成功大學", script)
    expect(body.locator(".cell")).to_have_count(len(wanted))
    assert titles(body) == wanted
    expect(body.get_by_role("searchbox")).to_have_value("成功大學")
    keep(page, f"sheet-search-{'script' if script else 'plain'}")
    search(body, '%_\\\'"<b>', script)
    expect(body.get_by_text("找不到學校")).to_be_visible()
    keep(page, f"sheet-empty-{'script' if script else 'plain'}")
    press(body, "清除搜尋")
    expect(body.locator(".cell")).to_have_count(30)
    expect(body.get_by_role("searchbox")).to_have_value("")


def wait_for_matches(body, keyword):
    """Waits until the list shows the matches of a keyword and the search field has the focus."""
    expect(body.locator(".sheet-list")).to_have_attribute("data-holds", keyword)
    expect(body.get_by_role("searchbox")).to_be_focused()
    body.evaluate(LOADED)


def test_typing_during_a_search_is_kept_and_an_unchanged_keyword_sends_no_request(opened):
    page, body = opened("typing", sheet())
    posts = []
    page.on("request", lambda request: posts.append(request.post_data) if request.method == "POST" else None)
    field = body.get_by_role("searchbox")
    field.click()
    # Text typed while the first search is under way must not be replaced by its answer.
    searches = []
    page.route("**/*", lambda route: searches.append(route) if route.request.method == "POST" else route.continue_())
    page.keyboard.type("大")
    eventually(lambda: (page.wait_for_timeout(20), searches)[1])
    page.keyboard.insert_text("學 ")
    eventually(lambda: (page.wait_for_timeout(20), len(searches) == 2)[1])
    searches[1].continue_()
    page.unroute("**/*")
    wait_for_matches(body, "大學")
    expect(field).to_have_value("大學 ")
    page.keyboard.type("1")
    wait_for_matches(body, "大學 1")
    assert field.evaluate("field => [field.value, field.selectionStart]") == ["大學 1", 4]
    expect(body.locator(".cell")).to_have_count(30)
    page.keyboard.press("Home")
    page.keyboard.insert_text("清華")
    wait_for_matches(body, "清華大學 1")
    expect(body.locator(".cell")).to_have_count(10)
    assert field.evaluate("field => [field.value, field.selectionStart]") == ["清華大學 1", 2]
    count = len(posts)
    page.keyboard.press("Enter")
    # The text is changed and changed back within the pause before a search, even on a busy machine.
    field.evaluate("() => { document.execCommand('insertText', false, 'x'); document.execCommand('delete'); }")
    page.wait_for_timeout(700)
    assert len(posts) == count, "a request was sent for the keyword whose matches are already shown"


def test_input_method_composition_sends_no_search(opened):
    page, body = opened("composing", sheet(), alone=True)
    posts = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    field = body.get_by_role("searchbox")
    field.click()
    keys = page.context.new_cdp_session(page)
    for part in ["ㄊ", "ㄊㄞ", "ㄊㄞˊ"]:
        keys.send("Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)})
        page.wait_for_timeout(450)
    expect(field).to_have_value("ㄊㄞˊ")
    assert not posts, "a part of a word was searched"
    keys.send("Input.insertText", {"text": "臺灣"})
    expect(body.locator(".cell")).to_have_count(20)
    expect(field).to_have_value("臺灣")
    assert len(posts) == 1


@WITH_AND_WITHOUT_SCRIPT
def test_a_chosen_option_stays_chosen_during_further_searches(opened, keep, script):
    page, body = opened(f"choose.{script}".lower(), sheet("offset"), script=script)
    chosen = body.locator("[aria-pressed=true]")
    expect(chosen).to_have_accessible_name(school(4)["title"])
    press(body, school(11)["title"])
    expect(chosen).to_have_accessible_name(school(11)["title"])
    effects = body.locator(".effects")
    expect(effects).to_contain_text(school(11)["title"])
    expect(effects).to_contain_text("s011")
    if script:
        expect(chosen).to_be_focused()
    keep(page, f"sheet-chosen-{'script' if script else 'plain'}")
    search(body, "清華大學", script)
    expect(chosen).to_have_count(0)
    search(body, "政治大學 012", script)
    expect(chosen).to_have_accessible_name(school(11)["title"])
    press(body, school(11)["title"])
    expect(chosen).to_have_count(0)


@WITH_AND_WITHOUT_SCRIPT
def test_browser_back_restores_the_search_and_the_choice(opened, script):
    page, body = opened(f"back.{script}".lower(), sheet(), script=script)
    chosen = body.locator("[aria-pressed=true]")
    search(body, "政治大學", script)
    expect(body.locator(".cell")).to_have_count(20)
    press(body, school(11)["title"])
    expect(chosen).to_have_accessible_name(school(11)["title"])
    search(body, "清華大學", script)
    expect(chosen).to_have_count(0)
    page.evaluate("history.back()")
    expect(chosen).to_have_accessible_name(school(11)["title"])
    # The search field shows the keyword of the restored list, not the one typed last.
    expect(body.get_by_role("searchbox")).to_have_value("政治大學")
    page.evaluate("history.back()")
    expect(chosen).to_have_count(0)
    expect(body.locator(".cell").first).to_contain_text("政治大學")


@WITH_AND_WITHOUT_SCRIPT
def test_a_right_to_left_sheet_has_working_switches_segments_and_choices(opened, keep, script):
    page, body = opened(f"settings.{script}".lower(), SETTINGS, script=script)
    assert body.evaluate("body => getComputedStyle(body).direction") == "rtl"
    switches = body.get_by_role("switch")
    assert [one.get_attribute("aria-checked") for one in switches.all()] == ["true", "false"]
    switches.nth(1).click()
    expect(switches.nth(1)).to_have_attribute("aria-checked", "true")
    press(body, "ارزان‌ترین")
    expect(body.locator("[aria-pressed=true]").last).to_have_accessible_name("ارزان‌ترین")
    expect(body.locator(".effects")).to_contain_text("divar://sort/cheapest")
    keep(page, f"sheet-settings-{'script' if script else 'plain'}")
    press(body, "اعلان‌ها")
    expect(body.locator(".cell")).to_have_count(2)
    expect(switches.nth(1)).to_have_attribute("aria-checked", "true")
    press(body, "هیچ")
    expect(body.get_by_text("موردی نیست")).to_be_visible()
    press(body, "همه")
    expect(body.locator(".cell")).to_have_count(6)
    if script:
        body.evaluate(LOADED)
    # With script, a click on the content of a custom option chooses it too.
    (body.get_by_text("پرسش‌های پرتکرار") if script else body.locator(".is-custom .tap")).click()
    expect(body.locator(".effects")).to_contain_text("divar://help")


@WITH_AND_WITHOUT_SCRIPT
def test_retry_in_the_error_state_loads_the_list(opened, script):
    page, body = opened(f"retry.{script}".lower(), sheet(), script=script, address="?state=error")
    expect(body.get_by_text("載入失敗")).to_be_visible()
    expect(body.locator(".cell")).to_have_count(0)
    press(body, "重試")
    expect(body.locator(".cell")).to_have_count(30)
    search(body, "清華大學", script)
    expect(body.locator(".cell")).to_have_count(20)


# The sheet of each case and the parameters of its preview.
LOOKS = {
    "schools": (sheet(), ""), "settings": (SETTINGS, ""), "loading": (sheet(), "&state=loading"),
    "empty": (sheet(), "&state=empty"), "error": (sheet(), "&state=error"),
    "missing": (sheet(dataProvider={"kind": "dynamic", "loader": {"kind": "offset", "list": "browser.none"},
                                    "parser": {"title": "/title"}}), ""),
    "broken": ({"type": "OptionSheet", "title": "Choose what is broken", "tool": {"kind": "magic"}, "dataProvider": {
        "kind": "static", "content": {"options": [
            {"cellStyle": "classic"}, 17, {"cellStyle": "custom", "element": {"type": "Hologram", "glow": "blue"}},
            {"cellStyle": "classic", "title": "Wide" * 250, "icon": {"name": "star"},
             "accessory": {"kind": "tag", "text": "A tag that is long enough to wrap"}},
            {"cellStyle": "custom", "element": {"type": "ButtonView", "title": {"value": "Press"}}}]}}}, ""),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_sheet_is_accessible_and_fits(opened, keep, look, theme):
    document, address = LOOKS[look]
    page, body = opened(f"look.{look}.{theme}", document, address=f"?theme={theme}{address}", alone=True,
                        width=320, height=700)
    for width in [320, 520] if theme == "light" else [520, 320]:
        page.set_viewport_size({"width": width, "height": 700 if width == 320 else 900})
        keep(page, f"sheet-look-{look}-{theme}-{width}")
        fits(page)
        for inner in body.locator(".sheet-list, .sheet-head").all():
            assert inner.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    accessible(page)
