-- Notes with each rule the release that published it. Later releases that keep the rule, and rollbacks that serve it
-- again, have the same number. NULL stands for the rule's own release.

ALTER TABLE rule ADD COLUMN added_in bigint CONSTRAINT rule_added_before CHECK (added_in <= release);

CREATE OR REPLACE VIEW served_rule AS
    SELECT
        rule.release, rule.feature_id, rule.platform, platform.position, rule.from_version, rule.from_key, rule.rank,
        rule.until_version, (rule.percent * 10)::integer AS percent_tenths, rule.revision,
        edition.from_version AS edition_from_version, edition.from_key AS edition_from_key,
        edition.until_version AS edition_until_version, encode(edition.content_hash, 'hex') AS edition_hash,
        octet_length(content.bytes) AS edition_size, edition.schema_release, edition.live_since,
        coalesce(rule.added_in, rule.release) AS added_in
    FROM rule
    JOIN edition ON edition.release = rule.release AND edition.feature_id = rule.feature_id
        AND edition.platform = rule.platform AND edition.rule_from_key = rule.from_key
        AND edition.rule_rank = rule.rank
    JOIN content ON content.hash = edition.content_hash
    JOIN platform ON platform.name = rule.platform;

-- Earlier releases do not say which of their rules they published. A rule that is the same as in the release before it
-- counts as kept, and one that a rollback serves counts as the newest earlier one that is the same.
ALTER TABLE rule DISABLE TRIGGER rule_append_only;
WITH item AS (
    SELECT release, feature_id, kind = 'rollback' AS is_rollback,
        row_number() OVER (PARTITION BY feature_id ORDER BY release) AS place
    FROM release_item JOIN release ON number = release
), served AS (
    SELECT release, feature_id, platform, rule_from_key, rule_rank,
        array_agg(content_hash ORDER BY from_key) AS contents
    FROM (
        -- Neighboring editions may have the same content; where they meet differs from release to release.
        SELECT *, lag(content_hash) OVER (
            PARTITION BY release, feature_id, platform, rule_from_key, rule_rank ORDER BY from_key) AS former
        FROM edition) AS edition
    WHERE content_hash IS DISTINCT FROM former
    GROUP BY release, feature_id, platform, rule_from_key, rule_rank
), known AS (
    SELECT rule.release, rule.feature_id, rule.platform, rule.from_key, rule.rank, is_rollback, place,
        rule.until_key, rule.percent, rule.revision, contents,
        lag(place) OVER same AS former
    FROM rule
    JOIN item USING (release, feature_id)
    JOIN served ON served.release = rule.release AND served.feature_id = rule.feature_id
        AND served.platform = rule.platform AND rule_from_key = rule.from_key AND rule_rank = rule.rank
    WINDOW same AS (
        PARTITION BY rule.feature_id, rule.platform, rule.from_key, rule.until_key, rule.percent, rule.revision, contents
        ORDER BY rule.release, rule.rank)
), run AS (
    SELECT *, count(*) FILTER (WHERE former IS NULL OR former < place - 1 AND NOT is_rollback) OVER same AS number
    FROM known
    WINDOW same AS (
        PARTITION BY feature_id, platform, from_key, until_key, percent, revision, contents ORDER BY release, rank)
)
UPDATE rule SET added_in = first.added_in
    FROM (
        SELECT release, feature_id, platform, from_key, rank, min(release) OVER (
            PARTITION BY feature_id, platform, from_key, until_key, percent, revision, contents, number) AS added_in
        FROM run) AS first
    WHERE first.release = rule.release AND first.feature_id = rule.feature_id AND first.platform = rule.platform
        AND first.from_key = rule.from_key AND first.rank = rule.rank AND first.added_in < rule.release;
ALTER TABLE rule ENABLE TRIGGER rule_append_only;

-- Lists of releases ask of each rollback whether it only ends a release or a rollout.
CREATE INDEX rollout_event_end_idx ON rollout_event (release) WHERE kind IN ('halted', 'stopped');
CREATE INDEX schedule_event_release_idx ON schedule_event (release) WHERE kind = 'released';
