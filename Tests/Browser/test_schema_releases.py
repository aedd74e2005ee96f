"""A schema release from its upload through the approvals of three teams to its adoption, without script."""

import shutil

import pytest

from frames import PATIENCE
from installation import ROOT
from looks import LOOKS, accessible, fits

#: The names of the accounts and their teams; administrators have no team.
PEOPLE = {"mira": None, "ada": None, "ira": "ios", "andy": "android", "bea": "backend"}


@pytest.fixture
def sign_in(browser, installation):
    """Signs in to the console under a name and returns the page; without script by default."""
    contexts = []

    def sign_in(name, script=False, theme="light", width=1440):
        context = browser.new_context(base_url=installation.console_url, java_script_enabled=script, color_scheme=theme,
                                      reduced_motion="reduce", viewport={"width": width, "height": 900})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/features")
        return page

    yield sign_in
    for context in contexts:
        context.close()


def test_three_teams_approve_an_uploaded_archive_that_breaks_a_live_feature(installation, sign_in, tmp_path):
    for name, team in PEOPLE.items():
        installation.add_account(name, roles="reviewer" if team else "administrator")
    installation.push("home.offers", '{"type": "Screen", "widgets": [], "title": "Offers"}')
    published = installation.run("release", "publish", "home.offers", "--revision", "1", "--platform", "ios", "--from", "9.0")
    assert published[0] == 0, published
    schemas = shutil.copytree(ROOT / "schemas", tmp_path / "wrapped" / "schemas")
    screen = schemas / "screens" / "Screen" / "schema.json"
    text = screen.read_text()
    # A long word, which the page must break so that it is no wider than its window.
    limits = '"not": {"const": "Offers"}, "pattern": "^.*$|^a_pattern_of_so_many_characters_and_no_space$"'
    screen.write_text(text.replace('"title": {\n', f'"title": {{\n{limits},\n', 1))
    assert screen.read_text() != text
    archive = shutil.make_archive(str(tmp_path / "schemas"), "zip", tmp_path / "wrapped")

    mira = sign_in("mira")
    for name, team in PEOPLE.items():
        if team:
            mira.goto(f"/accounts/{name}")
            mira.locator(f"input[name=team][value={team}]").check()
            with mira.expect_navigation():
                mira.get_by_role("button", name="Save teams").click()
    mira.goto("/schemas")
    mira.get_by_role("link", name="Schema releases").click()
    mira.locator("#archive").set_input_files(archive)
    form = mira.locator("form", has=mira.locator("#archive"))
    form.get_by_label("Note").fill("No offers")
    form.get_by_role("button", name="Propose").click()
    mira.wait_for_url("**/schemas/releases/2")
    mira.get_by_text("1 of 1 feature checked.").wait_for()
    mira.get_by_text("1 feature breaks").wait_for()
    mira.get_by_role("link", name="home.offers").wait_for()

    for theme, width in LOOKS:
        page = sign_in("ira", script=True, theme=theme, width=width)
        page.goto("/schemas/releases/2")
        accessible(page)
        fits(page)
        page = sign_in("mira", script=True, theme=theme, width=width)
        for path in ("/schemas/releases", "/accounts/ira"):
            page.goto(path)
            accessible(page)
            fits(page)
    for name, team in PEOPLE.items():
        if team:
            page = sign_in(name)
            page.goto("/schemas/releases/2")
            page.get_by_role("button", name="Approve").click()
            page.get_by_text("Approval recorded.").wait_for()
    ada = sign_in("ada")
    ada.goto("/schemas/releases/2")
    ada.get_by_role("button", name="Adopt schema release 2").click()
    ada.get_by_text("Schema release adopted.").wait_for()
    assert installation.json("schemas", "list")[0]["isCurrent"]
