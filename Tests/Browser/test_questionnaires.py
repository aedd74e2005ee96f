"""Previews of questionnaires, filled in with and without script: parent cells, switches, lists, lookups, test data."""

import json

import pytest
from playwright.sync_api import expect

from frames import write_page
from installation import ROOT, eventually
from looks import accessible, fits

EXAMPLES = ROOT / "schemas/questionnaires/Questionnaire/examples"

MOTOR = json.dumps({
    "type": "Questionnaire", "title": "Заявление на ОСАГО", "optionalKeys": ["patronymic", "inspection"],
    "sections": [
        {"title": "Страхователь", "cells": [
            {"key": "fullName", "title": "ФИО", "kind": "composite", "displayFormat": "{lastName} {firstName} {patronymic}",
             "cells": [
                 {"key": "lastName", "title": "Фамилия", "kind": "text", "testValue": "Кузнецова",
                  "validation": {"patterns": [{"pattern": "^[А-ЯЁ]", "message": "Фамилия — с большой буквы"}]}},
                 {"key": "firstName", "title": "Имя", "kind": "text", "testValue": "Анна"},
                 {"key": "patronymic", "title": "Отчество", "kind": "text", "testValue": "Сергеевна"}]},
            {"key": "birthDate", "title": "Дата рождения", "kind": "date",
             "validation": {"minDate": "today-P100Y", "maxDate": "today-P18Y"}, "testValue": "1988-05-17"},
            {"key": "phone", "title": "Телефон", "kind": "text", "validation": {"masks": ["+7 (999) 999-99-99"]},
             "testValue": "+7 (912) 345-67-80"}]},
        {"title": "Автомобиль", "cells": [
            {"key": "noPlate", "title": "Номера ещё нет", "kind": "switch", "initialValue": False, "hides": ["plate"]},
            {"key": "plate", "title": "Регистрационный номер", "kind": "text",
             "validation": {"masks": ["A999AA99", "A999AA999"]}, "testValue": "А123ВС777"},
            {"key": "model", "title": "Марка и модель", "kind": "choice", "optionList": "car-models"},
            {"key": "power", "title": "Мощность, л. с.", "kind": "lookup", "source": "engine-powers",
             "parentFields": ["model"], "validation": {"minimum": 1, "maximum": 2000}},
            {"key": "certificate", "title": "Фото СТС", "kind": "document"},
            {"key": "inspection", "title": "Диагностическая карта", "kind": "document"}]},
        {"title": "Водители", "cells": [
            {"key": "unlimited", "title": "Без ограничений", "kind": "switch", "initialValue": False, "hides": ["drivers"]},
            {"key": "drivers", "title": "Допущены к управлению", "kind": "list", "initialValue": [{}], "cells": [
                {"key": "driver", "title": "Фамилия, имя, отчество", "kind": "text", "testValue": "Кузнецова Анна"},
                {"key": "licence", "title": "Удостоверение", "kind": "text",
                 "validation": {"masks": ["99 99 999999", "99 AA 999999"]}, "testValue": "77 АВ 123456"}]}]}],
}, ensure_ascii=False)

PERSIAN = json.dumps({
    "type": "Questionnaire", "title": "پرسشنامهٔ بیمهٔ شخص ثالث", "optionalKeys": ["landline"],
    "sections": [
        {"title": "مشخصات بیمه‌گذار", "cells": [
            {"key": "name", "title": "نام و نام خانوادگی", "kind": "composite", "displayFormat": "{first} {last}", "cells": [
                {"key": "first", "title": "نام", "kind": "text", "testValue": "مریم"},
                {"key": "last", "title": "نام خانوادگی", "kind": "text", "testValue": "احمدی"}]},
            {"key": "nationalCode", "title": "کد ملی", "kind": "text", "validation": {"masks": ["9999999999"]},
             "testValue": "0012345679"},
            {"key": "mobile", "title": "شمارهٔ همراه", "kind": "text", "testValue": "09123456789",
             "validation": {"patterns": [{"pattern": "^09[0-9]{9}$", "message": "شمارهٔ همراه با ۰۹ شروع می‌شود"}]}},
            {"key": "landline", "title": "تلفن ثابت", "kind": "text", "validation": {"masks": ["999-99999999"]}}]},
        {"title": "خودرو", "cells": [
            {"key": "province", "title": "استان", "kind": "choice",
             "options": [{"value": "tehran", "title": "تهران"}, {"value": "fars", "title": "فارس"}]},
            {"key": "city", "title": "شهر", "kind": "text", "parentFields": ["province"], "testValue": "تهران"},
            {"key": "isNew", "title": "خودرو صفر کیلومتر است", "kind": "switch", "initialValue": False, "hides": ["plate"]},
            {"key": "plate", "title": "شمارهٔ پلاک", "kind": "text", "testValue": "12ب34567"},
            {"key": "card", "title": "عکس کارت خودرو", "kind": "document"},
            {"key": "drivers", "title": "رانندگان", "kind": "list", "cells": [
                {"key": "driver", "title": "نام راننده", "kind": "text", "testValue": "مریم احمدی"}]}]}],
}, ensure_ascii=False)


