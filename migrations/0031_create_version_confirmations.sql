-- The confirmations of versions that schemas mark as planned, by the teams of the platforms. A confirmation belongs to the
-- part of a schema and its version, so that later schema releases with the same part and version need no other one.

CREATE TABLE version_confirmation (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT version_confirmation_pkey PRIMARY KEY,
    entity text NOT NULL,
    pointer text NOT NULL,
    platform text NOT NULL,
    version text NOT NULL,
    author_id bigint CONSTRAINT version_confirmation_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX version_confirmation_entity_idx ON version_confirmation (entity, number DESC);

CREATE TRIGGER version_confirmation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON version_confirmation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
