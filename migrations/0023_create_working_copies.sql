-- Text that a person has typed and not saved, and who has a feature open.

-- One for each feature and person; never a revision, and read by its author alone.
CREATE TABLE working_copy (
    feature_id bigint NOT NULL CONSTRAINT working_copy_feature_fkey REFERENCES feature,
    account_id bigint NOT NULL CONSTRAINT working_copy_account_fkey REFERENCES account ON DELETE CASCADE,
    -- The editor that keeps it. Another one that the person opened does not overwrite it.
    editor text NOT NULL CONSTRAINT working_copy_editor_length CHECK (octet_length(editor) BETWEEN 1 AND 100),
    bytes bytea NOT NULL CONSTRAINT working_copy_size CHECK (octet_length(bytes) <= 4194304),
    -- The newest revision that the person saw, and the one that the text is based on; 0 for none.
    parent bigint NOT NULL,
    started bigint NOT NULL,
    note text NOT NULL CONSTRAINT working_copy_note_length CHECK (char_length(note) <= 2000),
    changed_at timestamptz NOT NULL,
    CONSTRAINT working_copy_pkey PRIMARY KEY (feature_id, account_id)
);

-- Lost in a crash of the server, and renewed within seconds by whoever has the feature open.
CREATE UNLOGGED TABLE feature_visit (
    feature_id bigint NOT NULL CONSTRAINT feature_visit_feature_fkey REFERENCES feature,
    account_id bigint NOT NULL CONSTRAINT feature_visit_account_fkey REFERENCES account ON DELETE CASCADE,
    seen_at timestamptz NOT NULL,
    -- Null for a person who has not had the editor open.
    editing_at timestamptz,
    CONSTRAINT feature_visit_pkey PRIMARY KEY (feature_id, account_id)
);
