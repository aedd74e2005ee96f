"""Previews of screens with every component and many tokens and nestings: texts are visible, the console of the
browser has no messages, and pages are accessible in both themes."""

import itertools
import os

import pytest

from frames import PATIENCE, screen, text, write_page
from looks import accessible, fits

LONG = os.environ.get("GALLEY_LONG_TESTS") == "1"
TYPOGRAPHIES = ("headlineLarge headlineMedium headlineSmall paragraphPrimary paragraphSecondary actionPrimary actionSecondary "
                "caption").split()
# The color tokens in which texts are readable on the background of a screen.
READABLE = ("textPrimary", "textSecondary", "textAccent", "accent", "positive", "negative")
# A sentence in each language.
WORDS = {"en": "Exchange dollars without a fee until Sunday evening", "ru": "Обменяйте валюту без комиссии до вечера воскресенья",
         "fa": "تا عصر یکشنبه بدون کارمزد ارز بخرید", "ar": "استبدل العملة دون رسوم حتى مساء الأحد", "zh-Hant": "週日晚前免手續費兌換外幣"}


def button(value, **more):
    return {"type": "ButtonView", "title": {"value": value}, **more}


def icon(**more):
    return {"type": "IconView", "icon": {"name": "glyph_card"}, **more}


def data(title, **more):
    content = {"title": {"value": title, "typography": "paragraphPrimary"}, "subtitle": {"value": title + " 2"},
               "caption": {"value": title + " 3"}}
    return {"type": "DataView", "dataContent": content, **more}


def stack(*elements, axis="vertical", **more):
    return {"type": "StackView", "axis": axis, "elements": list(elements), **more}


def wrapper(element, **more):
    return {"type": "ViewWrapper", "element": element, **more}


def documents():
    """Yields the name and the document of each case."""
    for typography in TYPOGRAPHIES:
        yield f"typography-{typography}", screen(stack(*(text(words, typography) for words in WORDS.values()), spacing="s"))
    for color in READABLE:
        yield f"color-{color}", screen(text(f"In {color}", color=color))
    for background in ("accent", "backgroundSecondary", "textPrimary", "staticBlack", None):
        more = {"backgroundColor": background} if background else {}
        yield f"button-{background}", screen(stack(*(button(f"{size} Pay", size=size, **more) for size in ("s", "m", "l", "xxl")),
                                                   button("Long " + WORDS["en"], icon={"name": "glyph_star"}, **more), spacing="s"))
    for shape in ("circle", "square", "superellipse", "none"):
        yield f"icon-{shape}", screen(stack(text("Icons"), *(icon(shape=shape, size=size, backgroundColor="backgroundSecondary")
                                                             for size in "sml"), axis="horizontal", spacing="m"))
    for number, (alignment, distribution) in enumerate(itertools.product(
            ("fill", "start", "center", "end", "firstBaseline", "lastBaseline"),
            ("fill", "fillEqually", "fillProportionally", "equalSpacing", "equalCentering"))):
        # All pairs take minutes. Every fourth pair is enough to use each alignment and each distribution at least once.
        if not LONG and number % 4 > 0:
            continue
        parts = [text("One"), text("Two words", "headlineSmall"), icon(size="s"), text("three", "caption")]
        yield f"stack-{alignment}-{distribution}", screen(stack(
            stack(*parts, axis="horizontal", alignment=alignment, distribution=distribution, spacing="xs"),
            stack(*parts, alignment=alignment, distribution=distribution, spacing="xs"), spacing="l"))
    for spacing in "none xxs xs s m l xl xxl".split():
        yield f"spacing-{spacing}", screen(wrapper(stack(text("Above"), text("Below"), spacing=spacing), padding=spacing,
                                                   cornerRadius=spacing, backgroundColor="backgroundSecondary"))
    for language, words in WORDS.items():
        nested = text(words)
        for _ in range(6):
            nested = wrapper(stack(nested, data(words[:16], iconView=icon(size="m")), spacing="xs"), padding="xs",
                             backgroundColor="backgroundSecondary", cornerRadius="s")
        yield f"nested-{language}", screen(nested)
        yield f"row-{language}", screen(stack(icon(), stack(text(words, "actionPrimary"), text(words, "caption")), button("OK"),
                                              axis="horizontal", alignment="center", spacing="s"))
        yield f"lists-{language}", {"type": "Screen", "title": words, "widgets": [
            {"type": "HorizontalListWidget", "id": "h", "title": words, "spacing": "s", "content": [
                wrapper(text(words), padding="m", backgroundColor="backgroundSecondary") for _ in range(3)]},
            {"type": "VerticalListWidget", "id": "v", "title": words, "content": [
                data(words, iconView=icon(shape="circle"), action={"deeplink": "app://x"}) for _ in range(3)]}]}
        yield f"constraints-{language}", screen({"type": "ConstraintWrapper", "elements": [
            {"tag": "a", "element": icon(size="l"), "constraints": [
                {"type": "top", "reference": "superview", "constant": 8}, {"type": "leading", "reference": "superview", "constant": 8}]},
            {"tag": "b", "element": text(words, "headlineSmall"), "constraints": [
                {"type": "top", "reference": "superview", "constant": 8}, {"type": "leading", "reference": "a", "constant": 12},
                {"type": "trailing", "reference": "superview", "constant": -8}]},
            {"tag": "c", "element": text(words, "caption"), "constraints": [
                {"type": "top", "reference": "b", "constant": 4}, {"type": "leading", "reference": "a", "constant": 12},
                {"type": "trailing", "reference": "superview", "constant": -8},
                {"type": "bottom", "reference": "superview", "constant": -8}]}]})


