-- The apps that reported failures of a revision that clients get, once each, against the thresholds of rollouts. Rows older
-- than the longest step are deleted.

CREATE TABLE failure_reporter (
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    platform text NOT NULL CONSTRAINT failure_reporter_platform_length CHECK (octet_length(platform) <= 100),
    -- A digest of the address from which the app reports.
    reporter bytea NOT NULL CONSTRAINT failure_reporter_reporter_length CHECK (octet_length(reporter) = 16),
    last_at timestamptz NOT NULL,
    CONSTRAINT failure_reporter_pkey PRIMARY KEY (feature_id, revision, platform, reporter),
    CONSTRAINT failure_reporter_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);

CREATE INDEX failure_reporter_last_idx ON failure_reporter (last_at);
