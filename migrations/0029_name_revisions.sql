-- The names that people give to revisions. The newest counts; an empty one takes the name away.

CREATE TABLE revision_name (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT revision_name_pkey PRIMARY KEY,
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    name text NOT NULL CONSTRAINT revision_name_length CHECK (char_length(name) <= 100),
    author_id bigint CONSTRAINT revision_name_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT revision_name_revision_fkey FOREIGN KEY (feature_id, revision) REFERENCES revision (feature_id, number)
);

CREATE INDEX revision_name_revision_idx ON revision_name (feature_id, revision, id DESC);

CREATE TRIGGER revision_name_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revision_name
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
