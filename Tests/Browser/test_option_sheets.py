"""Option sheets in the preview, over real lists of a real installation, with and without script."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from installation import eventually

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
    # One region goes on at the very end of the list.
    return one | ({"region": REGIONS[0]} if number == COUNT - 1 else {})


def sheet(kind="nextKey", tool={"kind": "searchField", "placeholder": "搜尋學校"}, **more):
    return {"type": "OptionSheet", "title": "選擇學校", "tool": tool, "dataProvider": {
        "kind": "dynamic", "loader": {"kind": kind, "list": "browser.schools", "limit": 30},
        "parser": {"value": "/key", "title": "/title", "icon": "/icon", "groupBy": "/region",
                   "accessory": {"kind": "checkmark"}, "selected": "/selected"}},
        "states": {"empty": {"title": "找不到學校"}, "error": {"title": "載入失敗", "retryTitle": "重試"}}} | more


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
    """The list of 200 schools in six regions, imported."""
    file = demo.directory / "schools.json"
    file.write_text(json.dumps([school(number) for number in range(COUNT)], ensure_ascii=False))
    return demo.json("option-lists", "import", "browser.schools", str(file))


@pytest.fixture
def opened(demo, schools, open_page):
    """Opens the preview of a sheet: in the console's frame, or with `alone` by itself."""
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


def axe(page):
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()


def titles(body):
    return [text.strip() for text in body.locator(".cell-title").all_inner_texts()]


def scroll_until(body, claim):
    """Scrolls to the end again and again until the claim is true; how far the list is scrolled then."""
    options = body.locator(".sheet-list")

    def scrolled():
        if claim():
            return True
        options.evaluate("list => { list.scrollTop = list.scrollHeight }")
        return claim()
    eventually(scrolled)
    return options.evaluate("list => new Promise(done => setTimeout(() => done(list.scrollTop), 50))")


BOTH = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@BOTH
@pytest.mark.parametrize("kind", ["nextKey", "offset"])
def test_all_of_a_list_is_loaded_page_by_page(opened, keep, script, kind):
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
            # Where the list is when a page more has come: it must not jump to its beginning.
            assert scroll_until(body, lambda: cells.count() >= count) > (count - 60) * 50
        else:
            body.get_by_role("button", name="載入更多").click()
            expect(cells).to_have_count(count)
    expect(body.get_by_role("button", name="載入更多")).to_have_count(0)
    assert sorted(titles(body)) == sorted(school(number)["title"] for number in range(COUNT))
    # A region that goes on in the last page is not begun again.
    assert body.locator(".sheet-section h2").all_inner_texts() == REGIONS
    first = body.locator(".sheet-section").first.locator(".cell-title")
    assert first.last.inner_text() == school(COUNT - 1)["title"]
    keep(page, f"sheet-end-{kind}-{'script' if script else 'plain'}")
