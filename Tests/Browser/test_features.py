"""The list of features with its search, filters and browser history; the version map of a feature; the focus after a
form is refused; and pages with long names."""

import re

import pytest
from playwright.sync_api import expect

from documents import SCREEN, SCREEN_2
from looks import fits


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


def test_a_notice_says_that_a_search_did_not_run_until_one_succeeds(open_page):
    page = open_page()
    page.goto("/features")
    status, search, notice = page.get_by_role("status"), page.get_by_role("searchbox"), "The search did not run"
    count = status.inner_text()
    for next_text in ("main", "home"):
        page.context.set_offline(True)
        search.fill("mai")
        expect(status).to_contain_text(notice)
        search.fill("no such feature")
        page.wait_for_timeout(300)
        # The list stays as it was, so its count stays too.
        assert status.inner_text().startswith(count) and status.inner_text().count(notice) == 1
        page.context.set_offline(False)
        search.fill(next_text)
        expect(page).to_have_url(re.compile(rf"\?q={next_text}$"))
        expect(status).not_to_contain_text(notice)
        count = status.inner_text()
    page.context.set_offline(True)
    search.fill("ho")
    expect(status).to_contain_text(notice)
    # The list already shows the result of this search.
    search.fill("home")
    expect(status).to_have_text(count)


def add_a_next_page(route):
    """Adds a link to another page to the list, which is too short for one."""
    answer, link = route.fetch(), '<nav><a id="next" href="/features?page=1">Next</a></nav>'
    body = re.sub(r"<div [^>]*data-features>", lambda found: found[0] + link, answer.text())
    route.fulfill(response=answer, body=body)


@pytest.mark.parametrize("is_running", [False, True])
def test_a_click_on_next_before_the_search_has_run_shows_its_result_first(open_page, is_running):
    page = open_page()
    page.route("**/features", add_a_next_page)
    page.goto("/features")
    held = []
    page.route("**/features?q=main", lambda route: held.append(route) if is_running else route.continue_())
    click = "document.querySelector('#next').click()"
    if is_running:
        with page.expect_request("**/features?q=main"):
            page.get_by_role("searchbox").fill("main")
        page.evaluate(click)
        page.wait_for_timeout(100)
        held.pop().continue_()
    else:
        # The click comes at once after the typing.
        page.evaluate(f"""() => {{
            const search = document.querySelector('[data-search]');
            search.value = 'main';
            search.dispatchEvent(new Event('input', {{ bubbles: true }}));
            {click};
        }}""")
    expect(names(page)).to_have_text(["home.main"])
    expect(page).to_have_url(re.compile(r"\?q=main$"))
    expect(page.get_by_role("searchbox")).to_have_value("main")


def test_a_link_opens_once_the_search_has_run_or_failed(open_page):
    page = open_page()
    page.route(re.compile(r"/features(\?q=main)?$"), add_a_next_page)
    page.goto("/features")
    search, status = page.get_by_role("searchbox"), page.get_by_role("status")
    page.context.set_offline(True)
    search.fill("mai")
    expect(status).to_contain_text("The search did not run")
    page.context.set_offline(False)
    search.fill("main")
    expect(names(page)).to_have_text(["home.main"])
    page.locator("#next").click()
    page.wait_for_url("**/features?page=1")


def test_the_theme_changes_without_a_script_error_while_galley_cannot_be_reached(open_page):
    page = open_page()
    page.goto("/features")
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Use the dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # `open_page` fails the test if the page has a script error.
    page.wait_for_timeout(100)


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


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_the_columns_of_a_version_map_have_equal_widths_and_their_labels_do_not_overlap(open_page, count):
    page = open_page(width=800)
    page.goto("/features/home.main")
    assert page.locator(".version-map col.versions").count() == page.locator(".version-map thead th").count() - 1
    # Gives the map as many columns as the test needs, with long versions.
    columns = page.evaluate("""count => {
        const map = document.querySelector('.version-map');
        const make = (parent, tag, name, text) => {
            const element = parent.appendChild(document.createElement(tag));
            element.className = name;
            element.textContent = text;
            return element;
        };
        map.querySelectorAll('col.versions, thead th:not(.platform), tbody td').forEach(element => element.remove());
        for (let index = 0; index < count; index++) {
            make(map.querySelector('colgroup'), 'col', 'versions', '');
            make(map.tHead.rows[0], 'th', '', `2026.${index}.10-beta.1`);
            for (const row of map.tBodies[0].rows) {
                const bar = make(make(row, 'td', '', ''), 'span', 'bar', '');
                make(bar, 'span', 'range', `2026.${index}.10-beta.1 → 2026.${index + 1}`);
            }
        }
        return [...map.tHead.rows[0].cells].slice(1).map((cell, index) => ({
            width: cell.getBoundingClientRect().width,
            overflows: cell.scrollWidth > cell.clientWidth + 1
                || [...map.tBodies[0].rows].some(row => {
                    const bar = row.cells[index + 1].firstElementChild;
                    return bar.scrollWidth > bar.clientWidth + 1;
                }),
        }));
    }""", count)
    widths = [column["width"] for column in columns]
    smallest = 6 * page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert len(widths) == count and max(widths) - min(widths) <= 1 and min(widths) >= smallest - 1
    assert not any(column["overflows"] for column in columns)


