-- What the documents of revisions refer to by name, so that a feature can list who uses it.

-- One row for each name in a revision, with its first place.
CREATE TABLE revision_reference (
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    target text NOT NULL CONSTRAINT revision_reference_target_known CHECK (target IN ('feature', 'option-list')),
    name text COLLATE "C" NOT NULL CONSTRAINT revision_reference_name_length CHECK (octet_length(name) <= 100),
    pointer text NOT NULL,
    line bigint NOT NULL CONSTRAINT revision_reference_line_positive CHECK (line > 0),
    CONSTRAINT revision_reference_pkey PRIMARY KEY (feature_id, revision, target, name),
    CONSTRAINT revision_reference_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);

CREATE INDEX revision_reference_name_idx ON revision_reference (target, name);

CREATE TRIGGER revision_reference_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revision_reference
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The revisions whose references are stored; those of earlier versions of the tables are added later.
CREATE TABLE revision_reference_list (
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT revision_reference_list_pkey PRIMARY KEY (feature_id, revision),
    CONSTRAINT revision_reference_list_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);

CREATE TRIGGER revision_reference_list_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON revision_reference_list
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
