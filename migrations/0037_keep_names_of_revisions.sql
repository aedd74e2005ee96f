-- The name that a person has typed for the next revision.
ALTER TABLE working_copy ADD COLUMN revision_name text NOT NULL DEFAULT ''
    CONSTRAINT working_copy_revision_name_length CHECK (char_length(revision_name) <= 200);
