"""What holds of every page, whatever it shows: it is accessible, and no wider than its window."""

from axe_playwright_python.sync_playwright import Axe

#: The looks in which pages are checked: each theme once, at one end of the widths. Colors are the theme's and layout is
#: the width's, so every pair of both would find the same again, in three times the time.
LOOKS = [("light", 1440), ("dark", 320)]

#: The windows that every page has to fit.
WIDTHS = [320, 768, 1440]


def accessible(page):
    """axe finds nothing wrong with the page. What stands in its frames is not looked at: a frame is opened by itself."""
    result = Axe().run(page, options={"iframes": False, "resultTypes": ["violations"]})
    assert result.violations_count == 0, f"{page.url}\n{result.generate_report()}"


def fits(page):
    """Nothing of the page stands beyond the right or left of its window."""
    wide, width = page.evaluate(
        "[document.documentElement.scrollWidth - document.documentElement.clientWidth, innerWidth]")
    assert wide <= 0, f"{page.url} is {wide} px wider than a window of {width} px"


def fits_all(page):
    """The page fits each of the widths; leaves the window as it was."""
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": before["height"]})
        fits(page)
    page.set_viewport_size(before)
