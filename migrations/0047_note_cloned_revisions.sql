-- The revision that each clone was copied from: who wrote it may not approve its copy under another name.

CREATE TABLE revision_origin (
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    source_id bigint NOT NULL,
    source_revision bigint NOT NULL,
    CONSTRAINT revision_origin_pkey PRIMARY KEY (feature_id, revision),
    CONSTRAINT revision_origin_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number),
    CONSTRAINT revision_origin_source_fkey FOREIGN KEY (source_id, source_revision)
        REFERENCES revision (feature_id, number),
    CONSTRAINT revision_origin_other_feature CHECK (source_id <> feature_id)
);

CREATE TRIGGER revision_origin_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revision_origin
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Earlier clones said it in their notes. The names may have changed, so the bytes must be the same.
INSERT INTO revision_origin (feature_id, revision, source_id, source_revision)
    SELECT clone.feature_id, clone.number, source.feature_id, source.number
    FROM revision AS clone
    CROSS JOIN LATERAL regexp_match(clone.note, '^Cloned from ([a-z0-9._-]{1,100}) revision ([0-9]{1,15})$') AS said
    JOIN (SELECT name, id FROM feature UNION ALL SELECT name, feature_id FROM former_name) AS named
        ON named.name = said[1]
    JOIN revision AS source ON source.feature_id = named.id AND source.number = said[2]::bigint
    WHERE clone.number = 1 AND source.feature_id <> clone.feature_id AND source.content_hash = clone.content_hash
    ON CONFLICT (feature_id, revision) DO NOTHING;
