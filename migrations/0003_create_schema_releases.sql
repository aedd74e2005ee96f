-- Contents by hash, and the states of the schema repository made of them.

CREATE TABLE content (
    hash bytea CONSTRAINT content_pkey PRIMARY KEY,
    bytes bytea NOT NULL,
    CONSTRAINT content_hash_is_of_bytes CHECK (hash = sha256(bytes))
);

CREATE TABLE schema_release (
    number bigint CONSTRAINT schema_release_pkey PRIMARY KEY CONSTRAINT schema_release_number_positive CHECK (number > 0),
    hash text NOT NULL CONSTRAINT schema_release_hash_unique UNIQUE,
    author_id bigint CONSTRAINT schema_release_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE schema_document (
    schema_release bigint NOT NULL CONSTRAINT schema_document_release_fkey REFERENCES schema_release,
    path text NOT NULL CONSTRAINT schema_document_path_relative CHECK (path <> '' AND path NOT LIKE '/%'),
    content_hash bytea NOT NULL CONSTRAINT schema_document_content_fkey REFERENCES content,
    CONSTRAINT schema_document_pkey PRIMARY KEY (schema_release, path)
);

-- The last adoption says which schema release is current; an earlier one can be adopted again.
CREATE TABLE schema_adoption (
    number bigint CONSTRAINT schema_adoption_pkey PRIMARY KEY,
    schema_release bigint NOT NULL CONSTRAINT schema_adoption_release_fkey REFERENCES schema_release,
    author_id bigint CONSTRAINT schema_adoption_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TRIGGER content_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER schema_release_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schema_release
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER schema_document_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schema_document
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER schema_adoption_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schema_adoption
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
