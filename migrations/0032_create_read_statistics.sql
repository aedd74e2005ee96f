-- What read nodes serve, as they report it: their state, and how often they served each revision.

-- A digest of everything live after a release. It is the sum of the features' digests, so that a release computes it
-- from the features that it changes; releases of earlier versions have none.
CREATE TABLE release_state (
    release bigint CONSTRAINT release_state_pkey PRIMARY KEY
        CONSTRAINT release_state_release_fkey REFERENCES release,
    digest bytea NOT NULL CONSTRAINT release_state_digest_length CHECK (octet_length(digest) = 32)
);

CREATE TRIGGER release_state_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON release_state
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE node (
    name text CONSTRAINT node_pkey PRIMARY KEY
        CONSTRAINT node_name_length CHECK (octet_length(name) BETWEEN 1 AND 300),
    release bigint NOT NULL,
    -- The digest of what the node's memory holds.
    digest bytea NOT NULL CONSTRAINT node_digest_length CHECK (octet_length(digest) = 32),
    reported_at timestamptz NOT NULL
);

-- Fetches of editions by their exact addresses, by day.
CREATE TABLE read_statistic (
    day date NOT NULL,
    feature_id bigint NOT NULL CONSTRAINT read_statistic_feature_fkey REFERENCES feature,
    platform text COLLATE "C" NOT NULL CONSTRAINT read_statistic_platform_fkey REFERENCES platform,
    -- Both empty for the versions that were not counted one by one.
    version text NOT NULL CONSTRAINT read_statistic_version_length CHECK (octet_length(version) <= 300),
    version_key bytea NOT NULL,
    -- 0 for requests that no rule matched.
    revision bigint NOT NULL,
    fetches bigint NOT NULL CONSTRAINT read_statistic_fetches_positive CHECK (fetches > 0),
    CONSTRAINT read_statistic_pkey PRIMARY KEY (day, feature_id, platform, version_key, revision)
);

CREATE INDEX read_statistic_feature_idx ON read_statistic (feature_id, day);
