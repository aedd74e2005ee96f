"""Other tabs of the same browser, which share its session."""


def sign_out_in_another_tab(page):
    """Signs out in a new tab of the page's browser; returns the tab."""
    tab = page.context.new_page()
    tab.goto("/features")
    tab.get_by_role("button", name="Sign out").click()
    tab.get_by_text("Signed out.").wait_for()
    return tab
