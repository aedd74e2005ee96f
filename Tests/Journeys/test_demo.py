"""What there is to look at on the first day."""

import pytest

TYPES = {
    "home.main": "Screen", "posting.form": "Form", "insurance.insurant": "Questionnaire", "profile.school": "OptionSheet",
    "cards.flow": "ModuleFlow",
}


@pytest.mark.parametrize("name", TYPES)
def test_the_demo_serves_a_document_of_each_of_the_five_systems(demo, name):
    answer = demo.feature(name, "ios", "10.0")
    assert answer.status == 200, answer
    assert answer.json()["type"] == TYPES[name]


def test_the_demo_has_what_its_documents_refer_to(demo):
    parts = [module.get("module") or module["content"].get("feature") for module in
             demo.feature("cards.flow", "ios", "10.0").json()["modules"]]
    assert [demo.feature(part, "android", "10.0").status for part in parts if part] == [200, 200, 200]

    provider = demo.feature("profile.school", "web", "10.0").json()["dataProvider"]
    first = demo.json("option-lists", "list", provider["loader"]["list"], "--limit", str(provider["loader"]["limit"]))
    assert len(first["items"]) == 30 and not first["is_load_ended"]
