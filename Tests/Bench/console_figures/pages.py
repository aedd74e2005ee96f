"""Pages of the console"""

import re


def rows(console):
    name = re.search(r'href="/features/([a-z0-9._-]+)"', console.get("/features").body.decode()).group(1)
    pages = ["/features", "/features/" + name, f"/features/{name}/editor", f"/features/{name}/releases/new",
             "/releases", "/schemas", "/accounts"]
    for page in pages:
        yield page, console.measure(lambda: console.get(page))
