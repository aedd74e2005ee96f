-- The former names of renamed features, which answer for a grace period.

CREATE TABLE former_name (
    name text COLLATE "C" CONSTRAINT former_name_pkey PRIMARY KEY
        CONSTRAINT former_name_rule CHECK (name ~ '^[a-z0-9]+([._-][a-z0-9]+)*$' AND octet_length(name) <= 100),
    feature_id bigint NOT NULL CONSTRAINT former_name_feature_fkey REFERENCES feature,
    -- The end of the grace period; a release ends it for apps, a little later.
    answers_until timestamptz NOT NULL,
    -- Null while it answers.
    ended_at timestamptz,
    author_id bigint CONSTRAINT former_name_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX former_name_feature_idx ON former_name (feature_id);

-- Every name under which a feature is found.
CREATE VIEW answering_name AS
    SELECT name, id AS feature_id FROM feature
    UNION ALL
    SELECT name, feature_id FROM former_name WHERE ended_at IS NULL;

ALTER TABLE release DROP CONSTRAINT release_kind_known;
ALTER TABLE release ADD CONSTRAINT release_kind_known
    CHECK (kind IN ('publish', 'removal', 'rollback', 'switch-off', 'switch-on', 'restoration', 'rename'));
