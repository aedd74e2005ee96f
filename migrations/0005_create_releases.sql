-- What clients get: per release and feature the complete rule table from then on.

CREATE TABLE platform (
    name text COLLATE "C" CONSTRAINT platform_pkey PRIMARY KEY
        CONSTRAINT platform_name_rule CHECK (name ~ '^[a-z0-9]+([._-][a-z0-9]+)*$' AND octet_length(name) <= 32),
    title text NOT NULL,
    position integer NOT NULL CONSTRAINT platform_position_unique UNIQUE
);

INSERT INTO platform (name, title, position) VALUES ('ios', 'iOS', 1), ('android', 'Android', 2), ('web', 'Web', 3);

CREATE TABLE release (
    number bigint CONSTRAINT release_pkey PRIMARY KEY CONSTRAINT release_number_positive CHECK (number > 0),
    kind text NOT NULL CONSTRAINT release_kind_known CHECK (kind IN ('publish', 'removal', 'rollback', 'switch-off')),
    -- A rollback says what it goes back to: the state after a release, before a release, or at a moment.
    rollback_to bigint CONSTRAINT release_rollback_to_earlier CHECK (rollback_to BETWEEN 0 AND number - 1),
    rollback_of bigint CONSTRAINT release_rollback_of_fkey REFERENCES release,
    rollback_since timestamptz,
    reason text NOT NULL CONSTRAINT release_reason_length CHECK (char_length(reason) <= 2000),
    idempotency_key text
        CONSTRAINT release_idempotency_key_unique UNIQUE
        CONSTRAINT release_idempotency_key_length CHECK (octet_length(idempotency_key) BETWEEN 1 AND 200),
    -- What was asked under that key, so that the same key with another request is noticed.
    request_hash bytea NOT NULL,
    author_id bigint CONSTRAINT release_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT release_rollback_has_one_target
        CHECK (num_nonnulls(rollback_to, rollback_of, rollback_since) = CASE kind WHEN 'rollback' THEN 1 ELSE 0 END)
);

CREATE INDEX release_created_at_idx ON release (created_at);

CREATE TABLE release_item (
    release bigint NOT NULL CONSTRAINT release_item_release_fkey REFERENCES release,
    feature_id bigint NOT NULL CONSTRAINT release_item_feature_fkey REFERENCES feature,
    previous_release bigint CONSTRAINT release_item_previous_fkey REFERENCES release,
    -- Platforms on which this feature answers 410, whatever its rules say.
    switched_off text[] NOT NULL,
    CONSTRAINT release_item_pkey PRIMARY KEY (release, feature_id),
    CONSTRAINT release_item_previous_is_earlier CHECK (previous_release < release)
);

CREATE INDEX release_item_feature_idx ON release_item (feature_id, release DESC);

-- The keys are the versions' byte-comparable sort keys: their order is the order of versions.
CREATE TABLE rule (
    release bigint NOT NULL,
    feature_id bigint NOT NULL,
    platform text COLLATE "C" NOT NULL CONSTRAINT rule_platform_fkey REFERENCES platform,
    from_version text NOT NULL,
    from_key bytea NOT NULL,
    until_version text,
    until_key bytea,
    percent integer NOT NULL CONSTRAINT rule_percent_range CHECK (percent BETWEEN 0 AND 100),
    revision bigint NOT NULL,
    CONSTRAINT rule_pkey PRIMARY KEY (release, feature_id, platform, from_key),
    CONSTRAINT rule_item_fkey FOREIGN KEY (release, feature_id) REFERENCES release_item,
    CONSTRAINT rule_revision_fkey FOREIGN KEY (feature_id, revision) REFERENCES revision,
    CONSTRAINT rule_until_complete CHECK ((until_version IS NULL) = (until_key IS NULL)),
    CONSTRAINT rule_range_not_empty CHECK (from_key < until_key)
);

-- The assembled bytes for each part of a rule's range.
CREATE TABLE edition (
    release bigint NOT NULL,
    feature_id bigint NOT NULL,
    platform text COLLATE "C" NOT NULL,
    rule_from_key bytea NOT NULL,
    from_version text NOT NULL,
    from_key bytea NOT NULL,
    until_version text,
    until_key bytea,
    content_hash bytea NOT NULL CONSTRAINT edition_content_fkey REFERENCES content,
    schema_release bigint NOT NULL CONSTRAINT edition_schema_release_fkey REFERENCES schema_release,
    -- The release since which these clients get these bytes; releases that change nothing for them keep it.
    live_since bigint NOT NULL CONSTRAINT edition_live_since_fkey REFERENCES release,
    CONSTRAINT edition_pkey PRIMARY KEY (release, feature_id, platform, rule_from_key, from_key),
    CONSTRAINT edition_rule_fkey FOREIGN KEY (release, feature_id, platform, rule_from_key) REFERENCES rule,
    CONSTRAINT edition_until_complete CHECK ((until_version IS NULL) = (until_key IS NULL)),
    CONSTRAINT edition_range_not_empty CHECK (from_key < until_key),
    CONSTRAINT edition_live_since_not_later CHECK (live_since <= release)
);

-- The newest release with this feature in it: where its live rules are.
ALTER TABLE feature ADD COLUMN live_release bigint CONSTRAINT feature_live_release_fkey REFERENCES release;
CREATE INDEX feature_live_release_idx ON feature (live_release);

-- A rule with its editions, a row for each.
CREATE VIEW served_rule AS
    SELECT
        rule.release, rule.feature_id, rule.platform, platform.position, rule.from_version, rule.from_key,
        rule.until_version, rule.percent, rule.revision, edition.from_version AS edition_from_version,
        edition.from_key AS edition_from_key, edition.until_version AS edition_until_version,
        encode(edition.content_hash, 'hex') AS edition_hash, octet_length(content.bytes) AS edition_size,
        edition.schema_release, edition.live_since
    FROM rule
    JOIN edition ON edition.release = rule.release AND edition.feature_id = rule.feature_id
        AND edition.platform = rule.platform AND edition.rule_from_key = rule.from_key
    JOIN content ON content.hash = edition.content_hash
    JOIN platform ON platform.name = rule.platform;

CREATE TRIGGER release_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON release
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER release_item_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON release_item
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rule_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER edition_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON edition
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
