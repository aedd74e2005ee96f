"""Previews of documents with injected markup, extreme sizes and invalid text: no request is sent, no script of the
document runs, and the page shows its texts and scrolls."""

import json
import time

import pytest

from frames import PATIENCE, screen, text, until, write_page

# Texts that do harm where a page does not escape them.
MARKS = {
    "script": "<script>window.harmed = 1</script>",
    "image": "\"><img src=//harm.test/x onerror='window.harmed = 1'>",
    "handler": "' autofocus onfocus='window.harmed = 1' x='",
    "svg": "<svg/onload=window.harmed=1>",
    "style-end": "</style><script>window.harmed = 1</script>",
    "script-end": "</script><script>window.harmed = 1</script>",
    "title-end": "</title></main></textarea></noscript><iframe src=//harm.test></iframe>",
    "comment": "--><script>window.harmed = 1</script><!--",
    "mustache": "{{{html}}}{{> page}}{{&value}}{{=<% %>=}}{{#a}}{{/b}}",
    "css": "red;background:url(//harm.test/c);} body{display:none",
    "import": "@import url(//harm.test/i.css);",
    "expression": "expression(window.harmed=1)",
    "javascript": "javascript:window.harmed=1",
    "data": "data:text/html,<script>parent.harmed=1</script>",
    "file": "file:///etc/passwd",
    "protocol": "//harm.test/p.png",
    "https": "https://harm.test/pixel.gif?secret=1",
    "refresh": "<meta http-equiv=refresh content='0;url=//harm.test'>",
    "base": "<base href=//harm.test><link rel=stylesheet href=//harm.test/s.css>",
    "form": "<form action=//harm.test><button>x</button></form>",
    "combining": "\"́ onmouseover=window.harmed=1 ́<́b>",
    "entities": "&lt;script&gt;window.harmed=1&lt;/script&gt; &#60;b&#62;",
    "nul": "a\x00b\x01c\x1b[31m\x7f\u0085",
    "override": "\u202e\u2066\u202dgnp.exe\u200f\ufeff",
    "noncharacters": "\ufffe\uffff\U0010ffff\U000e0041 \u2028\u2029",
    "backslash": "\\\\\";}</b>\\u003cscript\\u003e`${window.harmed=1}`",
    "template": "<template><slot onslotchange=window.harmed=1></template><details open ontoggle=window.harmed=1>",
    "anchors": "#x{anchor-name:--c1-0}",
}


def everywhere(mark):
    """Returns a screen with a text in most of its strings and as names of members."""
    action = {"deeplink": mark, "analytics": {"event": mark, "params": {mark: mark}}}
    return {"type": "Screen", "title": mark, mark: mark, "widgets": [
        {"type": "SDUIWidget", "id": mark, "title": mark, "content": {
            "type": "StackView", "axis": mark, "alignment": mark, "distribution": mark, "spacing": mark, "tag": mark, "elements": [
                {"type": "TextView", "text": {"value": mark, "typography": mark, "color": mark}, "action": action},
                {"type": "ButtonView", "title": {"value": mark}, "icon": {"name": mark}, "backgroundColor": mark, "size": mark},
                {"type": "IconView", "icon": {"url": mark, "name": mark}, "size": mark, "shape": mark, "html": mark},
                {"type": mark, mark: {"type": mark, "html": mark, "glyph": mark}, "html": {"html": mark}}]}},
        {"type": "HorizontalListWidget", "id": "h", "title": mark, "content": [text("visible"), {"type": mark}]},
        {"type": "SDUIWidget", "id": "c", "content": {"type": "ConstraintWrapper", "elements": [
            {"tag": mark, "element": text(mark), "constraints": [
                {"type": "top", "reference": "superview", "constant": 1}, {"type": "left", "reference": mark, "constant": 1}]},
            {"tag": "b", "element": text("visible"), "constraints": [{"type": mark, "reference": mark, "constant": 1}]}]}}]}


