-- Read nodes hold copies. By these they tell whether a database still has the history that a copy was made of.

CREATE TABLE installation (
    id uuid CONSTRAINT installation_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    -- There is one row.
    is_only boolean NOT NULL DEFAULT true
        CONSTRAINT installation_is_only_unique UNIQUE
        CONSTRAINT installation_is_only_true CHECK (is_only),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

INSERT INTO installation DEFAULT VALUES;

CREATE TRIGGER installation_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON installation
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A restored database gives the numbers of the releases that it lost to others; their identities are never the same.
ALTER TABLE release ADD COLUMN identity uuid NOT NULL DEFAULT gen_random_uuid();

-- What is live in a restored database, released once more under a number above every one that was served.
ALTER TABLE release DROP CONSTRAINT release_kind_known;
ALTER TABLE release ADD CONSTRAINT release_kind_known
    CHECK (kind IN ('publish', 'removal', 'rollback', 'switch-off', 'switch-on', 'restoration'));
CREATE INDEX release_restoration_idx ON release (number) WHERE kind = 'restoration';