@pytest.fixture(scope="module")
def lists(demo):
    """Imports the option lists that the questionnaires name."""
    items = {
        "car-models": [{"key": "a4", "title": "Audi A4"}, {"key": "x5", "title": "BMW X5"}],
        "engine-powers": [{"key": "150", "title": "a4"}, {"key": "300", "title": "x5"}],
        "cities": [{"key": "Москва", "title": "Москва"}, {"key": "Казань", "title": "Казань"}],
    }
    for name, list_ in items.items():
        file = demo.directory / f"{name}.json"
        file.write_text(json.dumps(list_, ensure_ascii=False), encoding="utf-8")
        status, out, err = demo.run("option-lists", "import", name, str(file))
        assert status == 0, (out, err)


class Questionnaire:
    """A questionnaire in the preview of its revision's page."""

    def __init__(self, open_page, demo, text, name, script=True, query="", **options):
        demo.push(name, text, "--kind", "questionnaire")
        self.script = script
        self.page = open_page(script, **options)
        self.page.goto(f"/features/{name}/revisions/1{query}")
        self.frame = self.page.frame_locator("iframe")
        self.frame.locator("form.questionnaire").wait_for()
        self.inner = self.page.frames[1]

    def field(self, label):
        return self.frame.get_by_label(label, exact=False).first

    def settle(self, change):
        """Performs a change on which other cells depend; without script, also presses the button that updates them."""
        if not self.script:
            change()
            self.press("Обновить вопросы")
            return
        self.answered(change)

    def press(self, name):
        self.answered(lambda: self.frame.get_by_role("button", name=name).first.click())

    def answered(self, act):
        with self.page.expect_response(lambda response: response.request.method == "POST") as answer:
            self.replaced(act)
        assert answer.value.status == 200

    def back(self):
        self.replaced(lambda: self.page.evaluate("history.back()"))

    def replaced(self, act):
        """Performs an action that loads another page into the frame, and waits until it is loaded."""
        self.frame.locator("html").evaluate("root => { root.dataset.old = '' }")
        act()
        self.frame.locator("html:not([data-old]) form.questionnaire").wait_for()
        self.inner.wait_for_load_state()

    def payload(self):
        return json.loads(self.frame.locator(".page-tools pre[data-filling]").last.text_content())

    def status(self):
        return self.frame.locator("#completeness").inner_text()

    def address(self):
        """Returns the address of the preview in the frame."""
        return self.page.locator("iframe").first.get_attribute("src")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_parent_cell_clears_and_enables_the_cells_that_depend_on_it(open_page, demo, lists, keep, script):
    text = (EXAMPLES / "document-number.json").read_text()
    one = Questionnaire(open_page, demo, text, f"quest.document.{'script' if script else 'plain'}", script)
    one.field("Номер документа").fill("4510123456")
    one.press("Отправить")
    assert one.payload() == {"documentType": "passport", "documentNumber": "45 10 123456"}
    assert one.frame.get_by_role("heading", name="Отправлено").is_visible()
    one.press("Начать заново")

    # A number typed for the former document type is cleared, even though it was never posted.
    one.field("Номер документа").fill("751234567")
    one.settle(lambda: one.field("Тип документа").select_option("foreignPassport"))
    assert one.field("Номер документа").input_value() == ""
    assert one.status() == "Заполнено 1 из 2"
    assert one.payload() == {"documentType": "foreignPassport"}
    one.settle(lambda: one.field("Тип документа").select_option("passport"))

    def change_and_type():
        posts = []
        if script:
            one.page.route(
                "**/*", lambda route: posts.append(route) if route.request.method == "POST" else route.continue_())
        one.field("Тип документа").select_option("foreignPassport")
        if script:
            # A number typed before the answer to the change belongs to the new document type.
            eventually(lambda: (one.page.wait_for_timeout(20), posts)[1])
            one.field("Номер документа").fill("751234567")
            eventually(lambda: (one.page.wait_for_timeout(20), "751234567" in (posts[-1].request.post_data or ""))[1])
            posts[-1].continue_()
            one.page.unroute("**/*")
    one.settle(change_and_type)
    if not script:
        one.field("Номер документа").fill("751234567")
    one.press("Отправить")
    assert one.payload() == {"documentType": "foreignPassport", "documentNumber": "75 1234567"}
    one.press("Начать заново")
    one.press("Заполнить тестовыми данными")
    assert one.status() == "Всё заполнено"
    one.settle(lambda: one.field("Тип документа").select_option("foreignPassport"))
    assert "Номер документа" in one.frame.locator(".cleared").inner_text()
    one.settle(lambda: one.field("Тип документа").select_option(""))
    assert one.field("Номер документа").is_disabled()
    assert one.frame.get_by_text("Сначала заполните").is_visible()
    keep(one.page, f"questionnaire-document-{'script' if script else 'plain'}")