def kinds(mark):
    """Returns a form, a questionnaire, an option sheet and a flow, by kind, with a text in most of their strings and as
    names of members."""
    return {
        "Form": {"type": "Form", "title": mark, "steps": [{"title": mark, "jsonSchema": {"type": "object", "properties": {
            mark: {"type": "string", "title": mark, "description": mark, "enum": [mark], "default": mark, "pattern": mark},
            "b": {"type": "string", "title": "visible", "errors": {"required": mark}}}, "required": ["b", mark]},
            "uiSchema": {mark: {"ui:widget": mark, "ui:help": mark}, "b": {"ui:widget": "info", "ui:options": {"link": mark}}}}],
            "submit": {"title": mark, "action": {"deeplink": mark}}},
        "Questionnaire": {"type": "Questionnaire", "title": mark, "sections": [{"title": mark, "cells": [
            {"key": mark, "title": mark, "kind": "text", "initialValue": mark, "validation": {"masks": [mark],
             "patterns": [{"pattern": mark, "message": mark}]}},
            {"key": "b", "title": "visible", "kind": "choice", "options": [{"value": mark, "title": mark}]}]}]},
        "OptionSheet": {"type": "OptionSheet", "title": mark, "tool": {"kind": "searchField", "placeholder": mark},
                        "dataProvider": {"kind": "static", "content": {"options": [
                            {"cellStyle": "classic", "title": mark, "icon": {"name": mark, "url": mark},
                             "accessory": {"kind": "tag", "text": mark}}, {"cellStyle": "classic", "title": "visible"}]}}},
        "ModuleFlow": {"type": "ModuleFlow", "title": mark, "start": "a", "modules": [
            {"id": "a", "content": {"element": text(mark)}, "output": [{"event": mark}]}, {"id": mark, "content": {"feature": mark}}],
            "connections": [{"from": "a", "event": mark, "to": mark, "transition": {"kind": "push"}}]},
    }


def nested(kind, depth):
    """Returns a document of `depth` elements of a kind inside each other."""
    inner = json.dumps(text("innermost"))
    opening = {"ViewWrapper": '{"type": "ViewWrapper", "padding": "xs", "element": ',
               "StackView": '{"type": "StackView", "axis": "horizontal", "elements": [',
               "ConstraintWrapper": '{"type": "ConstraintWrapper", "elements": [{"tag": "a", "constraints": [{"type": "top", '
                                    '"reference": "superview", "constant": 1}], "element": ',
               "list": "[", "unknown": '{"type": "x", "y": '}[kind]
    closing = {"ViewWrapper": "}", "StackView": "]}", "ConstraintWrapper": "}]}", "list": "]", "unknown": "}"}[kind]
    return opening * depth + inner + closing * depth


def wrapper(children):
    return screen({"type": "ConstraintWrapper", "elements": children})


def chained(count):
    """Returns a screen of elements, each of which is placed below the one before."""
    return wrapper([{"tag": f"t{n}", "element": text(f"visible {n}"), "constraints": [
        {"type": "top", "reference": f"t{n - 1}" if n else "superview", "constant": 1},
        {"type": "leading", "reference": "superview", "constant": n % 7}]} for n in range(count)])


def numbers(constant):
    """Returns a screen whose constraints have a constant, given as JSON text."""
    document = json.dumps(wrapper([{"tag": "a", "element": text("visible"), "constraints": [
        {"type": "top", "reference": "superview", "constant": "N"}, {"type": "width", "constant": "N"},
        {"type": "height", "constant": "N"}, {"type": "leading", "reference": "superview", "constant": "N"}]}]))
    return document.replace('"N"', constant)


DOCUMENTS = {f"everywhere-{name}": everywhere(mark) for name, mark in MARKS.items()}
DOCUMENTS |= {f"{kind}-{name}": document for name in ("script", "css", "override", "style-end")
              for kind, document in kinds(MARKS[name]).items()}
DOCUMENTS |= {
    "giant-text": screen(text("visible " + "word " * 200_000)),
    "giant-word": screen(text("visible" + "m" * 1_000_000)),
    "giant-title": {"type": "Screen", "title": "ы" * 500_000, "widgets": [{"type": "SDUIWidget", "id": "a", "content": text("visible")}]},
    "giant-marks": screen(text("visible " + "́" * 300_000)),
    "giant-constrained": wrapper([{"tag": "a", "element": text("visible " + "слово " * 100_000), "constraints": [
        {"type": "top", "reference": "superview", "constant": 0}]}]),
    "nodes": {"type": "Screen", "widgets": [{"type": "VerticalListWidget", "id": "v", "content": [
        text(f"visible {n}") for n in range(10_000)]}]},
    "nodes-rows": {"type": "Screen", "widgets": [{"type": "VerticalListWidget", "id": "v", "content": [
        {"type": "StackView", "axis": "horizontal", "distribution": "equalCentering", "elements": [text("visible"), text(str(n))]}
        for n in range(3_300)]}]},
    "nodes-constrained": {"type": "Screen", "widgets": [{"type": "VerticalListWidget", "id": "v", "content": [
        chained(10)["widgets"][0]["content"] for _ in range(500)]}]},
    "nodes-unknown": {"type": "Screen", "widgets": [{"type": "x", "a": n, "b": ["visible", {"c": n}]} for n in range(5_000)]},
    "chain": chained(500),
    "chain-too-long": chained(2_000),
    "circle": wrapper([{"tag": f"t{n}", "element": text("visible"), "constraints": [
        {"type": "top", "reference": f"t{(n + 1) % 400}", "constant": 1}]} for n in range(400)]),
    "members": json.dumps({"type": "Screen", "widgets": [{"type": "x", **{f"m{n}": "visible" for n in range(20_000)}}]}),
    "duplicates": '{"type": "Screen", "type": "Form", "title": "visible", "title": "<b>", "widgets": [], "widgets": []}',
    "numbers-huge": numbers("1e308"), "numbers-over": numbers("1e999"), "numbers-negative": numbers("-99999999999999999999"),
    "numbers-tiny": numbers("0.000000000000000000001e-300"), "numbers-word": numbers('"NaN"'), "numbers-not": numbers("NaN"),
    "numbers-long": numbers("1" * 5_000),
    "deep-wrappers": nested("ViewWrapper", 250), "deep-stacks": nested("StackView", 120),
    "deep-constraints": nested("ConstraintWrapper", 80), "deep-lists": nested("list", 250), "deep-unknown": nested("unknown", 250),
    "too-deep": nested("ViewWrapper", 5_000),
    "not-json": "<script>window.harmed = 1</script>", "cut": '{"type": "Screen", "title": "<script>window.harmed = 1</script>',
    "not-utf-8": b'{"type": "Screen", "title": "\xff\xfe<script>"}', "surrogates": '{"type": "Screen", "title": "\\ud800 visible"}',
    "empty": "", "null": "null", "array": '["<script>window.harmed = 1</script>"]',
}

