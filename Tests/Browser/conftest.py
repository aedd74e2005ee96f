import os
import pathlib
import sys

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from frames import PATIENCE

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Journeys"))

SCREENSHOTS = pathlib.Path(__file__).resolve().parent / "screenshots"

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    """The distribution's headless Chromium, started once for the whole run; it needs a third less processor time than
    Chromium with windows."""
    with sync_playwright() as playwright:
        arguments = ["--hide-scrollbars", "--font-render-hinting=none", "--disable-lcd-text"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        one = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=arguments)
        yield one
        one.close()


@pytest.fixture(scope="session")
def signed_in_state(browser, demo):
    """The cookies of an account with the default roles, which signs in once through the sign-in page."""
    password = demo.add_account("ana")
    context = browser.new_context(base_url=demo.console_url)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/features")
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/features")
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def open_page(browser, demo, signed_in_state):
    """Opens pages of Galley. Fails the test afterwards if a page had a script error or an error in the browser's
    console, except errors about refused requests and about being offline."""
    contexts, problems = [], []

    def open_page(script=True, width=1280, height=900, theme="light", signed_in=True, **options):
        context = browser.new_context(
            base_url=demo.console_url, java_script_enabled=script, viewport={"width": width, "height": height},
            color_scheme=theme, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"],
            storage_state=signed_in_state if signed_in else None, **options)
        contexts.append(context)
        # The limit applies to this page and to pages that it opens.
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"script error: {error}"))
        page.on("console", lambda message: problems.append(f"console: {message.text}")
                if message.type == "error" and "the server responded with a status of" not in message.text
                and "net::ERR_INTERNET_DISCONNECTED" not in message.text else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture
def keep():
    """Saves screenshots if GALLEY_SCREENSHOTS=1; off by default, because a long page takes a second."""
    if os.environ.get("GALLEY_SCREENSHOTS") != "1":
        return lambda page, name, full_page=False: None
    SCREENSHOTS.mkdir(exist_ok=True)

    def keep(page, name, full_page=False):
        # Chromium sometimes cannot take a screenshot while a page is being replaced; then it is tried again.
        for is_last in (False, False, True):
            try:
                page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)
                return
            except Error:
                if is_last:
                    raise
                page.wait_for_timeout(300)

    return keep
