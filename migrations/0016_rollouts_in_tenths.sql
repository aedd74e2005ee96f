-- Rollouts in steps of a tenth of a percent: clients are divided into 1,000 buckets.
DROP VIEW served_rule;

ALTER TABLE rule ALTER COLUMN percent TYPE numeric(4, 1);

-- A rule with its editions, a row for each.
CREATE VIEW served_rule AS
    SELECT
        rule.release, rule.feature_id, rule.platform, platform.position, rule.from_version, rule.from_key,
        rule.until_version, (rule.percent * 10)::integer AS percent_tenths, rule.revision,
        edition.from_version AS edition_from_version, edition.from_key AS edition_from_key,
        edition.until_version AS edition_until_version, encode(edition.content_hash, 'hex') AS edition_hash,
        octet_length(content.bytes) AS edition_size, edition.schema_release, edition.live_since
    FROM rule
    JOIN edition ON edition.release = rule.release AND edition.feature_id = rule.feature_id
        AND edition.platform = rule.platform AND edition.rule_from_key = rule.from_key
    JOIN content ON content.hash = edition.content_hash
    JOIN platform ON platform.name = rule.platform;