DOCUMENTS = dict(documents())

# Returns texts that cannot be seen: they have no size, are invisible, or are covered in the middle of their first line.
UNSEEN = """() => {
  const unseen = [], walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('.kind-action, .visually-hidden, [aria-hidden=true], .picture')) continue;
    range.selectNodeContents(node);
    const line = range.getClientRects()[0];
    if (!line || line.width < 1 || line.height < 4 || getComputedStyle(element).visibility !== 'visible') { unseen.push(node.data); continue; }
    const list = element.closest('li');
    (list || element).scrollIntoView({block: 'center', inline: 'center'});
    const now = range.getClientRects()[0];
    const top = document.elementFromPoint(now.left + now.width / 2, now.top + now.height / 2);
    if (!top || !(element.contains(top) || top.contains(element) || top.closest('.kind-action, .home-indicator'))) unseen.push(node.data);
  }
  scrollTo(0, 0);
  return unseen;
}"""


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_text_of_a_screen_is_visible_and_its_preview_accessible(browser, tmp_path, name):
    messages = []
    for theme in ("light", "dark"):
        file = write_page(DOCUMENTS[name], tmp_path, name, device=320, theme=theme)
        context = browser.new_context(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(file.as_uri())
        assert page.evaluate(UNSEEN) == []
        fits(page)
        page.keyboard.press("Home")
        accessible(page)
        context.close()
    assert not messages, messages


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_notes_on_small_parts_stay_within_their_elements(open_page, tmp_path, direction):
    page = open_page(width=390)
    buttons = [button(value, icon={"name": "glyph_card"}) for value in ("Перевод", "Оплата", "Взнос")]
    file = write_page(screen(stack(*buttons, axis="horizontal", distribution="fillEqually", spacing="s")), tmp_path,
                      "notes", platform="ios", client_version="1.0", dir=direction)
    page.goto(file.as_uri())
    elements = page.locator(".ButtonView")
    assert elements.count() == 3
    for element in elements.all():
        around, note = element.bounding_box(), element.locator(".issue-messages")
        box = note.bounding_box()
        assert around["x"] <= box["x"] and box["x"] + box["width"] <= around["x"] + around["width"], note.inner_text()
        assert note.evaluate("note => note.scrollWidth <= note.clientWidth"), note.inner_text()
        # The note is in the language of the preview or consists of symbols, so it contains no English word.
        assert "later" not in note.inner_text()


def test_unknown_widgets_are_outlined_within_the_screen(open_page, tmp_path):
    page = open_page(width=390)
    document = {"type": "Screen", "widgets": [{"type": "NoWidget", "id": "a"}, "words", None, {"type": "HorizontalListWidget"}]}
    page.goto(write_page(document, tmp_path, "strangers").as_uri())
    screen_box = page.locator("main").bounding_box()
    issues = page.locator(".widgets > .issue")
    assert issues.count() == 4
    for issue in issues.all():
        box = issue.bounding_box()
        around = 2 + int(issue.evaluate("element => parseInt(getComputedStyle(element).outlineOffset)"))
        assert box["x"] - around >= screen_box["x"], issue.inner_text()
        assert box["x"] + box["width"] + around <= screen_box["x"] + screen_box["width"], issue.inner_text()
