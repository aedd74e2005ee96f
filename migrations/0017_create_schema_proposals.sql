-- Schema releases that wait for their adoption: where each came from, and what it was compared with.

-- The same content may be proposed again, for instance after another release was adopted; the newest proposal counts.
CREATE TABLE schema_proposal (
    number bigint CONSTRAINT schema_proposal_pkey PRIMARY KEY CONSTRAINT schema_proposal_number_positive CHECK (number > 0),
    schema_release bigint NOT NULL CONSTRAINT schema_proposal_release_fkey REFERENCES schema_release,
    -- The current schema release at that moment. An adoption after another one would undo its changes.
    base bigint CONSTRAINT schema_proposal_base_fkey REFERENCES schema_release,
    source text NOT NULL CONSTRAINT schema_proposal_source_length CHECK (char_length(source) <= 3000),
    note text NOT NULL CONSTRAINT schema_proposal_note_length CHECK (char_length(note) <= 2000),
    author_id bigint CONSTRAINT schema_proposal_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX schema_proposal_release_idx ON schema_proposal (schema_release, number DESC);

CREATE TRIGGER schema_proposal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schema_proposal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The adopted proposal; none for a return to an earlier schema release and for the adoptions so far.
ALTER TABLE schema_adoption
    ADD COLUMN proposal bigint CONSTRAINT schema_adoption_proposal_fkey REFERENCES schema_proposal,
    ADD COLUMN reason text NOT NULL DEFAULT '' CONSTRAINT schema_adoption_reason_length CHECK (char_length(reason) <= 2000);
