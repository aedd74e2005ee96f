"""Checks that apply to every page: it is accessible, and no wider than its window."""

from axe_playwright_python.sync_playwright import Axe

#: The pairs of theme and width in which pages are checked. A theme changes only colors and a width only the layout, so
#: each theme is checked in one width only.
LOOKS = [("light", 1440), ("dark", 320)]

#: The widths of windows in pixels that every page has to fit.
WIDTHS = [320, 768, 1440]


def accessible(page):
    """Fails if axe reports a violation. Frames in the page are not checked; tests open their pages separately."""
    page.wait_for_load_state()
    result = Axe().run(page, options={"iframes": False, "resultTypes": ["violations"]})
    assert result.violations_count == 0, f"{page.url}\n{result.generate_report()}"


def fits(page):
    """Fails if the page can be scrolled sideways."""
    wide, width = page.evaluate(
        "[document.documentElement.scrollWidth - document.documentElement.clientWidth, innerWidth]")
    assert wide <= 0, f"{page.url} is {wide} px wider than a window of {width} px"


def fits_all(page):
    """Fails if the page can be scrolled sideways at one of the widths; restores the size of the window."""
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": before["height"]})
        fits(page)
    page.set_viewport_size(before)
