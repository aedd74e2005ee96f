"""Writes many published features directly into an installation's database, because publishing 20,000 takes hours."""

import subprocess

#: The client versions from which on a feature has another edition, by default.
STEPS = ["1.0", "5.0", "9.0"]
PLATFORMS = ["ios", "android"]


def sort_key(version):
    """Returns the bytes by which Galley orders versions: for each of four parts the number of its digits and the
    digits; then 1, which marks a version that is not a pre-release."""
    key = bytearray()
    parts = (version.split(".") + ["0"] * 4)[:4]
    for part in parts:
        digits = part.lstrip("0").encode()
        key.append(len(digits))
        key += digits
    return bytes(key) + b"\x01"


def name(number):
    return f"bench.feature-{number:06d}"


def sql(installation, text, role="galley"):
    """Runs SQL statements in the installation's database as `role`; returns their output."""
    host = installation.data / "socket"
    done = subprocess.run(
        ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "--host", str(host), "--username", role, "galley"],
        input=text, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.strip()


def populate(installation, count, size=2000, percent=100, steps=STEPS):
    """Publishes features 0 to `count` - 1 to the platforms of `PLATFORMS`, each in a release of its own. A feature has
    an edition of about `size` bytes from each version of `steps` on; the newest has a rollout of `percent` percent.
    Existing features are not changed."""
    newest = len(steps)
    steps = ", ".join(f"({rank}, '{version}', '\\x{sort_key(version).hex()}'::bytea)" for rank, version in enumerate(steps))
    platforms = ", ".join(f"('{platform}')" for platform in PLATFORMS)
    sql(installation, f"""
        BEGIN;
        CREATE TEMPORARY TABLE made ON COMMIT DROP AS
            SELECT number, 'bench.feature-' || lpad(number::text, 6, '0') AS name,
                row_number() OVER (ORDER BY number) + (SELECT coalesce(max(number), 0) FROM release) AS release
            FROM generate_series(0, {count - 1}) AS number
            WHERE NOT EXISTS (SELECT FROM feature
                WHERE feature.name = 'bench.feature-' || lpad(number::text, 6, '0'));
        CREATE TEMPORARY TABLE step (rank bigint, version text, key bytea) ON COMMIT DROP;
        INSERT INTO step VALUES {steps};
        CREATE TEMPORARY TABLE part ON COMMIT DROP AS
            SELECT name, release, rank + 1 AS revision, version, key, bytes, sha256(bytes) AS hash
            FROM made, step,
                LATERAL (SELECT convert_to('{{"type":"Screen","title":"' || name || ' ' || version || ' '
                    || repeat('x', {size} + (number % 7)::integer * 50 - 60) || '","widgets":[]}}', 'UTF8') AS bytes) AS text;
        CREATE TEMPORARY TABLE place (platform text) ON COMMIT DROP;
        INSERT INTO place VALUES {platforms};
        INSERT INTO content SELECT DISTINCT hash, bytes FROM part ON CONFLICT DO NOTHING;
        INSERT INTO feature (name, kind, author_name)
            SELECT name, '/screens/Screen', 'bench' FROM made ORDER BY number;
        INSERT INTO revision (feature_id, number, content_hash, schema_release, valid, report, note, author_name)
            SELECT feature.id, part.revision, part.hash, (SELECT max(number) FROM schema_release), true,
                '{{"diagnostics":[]}}', '', 'bench'
            FROM part JOIN feature USING (name);
        INSERT INTO release (number, kind, reason, author_name)
            SELECT release, 'publish', '', 'bench' FROM made ORDER BY number;
        INSERT INTO release_item (release, feature_id, switched_off)
            SELECT release, feature.id, ARRAY[]::text[] FROM made JOIN feature USING (name);
        INSERT INTO rule (release, feature_id, platform, from_version, from_key, percent, revision)
            SELECT release, feature.id, platform, version, key,
                CASE WHEN revision = {newest} THEN {percent} ELSE 100 END, revision
            FROM part JOIN feature USING (name), place;
        INSERT INTO edition (release, feature_id, platform, rule_from_key, from_version, from_key, content_hash,
                schema_release, live_since)
            SELECT release, feature.id, platform, key, version, key, hash, (SELECT max(number) FROM schema_release), release
            FROM part JOIN feature USING (name), place;
        UPDATE feature SET live_release = made.release FROM made WHERE made.name = feature.name;
        NOTIFY galley_release;
        COMMIT;
        ANALYZE;
        """)