def test_words_keep_their_order_in_a_page_of_the_other_direction(open_page, tmp_path):
    page = open_page(width=390)
    page.goto(write_page(MOTOR, tmp_path, "turned", dir="rtl", lang="ru").as_uri())
    count = page.locator(".section-count").first
    assert count.inner_text().startswith("0 из ")
    first, last = count.evaluate("""count => {
        const text = document.createTreeWalker(count, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
        return [0, text.length - 1].map(at => {
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            return range.getBoundingClientRect().left;
        });
    }""")
    assert first < last


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_rows_of_a_list_are_added_removed_and_hidden_by_a_switch(open_page, demo, keep, script):
    text = (EXAMPLES / "drivers.json").read_text()
    one = Questionnaire(open_page, demo, text, f"quest.drivers.{'script' if script else 'plain'}", script)
    one.press("Добавить")
    assert len(one.payload()["drivers"]) == 2
    second = one.frame.get_by_role("group", name="№ 2")
    second.get_by_label("ФИО").fill("Сидорова Анна")
    second.get_by_label("Номер прав").fill("1")
    one.press("Отправить")
    missing = one.frame.get_by_role("alert")
    assert "№ 1 · Дата рождения" in missing.inner_text()
    assert "Запишите в виде" in second.inner_text()
    missing.get_by_role("link", name="№ 2 · Номер прав").click()
    one.press("Удалить № 1")
    assert one.payload()["drivers"] == [{"driverName": "Сидорова Анна", "licenceNumber": "1"}]
    one.settle(lambda: one.frame.get_by_role("switch", name="Без ограничений").check())
    assert one.payload() == {"unlimited": True}
    assert one.status() == "Всё заполнено"
    assert one.frame.get_by_text("Сейчас скрыто").is_visible()
    keep(one.page, f"questionnaire-drivers-{'script' if script else 'plain'}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_street_and_house_cells_are_enabled_by_their_parents(open_page, demo, lists, script):
    text = (EXAMPLES / "address.json").read_text()
    one = Questionnaire(open_page, demo, text, f"quest.address.{'script' if script else 'plain'}", script)
    assert one.field("Улица").is_disabled()
    one.settle(lambda: one.field("Город").select_option("Казань"))

    def leave():
        one.field("Улица").fill("Баумана")
        one.field("Улица").press("Tab")
    one.settle(leave)
    assert one.field("Дом").is_enabled()
    one.field("Дом").fill("5к1")
    one.press("Отправить")
    assert one.payload() == {"city": "Казань", "street": "Баумана", "house": "5к1"}


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_an_insurance_application_is_filled_in_and_submitted(open_page, demo, lists, keep, script):
    one = Questionnaire(open_page, demo, MOTOR, f"quest.motor.{'script' if script else 'plain'}", script)
    one.settle(lambda: one.field("Марка и модель").select_option("x5"))
    assert one.payload()["power"] == 300
    assert one.frame.get_by_text("Берётся из списка engine-powers").is_visible()
    one.frame.locator("summary", has_text="ФИО").click()
    one.field("Фамилия").fill("иванов")
    one.press("Сфотографировать")
    assert one.frame.get_by_text("photo.jpg", exact=True).is_visible()
    assert one.frame.get_by_text("Фамилия — с большой буквы").is_visible()
    keep(one.page, f"questionnaire-motor-{'script' if script else 'plain'}")
    one.press("Заполнить тестовыми данными")
    assert one.status() == "Всё заполнено"
    assert one.frame.locator("summary", has_text="Кузнецова Анна Сергеевна").is_visible()
    one.press("Отправить")
    assert one.payload()["drivers"] == [{"driver": "Кузнецова Анна", "licence": "77 АВ 123456"}]


def test_typed_values_and_the_focus_survive_an_update_of_the_questions(open_page, demo, lists):
    one = Questionnaire(open_page, demo, MOTOR, "quest.typed")
    one.settle(lambda: one.field("Марка и модель").select_option("a4"))
    power = one.field("Мощность")
    assert power.input_value() == "150"
    power.fill("163")
    one.settle(lambda: one.frame.get_by_role("switch", name="Номера ещё нет").check())
    assert one.field("Мощность").input_value() == "163"
    assert one.frame.get_by_role("switch", name="Номера ещё нет").evaluate("one => one === document.activeElement")


@pytest.mark.parametrize("theme, device, width", [("light", "phone", 390), ("dark", "compact", 320)])
@pytest.mark.parametrize("name", ["motor", "persian"])
def test_previews_of_questionnaires_are_accessible_and_fit(open_page, demo, lists, keep, name, theme, device, width):
    text = {"motor": MOTOR, "persian": PERSIAN}[name]
    for moment, query in (("opened", ""), ("after", "&after=submit"), ("filled", "&fill=test")):
        one = Questionnaire(open_page, demo, text, f"quest.{name}", query=f"?theme={theme}&device={device}{query}")
        page = open_page(width=width, height=900)
        page.goto(one.address())
        assert page.locator("html").get_attribute("dir") == ("rtl" if name == "persian" else "ltr")
        assert page.locator("html").get_attribute("data-theme") == theme
        fits(page)
        accessible(page)
        page.set_viewport_size({"width": width, "height": page.evaluate("document.documentElement.scrollHeight")})
        keep(page, f"questionnaire-{name}-{moment}-{theme}-{width}")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_browser_back_undoes_one_submission_and_keeps_typed_values(open_page, demo, script):
    text = (EXAMPLES / "drivers.json").read_text()
    one = Questionnaire(open_page, demo, text, f"quest.back.{'script' if script else 'plain'}", script)
    name, licence = one.frame.get_by_label("ФИО"), one.frame.get_by_label("Номер прав")
    name.first.fill("Сидорова Анна")
    one.press("Добавить")
    expect(name).to_have_count(2)
    name.nth(1).fill("Петров Пётр")
    one.press("Отправить")
    alert = one.frame.get_by_role("alert")
    alert.wait_for()
    # A link to a field moves the focus and adds no entry to the browser history.
    link = alert.get_by_role("link", name="№ 2 · Номер прав")
    if script:
        link.click()
        expect(licence.nth(1)).to_be_focused()
    licence.nth(1).fill("77 11 123456")
    one.press("Отправить")
    expect(licence.nth(1)).to_have_value("77 11 123456")
    one.back()
    expect(licence.nth(1)).to_have_value("77 11 123456")
    expect(name.nth(1)).to_have_value("Петров Пётр")
    one.back()
    expect(alert).to_have_count(0)
    expect(name).to_have_count(2)
    expect(name.first).to_have_value("Сидорова Анна")
    expect(name.nth(1)).to_have_value("Петров Пётр")
    one.back()
    expect(name).to_have_count(1)
    expect(name.first).to_have_value("Сидорова Анна")
