-- Data with which a form or questionnaire is filled: saved from a preview, or uploaded.

-- Of several with one name the newest counts.
CREATE TABLE filling (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT filling_pkey PRIMARY KEY,
    feature_id bigint NOT NULL CONSTRAINT filling_feature_fkey REFERENCES feature,
    name text COLLATE "C" NOT NULL CONSTRAINT filling_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
    -- json, not jsonb: numbers and strings stay as they were written, U+0000 included.
    data json NOT NULL
        CONSTRAINT filling_data_object CHECK (json_typeof(data) = 'object')
        CONSTRAINT filling_data_size CHECK (octet_length(data::text) <= 262144),
    author_id bigint CONSTRAINT filling_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX filling_name_idx ON filling (feature_id, name, id DESC);

CREATE TRIGGER filling_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON filling
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
