"""The catalogue of schemas: documentation, examples and links of entities, including a newly added one."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from frames import PATIENCE
from installation import ROOT, Installation, eventually
from looks import LOOKS, accessible, fits_all

PAGES = {
    "component": "/components/ButtonView", "colors": "/enums/Color", "typography": "/enums/Typography",
    "spacing": "/enums/Spacing", "union": "/elements/LayoutElement", "sheet": "/option-sheets/OptionSheet",
    "form": "/forms/Form",
}


def address(entity, language=None):
    return "/schemas/entity?id=" + entity.replace("/", "%2F") + (f"&lang={language}" if language else "")


@pytest.mark.parametrize("theme, width", LOOKS)
def test_pages_are_accessible_and_fit(open_page, keep, theme, width):
    page = open_page(width=width, theme=theme)
    for name, path in {"index": "/schemas", **{name: address(entity) for name, entity in PAGES.items()}}.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        keep(page, f"catalogue-{name}-{theme}-{width}")
        fits_all(page)
        accessible(page)


def test_cards_use_their_width_and_labels_stand_beside_their_values(open_page):
    page = open_page(width=390)
    page.goto("/schemas")
    cards = page.locator(".entities tbody tr").all()
    assert len(cards) > 5
    for card in cards[:5]:
        around, description = card.bounding_box(), card.locator("td").first.bounding_box()
        assert description["width"] >= around["width"] - 40
    page.goto(address("/enums/Color"))
    cell = page.locator(".values td").first
    swatch, around = cell.locator(".tile").bounding_box(), cell.bounding_box()
    assert abs(swatch["y"] + swatch["height"] / 2 - around["y"] - around["height"] / 2) <= 2
    page.set_viewport_size({"width": 1440, "height": 900})
    parts = page.locator(".values tbody tr").first.locator("th code, .tile, .meaning")
    middles = [box["y"] + box["height"] / 2 for box in (part.bounding_box() for part in parts.all())]
    assert max(middles) - min(middles) <= 2


def test_an_example_is_shown_as_a_preview_beside_its_json(open_page, keep):
    page = open_page()
    page.goto(address("/components/ButtonView"))
    example = page.get_by_role("article", name="With icon", exact=True)
    example.scroll_into_view_if_needed()
    text = json.loads((ROOT / "schemas/components/ButtonView/examples/with-icon.json").read_text())
    example.frame_locator("iframe").get_by_text(text["title"]["value"]).first.wait_for()
    assert text["title"]["value"] in example.get_by_role("region").inner_text()
    keep(page, "catalogue-example")
    example.get_by_text(re.compile(r"^JSON, ")).click()
    assert not example.get_by_role("region").is_visible()


def test_without_script_the_catalogue_is_searched_and_read_in_russian(open_page, keep):
    page = open_page(script=False)
    page.goto("/schemas?lang=ru")
    page.get_by_label("Search schemas").fill("кнопка")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url(lambda url: "q=" in url)
    page.get_by_role("link", name="ButtonView", exact=True).click()
    page.get_by_text("Надпись на кнопке.", exact=True).first.wait_for()
    page.get_by_role("link", name="Text", exact=True).first.click()
    expect(page.locator("h1")).to_have_text(re.compile(r"^Text\b"))
    assert "lang=ru" in page.url
    page.get_by_role("link", name="English").click()
    page.wait_for_url(lambda url: "lang=ru" not in url)


def test_searching_hides_entities_that_do_not_match(open_page):
    page = open_page()
    page.goto("/schemas")
    page.get_by_label("Search schemas").fill("typography")
    page.get_by_role("link", name="Typography", exact=True).wait_for()
    assert not page.get_by_role("heading", name="Screens").is_visible()


def test_the_result_of_a_search_is_not_filtered_further_while_typing(open_page):
    page = open_page()
    page.goto("/schemas?q=TextView")
    found = page.locator("tr[data-search-text]:visible").count()
    assert found > 0
    page.get_by_role("searchbox").fill("Questionnaire")
    assert page.locator("tr[data-search-text]:visible").count() == found
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Questionnaire", exact=True).wait_for()


def test_the_page_of_an_entity_links_to_the_live_features_that_use_it(open_page):
    page = open_page()
    page.goto(address("/screens/Screen"))
    assert page.get_by_role("region", name="Live features").get_by_role("link", name="home.main", exact=True).is_visible()


RATING_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "/components/RatingView",
    "x-kind": "component", "x-name": "RatingView", "title": "Rating", "description": "Stars that say how good it is.",
    "x-owners": ["ios:ratings"], "x-since": {"ios": "7.1", "android": "7.1"},
    "x-unsupported": {"web": "The site has no stars yet"}, "type": "object",
    "allOf": [{"$ref": "/elements/Base"}],
    "properties": {
        "type": {"const": "RatingView", "description": "Names the component."},
        "stars": {"type": "integer", "minimum": 0, "maximum": 5, "description": "How many stars are full."},
        "caption": {"$ref": "/atoms/Text", "description": "The words beside the stars."},
    },
    "required": ["stars"], "unevaluatedProperties": False,
}
RATING_TEMPLATE = '<strong>{{stars}} of 5</strong> {{{caption.html}}}\n'
SCREEN = """{
  "type": "Screen",
  "title": "Rated",
  "widgets": [
    {"type": "SDUIWidget", "id": "rating", "content":
      {"type": "RatingView", "stars": STARS, "caption": {"value": "Very good indeed"}}}
  ]
}
"""


@pytest.fixture
def rated(browser):
    """An installation with the starter schemas and a component RatingView, and a signed-in page of it."""
    one = Installation().start()
    copy = one.directory / "schemas"
    shutil.copytree(ROOT / "schemas", copy)
    folder = copy / "components" / "RatingView"
    (folder / "examples").mkdir(parents=True)
    (folder / "schema.json").write_text(json.dumps(RATING_SCHEMA, indent=2))
    (folder / "preview.mustache").write_text(RATING_TEMPLATE)
    (folder / "examples" / "four-stars.json").write_text(
        '{"type": "RatingView", "stars": 4, "caption": {"value": "Good"}}\n')
    union = copy / "elements" / "LayoutElement.json"
    schema = json.loads(union.read_text())
    schema["oneOf"].append({"$ref": "/components/RatingView"})
    union.write_text(json.dumps(schema, indent=2, ensure_ascii=False))
    status, out, err = one.run("schemas", "import", str(copy))
    assert status == 0, (out, err)
    password = one.add_account("ana")
    context = browser.new_context(base_url=one.console_url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Name").fill("ana")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/features")
    yield one, page
    context.close()
    one.remove()


def test_documents_with_a_new_component_are_validated_previewed_published_and_catalogued(rated, keep):
    galley, page = rated

    wrong = galley.push("rated.screen", SCREEN.replace("STARS", "7"), "--kind", "screen")
    assert not wrong["valid"]
    assert [one["pointer"] for one in wrong["diagnostics"]] == ["/widgets/0/content/stars"]
    right = galley.push("rated.screen", SCREEN.replace("STARS", "5"))
    assert right["valid"] and not right["diagnostics"]

    page.goto("/features/rated.screen/revisions/2")
    frame = page.frame_locator("iframe")
    frame.get_by_text("5 of 5").wait_for()
    frame.get_by_text("Very good indeed").wait_for()

    early = galley.run("release", "publish", "rated.screen", "--revision", "2", "--platform", "ios", "--from", "7.0",
                       "--format", "json")
    assert early[0] == 1 and "7.1" in early[1]
    galley.json("release", "publish", "rated.screen", "--revision", "2", "--platform", "ios", "--from", "7.1")
    assert eventually(lambda: galley.feature("rated.screen", "ios", "7.1").status == 200)

    page.goto("/schemas")
    with page.expect_navigation():
        page.get_by_role("link", name="RatingView", exact=True).click()
    for text in ("Stars that say how good it is.", "ios:ratings", "The site has no stars yet", "How many stars are full."):
        assert page.get_by_text(text).first.is_visible(), text
    assert page.get_by_role("region", name="Live features").get_by_role("link", name="rated.screen", exact=True).is_visible()
    assert page.get_by_role("link", name="LayoutElement", exact=True).is_visible()
    example = page.get_by_role("article", name="Four stars")
    example.scroll_into_view_if_needed()
    example.frame_locator("iframe").get_by_text("4 of 5").wait_for()
    keep(page, "catalogue-new-component")
    accessible(page)
