"""Paste → findings and preview: a screen as it comes, and one of 60 KB"""

import json

from documents import SCREEN


def rows(console):
    small = json.loads(SCREEN)
    large = json.loads(SCREEN)
    [widget] = small["widgets"]
    copies = 60_000 // len(json.dumps(widget, ensure_ascii=False).encode())
    large["widgets"] = [{**widget, "id": f"balance{number}"} for number in range(copies)]
    console.installation.push("bench.paste", SCREEN, "--kind", "screen")
    for name, document in [("small", small), ("60 KB", large)]:
        text = json.dumps(document, ensure_ascii=False, indent=1)
        checked = console.measure(lambda: console.send("/features/bench.paste/checks", text))
        yield f"{name}: check", checked
        yield f"{name}: preview", console.measure(lambda: console.get(json.loads(checked.answer.body)["frame"]))
