"""Checks and previews of a small and a 60 KB screen, and the publish form of the large one; no text is sent twice"""

import itertools
import json

from documents import SCREEN


def rows(console):
    small = json.loads(SCREEN)
    large = json.loads(SCREEN)
    [widget] = small["widgets"]
    copies = 60_000 // len(json.dumps(widget, ensure_ascii=False).encode())
    large["widgets"] = [{**widget, "id": f"balance{number}"} for number in range(copies)]
    numbers = itertools.count()

    def check(document):
        # Each text is new, so that no cached result can be used.
        document["widgets"][0]["id"] = f"pasted{next(numbers)}"
        return console.send("/features/bench.paste/checks", json.dumps(document, ensure_ascii=False, indent=1))

    def paste(document):
        return console.get(json.loads(check(document).body)["frame"])

    console.installation.push("bench.paste", SCREEN, "--kind", "screen")
    for name, document in [("small", small), ("60 KB", large)]:
        yield f"{name}: check", console.measure(lambda: check(document))
        yield f"{name}: check and preview", console.measure(lambda: paste(document))
    console.installation.push("bench.large", json.dumps(large, ensure_ascii=False), "--kind", "screen")
    yield "60 KB: publish form", console.measure(lambda: console.get("/features/bench.large/releases/new"))
