-- Several rules that start at one version, while a rollout replaces one revision by another in steps.

-- Of the rules of a platform that start at one version the lowest rank comes first.
DROP VIEW served_rule;

ALTER TABLE edition DROP CONSTRAINT edition_rule_fkey;
ALTER TABLE rule ADD COLUMN rank smallint NOT NULL DEFAULT 0
    CONSTRAINT rule_rank_positive CHECK (rank >= 0);
ALTER TABLE edition ADD COLUMN rule_rank smallint NOT NULL DEFAULT 0;
ALTER TABLE rule DROP CONSTRAINT rule_pkey;
ALTER TABLE rule ADD CONSTRAINT rule_pkey PRIMARY KEY (release, feature_id, platform, from_key, rank);
ALTER TABLE edition DROP CONSTRAINT edition_pkey;
ALTER TABLE edition ADD CONSTRAINT edition_pkey
    PRIMARY KEY (release, feature_id, platform, rule_from_key, rule_rank, from_key);
ALTER TABLE edition ADD CONSTRAINT edition_rule_fkey
    FOREIGN KEY (release, feature_id, platform, rule_from_key, rule_rank) REFERENCES rule;

-- A rule with its editions, a row for each.
CREATE VIEW served_rule AS
    SELECT
        rule.release, rule.feature_id, rule.platform, platform.position, rule.from_version, rule.from_key, rule.rank,
        rule.until_version, (rule.percent * 10)::integer AS percent_tenths, rule.revision,
        edition.from_version AS edition_from_version, edition.from_key AS edition_from_key,
        edition.until_version AS edition_until_version, encode(edition.content_hash, 'hex') AS edition_hash,
        octet_length(content.bytes) AS edition_size, edition.schema_release, edition.live_since
    FROM rule
    JOIN edition ON edition.release = rule.release AND edition.feature_id = rule.feature_id
        AND edition.platform = rule.platform AND edition.rule_from_key = rule.from_key
        AND edition.rule_rank = rule.rank
    JOIN content ON content.hash = edition.content_hash
    JOIN platform ON platform.name = rule.platform;
