-- Failures that apps report when they show a revision, counted by place and reason.

CREATE TABLE render_failure (
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    platform text NOT NULL CONSTRAINT render_failure_platform_length CHECK (octet_length(platform) <= 100),
    pointer text COLLATE "C" NOT NULL CONSTRAINT render_failure_pointer_length CHECK (octet_length(pointer) <= 500),
    reason text COLLATE "C" NOT NULL
        CONSTRAINT render_failure_reason_length CHECK (octet_length(reason) BETWEEN 1 AND 300),
    count bigint NOT NULL CONSTRAINT render_failure_count_positive CHECK (count > 0),
    -- The version of the client that reported it last.
    client_version text NOT NULL
        CONSTRAINT render_failure_client_version_length CHECK (octet_length(client_version) <= 100),
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    CONSTRAINT render_failure_pkey PRIMARY KEY (feature_id, revision, platform, pointer, reason),
    CONSTRAINT render_failure_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);
