"""The list of features: search, filters and browser history; and the version map of a feature."""

import re

import pytest
from playwright.sync_api import expect


def names(page):
    return page.locator("table.features tbody th a")


def test_the_list_is_searched_while_typing_and_the_search_is_restored_by_back(open_page):
    page = open_page()
    page.goto("/features")
    everything = names(page).count()
    page.keyboard.press("/")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    search.press_sequentially("main screen")
    expect(names(page)).to_have_text(["home.main"])
    expect(page).to_have_url(re.compile(r"\?q=main\+screen$"))
    expect(page.get_by_role("status")).to_have_text("1 feature")
    expect(search).to_be_focused()

    page.get_by_role("link", name="home.main").click()
    page.wait_for_url("**/features/home.main")
    page.go_back()
    expect(search).to_have_value("main screen")
    expect(names(page)).to_have_text(["home.main"])

    search.fill("no such feature")
    page.get_by_role("heading", name="No feature matches").wait_for()
    expect(page.get_by_role("status")).to_have_text("0 features")
    search.fill("")
    expect(names(page)).to_have_count(everything)
    expect(page).to_have_url(re.compile(r"/features$"))


def test_a_late_answer_to_an_earlier_search_is_ignored(open_page):
    page = open_page()
    page.goto("/features")
    held = []
    page.route("**/features?q=home", lambda route: held.append(route))
    search = page.get_by_role("searchbox")
    with page.expect_request("**/features?q=home"):
        search.fill("home")
    search.fill("main")
    expect(names(page)).to_have_text(["home.main"])
    for route in held:
        route.continue_()
    page.wait_for_load_state("networkidle")
    expect(names(page)).to_have_text(["home.main"])
    expect(page).to_have_url(re.compile(r"\?q=main$"))


@pytest.mark.parametrize("script", [True, False])
def test_filters_are_in_the_address_with_script_and_without(open_page, script):
    page = open_page(script=script, width=320)
    page.goto("/features")
    page.get_by_label("State").select_option("Live")
    if not script:
        page.get_by_role("button", name="Search").click()
    page.wait_for_url(re.compile(r"state=live"))
    assert "home.main" in names(page).all_inner_texts()
    expect(page.get_by_label("State")).to_have_value("live")
    page.get_by_label("State").select_option("Never published")
    if not script:
        page.get_by_role("button", name="Search").click()
    page.wait_for_url(re.compile(r"state=never-published"))
    assert "home.main" not in names(page).all_inner_texts()
    page.go_back()
    expect(page.get_by_label("State")).to_have_value("live")
    assert "home.main" in names(page).all_inner_texts()
    if script:
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_checkbox_with_data_submit_on_change_submits_its_form(open_page):
    page = open_page()

    def add_a_checkbox(route):
        answer, order = route.fetch(), '<select name="sort"'
        checkbox = '<input type="checkbox" name="tick" data-submit-on-change>'
        route.fulfill(response=answer, body=answer.text().replace(order, checkbox + order))

    page.route("**/features", add_a_checkbox)
    page.goto("/features")
    page.locator("[name=tick]").click()
    page.wait_for_url(re.compile(r"tick=on"))


def test_a_version_map_starts_scrolled_to_the_platforms_in_both_text_directions(open_page):
    page = open_page(width=320)
    page.goto("/features/home.main")
    for direction in ("ltr", "rtl"):
        page.evaluate("direction => { document.documentElement.dir = direction }", direction)
        start = page.evaluate("""() => {
            const box = document.querySelector('.scroll:has(> .version-map)').getBoundingClientRect();
            return document.querySelector('.version-map .platform').getBoundingClientRect().left - box.left;
        }""")
        assert abs(start) < 1, direction
        # The visually hidden caption of the map must not widen the page.
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, direction
