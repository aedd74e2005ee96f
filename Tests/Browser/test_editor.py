"""What the editor offers for texts that pasting has changed, and the bar above all pages."""

import json

import pytest

from frames import screen, text, until


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_what_pasting_did_is_undone_when_asked(open_page, demo, script):
    name = f"pasted.{'script' if script else 'plain'}"
    demo.push(name, json.dumps(screen(text("before"))), "--kind", "screen")
    page = open_page(script)
    document = json.dumps(screen(text("inside the answer")))
    for pasted, offer in [
        (json.dumps({"status": 200, "data": json.loads(document)}), "Keep the document alone"),
        (document.replace('"', "”").replace(" ", "\u00a0", 3), "Change them back"),
    ]:
        page.goto(f"/features/{name}/editor")
        if script:
            until(page, "document.querySelector('.CodeMirror') !== null")
            page.evaluate("text => document.querySelector('.CodeMirror').CodeMirror.setValue(text)", pasted)
        else:
            page.get_by_label("JSON of the document").fill(pasted)
            page.get_by_role("button", name="Check", exact=True).click()
        page.get_by_role("button", name=offer).click()
        page.get_by_text("No problems").wait_for()
        assert page.get_by_role("button", name=offer).count() == 0
        page.frame_locator("[data-frame]").get_by_text("inside the answer").wait_for()
        if script:
            page.once("dialog", lambda dialog: dialog.accept())


def test_every_place_of_the_bar_is_seen_on_a_narrow_screen(open_page):
    page = open_page(width=320)
    page.goto("/features")
    for link in page.get_by_role("navigation", name="Main").get_by_role("link").all():
        box = link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320, box
