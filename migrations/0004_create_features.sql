-- The named slots that clients ask for, and every content each has had.

CREATE TABLE feature (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT feature_pkey PRIMARY KEY,
    name text COLLATE "C" NOT NULL
        CONSTRAINT feature_name_unique UNIQUE
        CONSTRAINT feature_name_rule CHECK (name ~ '^[a-z0-9]+([._-][a-z0-9]+)*$' AND octet_length(name) <= 100),
    kind text NOT NULL,
    author_id bigint CONSTRAINT feature_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE revision (
    feature_id bigint NOT NULL CONSTRAINT revision_feature_fkey REFERENCES feature,
    number bigint NOT NULL CONSTRAINT revision_number_positive CHECK (number > 0),
    parent bigint,
    content_hash bytea NOT NULL CONSTRAINT revision_content_fkey REFERENCES content,
    schema_release bigint NOT NULL CONSTRAINT revision_schema_release_fkey REFERENCES schema_release,
    valid boolean NOT NULL,
    -- json, not jsonb: a diagnostic may quote U+0000, which jsonb refuses.
    report json NOT NULL,
    note text NOT NULL CONSTRAINT revision_note_length CHECK (char_length(note) <= 2000),
    author_id bigint CONSTRAINT revision_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT revision_pkey PRIMARY KEY (feature_id, number),
    CONSTRAINT revision_parent_fkey FOREIGN KEY (feature_id, parent) REFERENCES revision (feature_id, number),
    CONSTRAINT revision_parent_is_earlier CHECK (parent < number)
);

CREATE TRIGGER revision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revision
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
