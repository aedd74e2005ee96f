"""Documents of the journeys: screens in Russian and forms in Persian. All except the one with a misspelt color are
valid by the starter schemas."""

import json

SCREEN = """{
  "type": "Screen",
  "title": "Главная",
  "widgets": [
    {
      "type": "SDUIWidget",
      "id": "balance",
      "content": {
        "type": "StackView",
        "axis": "vertical",
        "spacing": "s",
        "elements": [
          {"type": "TextView", "text": {"value": "Ваш баланс", "typography": "headlineSmall", "color": "textPrimary"}},
          {"type": "ButtonView", "title": {"value": "Пополнить"}, "backgroundColor": "accent", "size": "m",
           "action": {"deeplink": "alfabank:///topup", "analytics": {"event": "tap_topup"}}}
        ]
      }
    }
  ]
}
"""

#: The same screen with an unknown `color`, on line 13.
SCREEN_WITH_A_MISSPELT_COLOR = SCREEN.replace('"color": "textPrimary"', '"color": "textPrimry"')

SCREEN_2 = SCREEN.replace("Ваш баланс", "Ваши деньги")

#: A screen with a ConstraintWrapper, which exists from 2.0 on and has no fallback.
SCREEN_FOR_2 = SCREEN.replace('"elements": [', '"elements": [{"type": "ConstraintWrapper", "elements": []},')

#: A screen with the button size `xxl`, which exists from 6.0 on; older clients get `l` instead.
SCREEN_FOR_6 = SCREEN.replace('"size": "m"', '"size": "xxl"')

FORM = """{
  "type": "Form",
  "title": "ثبت آگهی",
  "steps": [
    {
      "title": "مشخصات",
      "jsonSchema": {
        "type": "object",
        "properties": {
          "title": {"type": "string", "title": "عنوان آگهی", "minLength": 5,
                    "errors": {"minLength": "عنوان کوتاه است", "required": "عنوان الزامی است"}},
          "price": {"type": "integer", "title": "قیمت", "minimum": 0}
        },
        "required": ["title"]
      },
      "uiSchema": {"ui:order": ["title", "price"], "title": {"ui:placeholder": "مثلا دوچرخه"}}
    },
    {
      "title": "تماس",
      "jsonSchema": {
        "type": "object",
        "properties": {"elevator": {"type": "boolean", "title": "آسانسور"}}
      },
      "uiSchema": {"elevator": {"ui:widget": "switch"}}
    }
  ],
  "submit": {"title": "ثبت", "action": {"deeplink": "divar://manage"}}
}
"""

FORM_2 = FORM.replace("ثبت آگهی", "ثبت آگهی تازه")


def minified(text):
    """Returns the bytes that the read API serves for a document: its text without insignificant white space."""
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode()
