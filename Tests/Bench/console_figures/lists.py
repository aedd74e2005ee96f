"""The list of 10,000 features on three platforms: the slowest order of each filter on pages 1, 100 and 250"""

import json

import population
from installation import ROOT

COUNT = 10_000
DESCRIPTION = json.loads((ROOT / "Templates" / "api" / "management.json").read_text(encoding="utf-8"))
#: The management API has the same orders and states; a test compares them with the program.
ORDERS = next(parameter["schema"]["enum"] for parameter in DESCRIPTION["paths"]["/api/v1/features"]["get"]["parameters"]
              if parameter.get("name") == "sort")
STATES = DESCRIPTION["components"]["schemas"]["LiveState"]["enum"]
#: The queries of the page: each filter by itself, and some together. If a filter is added to the page, add it here.
FILTERS = [
    "", "q=feature", "q=screen+0042", "q=nothing-has-this", "kind=/screens/Screen", "owner=Team+7", "tag=spring",
    "platform=android", *(f"state={state}" for state in STATES),
    *(f"platform=android&state={state}" for state in STATES),
    "q=feature&kind=/screens/Screen&platform=ios&state=live&owner=Team+7&tag=tag7",
]


def rows(console):
    """Yields the slowest order of each filter on pages 1, 100 and 250, as far as the list has them."""
    fill(console.installation)
    for each in FILTERS:
        for page in (1, 100, 250):
            costs = []
            for order in ORDERS:
                path = f"/features?{each}&sort={order}&page={page}"
                answer = console.get(path)
                if answer.status == 200:
                    costs.append((path, console.measure(lambda: console.get(path))))
            if costs:
                yield max(costs, key=lambda cost: cost[1].p50)


def fill(installation):
    """Publishes the features, gives them owners and tags, and changes some so that every state occurs."""
    population.PLATFORMS = ["ios", "android", "web"]
    population.populate(installation, COUNT, steps=["1.0", "5.0"])
    population.sql(installation, f"""
        BEGIN;
        CREATE TEMPORARY TABLE made ON COMMIT DROP AS
            SELECT id, right(name, 6)::integer AS number, live_release FROM feature WHERE name LIKE 'bench.feature-%';
        UPDATE feature SET owner = CASE WHEN number % 4 = 0 THEN '' ELSE 'Team ' || number % 30 END,
            tags = CASE number % 3 WHEN 0 THEN '{{}}' WHEN 1 THEN ARRAY['tag' || number % 40]
                ELSE ARRAY['tag' || number % 40, 'spring'] END
            FROM made WHERE made.id = feature.id;
        CREATE TEMPORARY TABLE next ON COMMIT DROP AS
            SELECT id, number, live_release,
                row_number() OVER (ORDER BY number) + (SELECT max(number) FROM release) AS release
            FROM made WHERE number % 10 = 3;
        INSERT INTO release (number, kind, reason, author_name)
            SELECT release, 'switch-off', '', 'bench' FROM next ORDER BY release;
        INSERT INTO release_item (release, feature_id, previous_release, switched_off)
            SELECT release, id, live_release, CASE number % 30 WHEN 3 THEN ARRAY['ios'] WHEN 13 THEN ARRAY[]::text[]
                ELSE ARRAY['android', 'ios', 'web'] END FROM next;
        INSERT INTO rule (release, feature_id, platform, from_version, from_key, percent, revision)
            SELECT next.release, feature_id, platform, from_version, from_key, percent, revision
            FROM rule JOIN next ON next.id = feature_id AND rule.release = live_release WHERE number % 30 <> 13;
        INSERT INTO edition (release, feature_id, platform, rule_from_key, from_version, from_key, content_hash,
                schema_release, live_since)
            SELECT next.release, feature_id, platform, rule_from_key, from_version, from_key, content_hash,
                schema_release, live_since
            FROM edition JOIN next ON next.id = feature_id AND edition.release = live_release WHERE number % 30 <> 13;
        UPDATE feature SET live_release = next.release FROM next WHERE next.id = feature.id;
        INSERT INTO feature_archive (feature_id, reason, author_name)
            SELECT id, 'old', 'bench' FROM made WHERE number % 40 = 11;
        INSERT INTO feature (name, kind, author_name)
            SELECT 'bench.unpublished-' || number, '/screens/Screen', 'bench' FROM made WHERE number % 25 = 7;
        NOTIFY galley_release;
        COMMIT;
        VACUUM ANALYZE;
        """)
