"""The page of a revision: its text is colored only where it is visible, and invisible characters are marked."""

import json

import pytest

from frames import screen, text, until

#: Returns the colored texts of one token type (property, string, number, word).
COLORED = """kind => [...CSS.highlights.get(`json-${kind}`)].map(range => {
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    return live.toString();
})"""


def widgets(count, value="line {}"):
    document = screen(text("first"))
    document["widgets"] += [
        {"type": "SDUIWidget", "id": f"w{number}", "content": text(value.format(number))} for number in range(count)]
    return document


def opened(page, demo, name, document):
    """Opens the page of a revision without its preview, and waits until its text has colors."""
    demo.push(name, document, "--kind", "screen")
    page.route("**/previews/**", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    page.goto(f"/features/{name}/revisions/1")
    until(page, "globalThis.CSS.highlights.has('json-word')")


@pytest.mark.parametrize("value", ["line {}", "строка 𝄞 {}", "سطر {}"], ids=["ascii", "cyrillic", "arabic"])
@pytest.mark.parametrize("indent", [None, 1], ids=["one-line", "formatted"])
def test_only_visible_text_is_colored(open_page, demo, indent, value, request):
    document = json.dumps(widgets(700, value), ensure_ascii=False, indent=indent)
    page = open_page()
    opened(page, demo, f"colored.{request.node.callspec.id.replace('-', '.')}", document)

    assert page.evaluate(COLORED, "property")[:2] == ['"type"', '"widgets"']
    assert '"Screen"' in page.evaluate(COLORED, "string")
    assert sum(len(page.evaluate(COLORED, kind)) for kind in ("property", "string", "number", "word")) < 1_000
    assert page.evaluate("[...document.querySelectorAll('.listing td')].map(cell => cell.textContent).join('\\n')") == document
    page.evaluate("""() => {
        const listing = document.querySelector('.listing');
        Object.assign(listing, { scrollLeft: listing.scrollWidth, scrollTop: listing.scrollHeight });
        listing.scrollIntoView();
    }""")
    last = '"' + value.format(699) + '"'
    until(page, f"kind => ({COLORED})(kind).includes({json.dumps(last)})", "string")
    assert sum(len(page.evaluate(COLORED, kind)) for kind in ("property", "string", "number", "word")) < 1_000


@pytest.mark.parametrize("script", [True, False])
def test_only_lines_near_the_view_are_laid_out(open_page, demo, script):
    name = f"long.{script}".lower()
    demo.push(name, json.dumps(widgets(700), indent=1), "--kind", "screen")
    page = open_page(script=script)
    page.goto(f"/features/{name}/revisions/1#L4000")
    is_laid_out = "id => document.getElementById(id).checkVisibility({ contentVisibilityAuto: true })"
    until(page, is_laid_out, "L4000")
    assert not page.evaluate(is_laid_out, "L1000")
    row, listing = page.locator("#L4000").bounding_box(), page.locator(".listing").bounding_box()
    assert listing["y"] <= row["y"] + 1 <= listing["y"] + listing["height"]
    # A group of lines keeps its height when it is laid out, so that nothing moves when it comes into view.
    heights = page.locator(".lines tbody").evaluate_all(
        "groups => groups.slice(0, -1).map(group => Math.round(group.getBoundingClientRect().height))")
    assert len(heights) > 20 and len(set(heights)) == 1


def test_a_string_longer_than_the_window_is_colored(open_page, demo):
    document = json.dumps(widgets(1, "a \\" * 20_000))
    page = open_page()
    opened(page, demo, "colored.string", document)
    page.evaluate("document.querySelector('.listing').scrollLeft = 300_000")
    until(page, f"kind => ({COLORED})(kind).some(word => /^[a \\\\]{{100,}}$/.test(word))", "string")


def test_invisible_characters_are_marked_and_copied_unchanged(open_page, demo):
    name = "hidden.text"
    title = "pay \u202e001\u202c \u2069euro می\u200cخواهم"
    document = json.dumps(screen(text(title)), ensure_ascii=False, indent=2)
    demo.push(name, json.dumps(screen(text("pay 100 euro")), indent=2), "--kind", "screen")
    demo.push(name, document, "--kind", "screen")
    page = open_page()
    page.goto(f"/features/{name}/revisions/2")
    marks = page.locator(".listing .hidden-character")
    codes = ["U+202E", "U+202C", "U+2069"]
    assert marks.evaluate_all("marks => marks.map(mark => mark.dataset.code)") == codes
    boxes = [mark.bounding_box() for mark in marks.all()]
    assert boxes[0]["width"] > 20 and boxes[0]["x"] + boxes[0]["width"] < boxes[1]["x"] < boxes[2]["x"]
    line = page.locator(".listing td", has=page.locator(".hidden-character"))
    copied = line.evaluate("cell => { getSelection().selectAllChildren(cell); return getSelection().toString(); }")
    assert copied in document.split("\n")
    page.goto(f"/features/{name}/comparison?a=1&b=2")
    for part in (page.locator(".differences ins"), page.locator(".text-comparison ins")):
        assert part.locator(".hidden-character").first.get_attribute("data-code") == "U+202E"
