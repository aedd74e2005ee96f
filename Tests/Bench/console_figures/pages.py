"""Pages of the console, with few features and with many"""

import re

import population

MANY = 20_000


def rows(console):
    name = re.search(r'href="/features/([a-z0-9._-]+)"', console.get("/features").body.decode()).group(1)
    lists = ["/features", "/features?q=feature+99", "/features?platform=ios&state=live&sort=released-desc",
             "/features?sort=saved-desc&page=2", "/search?q=headlineSmall", "/search?q=feature-000042"]
    pages = ["/features/" + name, f"/features/{name}/revisions", f"/features/{name}/revisions/1",
             f"/features/{name}/editor", f"/features/{name}/releases/new", "/releases", "/schemas", "/accounts"]
    for page in lists + pages:
        yield f"{console.options.features}: {page}", console.measure(lambda: console.get(page))
    population.populate(console.installation, MANY)
    for page in lists + ["/features/" + population.name(MANY - 1), "/releases"]:
        yield f"{MANY}: {page}", console.measure(lambda: console.get(page))
