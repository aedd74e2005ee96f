-- The times for which caches may keep what clients get of a feature, in seconds; the newest row of a feature applies.

CREATE TABLE cache_time (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT cache_time_pkey PRIMARY KEY,
    feature_id bigint NOT NULL CONSTRAINT cache_time_feature_fkey REFERENCES feature,
    -- Null together, for the usual times.
    fresh integer CONSTRAINT cache_time_fresh_range CHECK (fresh BETWEEN 0 AND 86400),
    stale_while_revalidate integer
        CONSTRAINT cache_time_stale_while_revalidate_range CHECK (stale_while_revalidate BETWEEN 0 AND 86400),
    stale_if_error integer CONSTRAINT cache_time_stale_if_error_range CHECK (stale_if_error BETWEEN 0 AND 604800),
    author_id bigint CONSTRAINT cache_time_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT cache_time_is_whole CHECK (num_nulls(fresh, stale_while_revalidate, stale_if_error) IN (0, 3))
);

CREATE INDEX cache_time_feature_idx ON cache_time (feature_id, id DESC);

CREATE TRIGGER cache_time_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cache_time
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE release DROP CONSTRAINT release_kind_known;
ALTER TABLE release ADD CONSTRAINT release_kind_known
    CHECK (kind IN (
        'publish', 'removal', 'rollback', 'switch-off', 'switch-on', 'restoration', 'rename', 'caching'));
