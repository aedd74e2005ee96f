-- What a schema release would break: everything live and every newest revision, checked again in the background.

-- The row is the queue: whoever checks the next features locks it, and a stop loses at most one batch.
CREATE TABLE schema_impact (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT schema_impact_pkey PRIMARY KEY,
    schema_release bigint NOT NULL CONSTRAINT schema_impact_release_fkey REFERENCES schema_release,
    -- The schema release that was current, whose faults are not the new one's.
    base bigint CONSTRAINT schema_impact_base_fkey REFERENCES schema_release,
    -- The newest release at the beginning; later ones may have put other documents live.
    release bigint NOT NULL,
    total bigint NOT NULL,
    done bigint NOT NULL DEFAULT 0,
    -- The last feature that was checked.
    last_feature bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz
);

CREATE INDEX schema_impact_release_idx ON schema_impact (schema_release, number DESC);
CREATE INDEX schema_impact_waiting_idx ON schema_impact (number) WHERE finished_at IS NULL;

CREATE TABLE schema_impact_finding (
    impact bigint NOT NULL CONSTRAINT schema_impact_finding_impact_fkey REFERENCES schema_impact,
    feature_id bigint NOT NULL CONSTRAINT schema_impact_finding_feature_fkey REFERENCES feature,
    position integer NOT NULL,
    revision bigint NOT NULL,
    -- Null for the newest revision of a feature, which is not live.
    platform text COLLATE "C" CONSTRAINT schema_impact_finding_platform_fkey REFERENCES platform,
    versions text,
    pointer text NOT NULL,
    line bigint,
    code text NOT NULL,
    message text NOT NULL,
    CONSTRAINT schema_impact_finding_pkey PRIMARY KEY (impact, feature_id, position)
);
