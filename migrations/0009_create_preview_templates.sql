-- Templates that were uploaded for entities of the schema repository: how a preview draws them.

-- Of several for one entity the newest counts; without a body the repository's own counts again.
CREATE TABLE preview_template (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT preview_template_pkey PRIMARY KEY,
    entity text COLLATE "C" NOT NULL
        CONSTRAINT preview_template_entity_length CHECK (octet_length(entity) BETWEEN 1 AND 500),
    body text CONSTRAINT preview_template_body_size CHECK (octet_length(body) BETWEEN 1 AND 65536),
    author_id bigint CONSTRAINT preview_template_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX preview_template_entity_idx ON preview_template (entity, number DESC);

CREATE TRIGGER preview_template_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON preview_template
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