# Returns the signs of harm in a page (scripts that ran, frames, handlers of events, elements that load), and its sizes.
HARM = """() => ({harmed: window.harmed || document.documentElement.dataset.harmed || null, frames: window.length,
  title: document.title.length, main: document.querySelectorAll('main').length,
  handlers: document.evaluate("count(//@*[starts-with(name(), 'on')])", document, null, XPathResult.NUMBER_TYPE, null).numberValue,
  loading: document.querySelectorAll('iframe, object, embed, img[src], link, base, video, audio, [href^=javascript]').length,
  height: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth,
  text: document.querySelector('main').innerText.length})"""


@pytest.fixture(scope="module")
def window(browser):
    """A page that records and aborts every request except the navigation to a file."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.requests, page.messages = [], []

    def route(route):
        if route.request.url.startswith("file:") and route.request.is_navigation_request():
            route.continue_()
        else:
            page.requests.append(route.request.url[:200])
            route.abort()

    context.route("**/*", route)
    page.on("dialog", lambda dialog: (page.messages.append("dialog"), dialog.dismiss()))
    page.on("popup", lambda popup: page.messages.append("popup"))
    page.on("pageerror", lambda error: page.messages.append(str(error)))
    page.on("console", lambda message: page.messages.append(message.text))
    yield page
    context.close()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_preview_of_a_hostile_document_sends_no_request_and_runs_none_of_its_scripts(window, tmp_path, name):
    window.requests.clear()
    window.messages.clear()
    start = time.monotonic()
    file = write_page(DOCUMENTS[name], tmp_path, name, device=390)
    answered = time.monotonic() - start
    window.goto(file.as_uri())
    for element in window.locator("main [tabindex], main button, main summary, main input").all()[:4]:
        element.hover(force=True, no_wait_after=True) if element.is_visible() else None
    found = window.evaluate(HARM)
    drawn = time.monotonic() - start - answered
    print(f"{name}: answered {answered:.2f} s, drawn {drawn:.2f} s, {file.stat().st_size >> 10} KiB")
    assert not window.requests and not window.messages, (window.requests, window.messages)
    assert found["harmed"] is None and found["frames"] == 0 and found["loading"] == 0 and found["handlers"] == 0, found
    assert found["main"] == 1, found
    assert found["width"] <= 390, "the page scrolls sideways"
    if name.startswith(("nodes", "giant", "deep", "chain", "numbers-h", "everywhere")) and name not in ("deep-lists",):
        assert found["text"] > 5 and ("innermost" if name.startswith("deep") else "visible") in window.locator("main").inner_text()
    if name.startswith(("nodes", "giant-text", "chain")):
        assert found["height"] > 2000, "the page does not scroll"
        window.mouse.move(200, 400)
        window.mouse.wheel(0, 600)
        until(window, "scrollY > 300")


def test_an_unclosed_direction_override_affects_only_its_own_text(window, tmp_path):
    """A text with an unclosed U+202E is reversed; the texts after it are not."""
    document = screen({"type": "StackView", "axis": "horizontal", "elements": [
        text("\u202eabc"), text("first second"), {"type": "ButtonView", "title": {"value": "\u202eabc"}}, text("third fourth")]})
    window.goto(write_page(document, tmp_path, "override", device=390).as_uri())
    order = window.evaluate("""() => [...document.querySelectorAll('main .Text')].map((element) => {
      const node = element.firstChild, range = document.createRange(), at = (n) => {
        range.setStart(node, n); range.setEnd(node, n + 1); return range.getBoundingClientRect().left };
      return at(node.length - 3) < at(node.length - 1) })""")
    assert order == [False, True, False, True]
