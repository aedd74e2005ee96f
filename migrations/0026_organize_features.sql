-- Owners, tags and archives of features.

ALTER TABLE feature
    -- A person or a team; empty for none.
    ADD COLUMN owner text NOT NULL DEFAULT '' CONSTRAINT feature_owner_length CHECK (char_length(owner) <= 100),
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CONSTRAINT feature_tags_count CHECK (cardinality(tags) <= 20);

-- The features that are archived: out of the lists, and not to be published.
CREATE TABLE feature_archive (
    feature_id bigint CONSTRAINT feature_archive_pkey PRIMARY KEY
        CONSTRAINT feature_archive_feature_fkey REFERENCES feature,
    reason text NOT NULL CONSTRAINT feature_archive_reason_length CHECK (char_length(reason) <= 2000),
    author_id bigint CONSTRAINT feature_archive_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