def test_a_version_map_fades_out_only_where_it_continues(open_page):
    page = open_page(width=800)
    page.goto("/features/home.main")

    def fades():
        return page.evaluate("""async () => {
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const style = getComputedStyle(document.querySelector('.scroll:has(> .version-map)'));
            return ['start', 'end'].map(edge => style.getPropertyValue(`--fade-${edge}`) !== '0px');
        }""")

    assert fades() == [False, False]
    page.evaluate("document.querySelector('.version-map').style.minInlineSize = '3000px'")
    assert fades() == [False, True]
    page.evaluate("document.querySelector('.scroll:has(> .version-map)').scrollLeft = 1000")
    assert fades() == [True, True]
    page.evaluate("document.querySelector('.scroll:has(> .version-map)').scrollLeft = 3000")
    assert fades() == [True, False]


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


def test_after_a_refusal_the_wrong_field_has_the_focus_and_is_in_view(open_page):
    page = open_page()
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/features/home.main/settings")
    page.locator("#clone").fill("Bad!")
    page.locator("#clone").press("Enter")
    expect(page.locator("#clone-problem")).to_be_visible()
    expect(page.locator("#clone")).to_be_focused()
    expect(page.locator("#clone")).to_be_in_viewport()

    page.goto("/features/home.main/switch-offs/new")
    page.locator("#reason").fill("It crashes")
    page.locator("#confirmation").fill("home.mian")
    page.locator("#confirmation").press("Enter")
    expect(page.locator("#confirmation-problem")).to_be_visible()
    expect(page.locator("#confirmation")).to_be_focused()
    expect(page.locator("#confirmation")).to_be_in_viewport()


#: A feature's name of the maximum length, whose last 37 letters have no separator.
LONG = "feature." * 7 + "longer." + "x" * 37


@pytest.fixture(scope="module")
def long_names(demo):
    """Adds a feature, an owner, a rollout plan and an account with the longest names; returns the account's name and
    password."""
    for document in (SCREEN, SCREEN_2):
        demo.push(LONG, document, "--kind", "screen")
    demo.json("release", "publish", LONG, "--revision", "1", "--platform", "ios", "--from", "9.0")
    demo.json("features", "own", LONG, "o" * 100)
    demo.json("rollouts", "save-plan", "p" * 100, "1:60:5", "100")
    account, password = "s" * 100, "correct horse battery"
    status, _, error = demo.run(
        "account", "add", account, "--display-name", "d" * 200, "--password-stdin",
        "--roles", "analyst,reviewer,release-manager,administrator", text=password + "\n")
    assert status == 0, error
    return account, password


def test_on_a_narrow_screen_a_long_word_begins_beside_the_name_of_its_column(open_page):
    page = open_page(width=320)
    page.goto("/accounts")
    cell = page.locator("td[data-label='Display name']").first
    cell.locator("bdi").evaluate("name => { name.textContent = 'W'.repeat(100) }")
    first, name = cell.bounding_box(), cell.locator("bdi").bounding_box()
    assert name["height"] > 100 and name["y"] - first["y"] < 10, (first, name)


def test_pages_with_the_longest_names_fit(open_page, long_names, keep):
    account, password = long_names
    page = open_page(signed_in=False)
    page.goto("/features")
    page.get_by_label("Name").fill(account)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/features")
    feature = f"/features/{LONG}"
    for name, path in {
        "features": "/features", "feature": feature, "editor": f"{feature}/editor", "settings": f"{feature}/settings",
        "links": f"{feature}/links", "publish": f"{feature}/releases/new?revision=2&platform=ios&from-ios=10.0",
        "revisions": f"{feature}/revisions", "revision": f"{feature}/revisions/1",
        "review": f"{feature}/revisions/2/review", "rollback": f"{feature}/rollbacks/new?to=0",
        "switch-off": f"{feature}/switch-offs/new",
        "remove": f"{feature}/removals/new?platform=ios&from=9.0&revision=1",
        "compare": f"{feature}/comparison?a=1&b=2", "missing": f"{feature}/comparison?a=1&b=99",
        "rollouts": "/rollouts", "accounts": "/accounts", "account": f"/accounts/{account}", "own": "/account",
        "releases": "/releases", "audit": "/audit",
    }.items():
        page.goto(path)
        assert page.get_by_role("heading", name="Not found").count() == 0, path
        for width in (320, 768, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            keep(page, f"longest-{name}-{width}")
            fits(page)
            # A panel cuts off content that is wider than the panel, such as a table.
            cut = page.evaluate("""[...document.querySelectorAll('.panel.flush')]
                .filter(panel => panel.scrollWidth > panel.clientWidth + 1).map(panel => panel.innerText.slice(0, 80))""")
            assert not cut, f"{path} at {width} px: {cut}"
