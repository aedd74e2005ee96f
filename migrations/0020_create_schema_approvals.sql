-- Who speaks for which team, and the approvals of proposed schema releases.

CREATE TABLE account_team (
    account_id bigint NOT NULL CONSTRAINT account_team_account_fkey REFERENCES account ON DELETE CASCADE,
    team text NOT NULL
        CONSTRAINT account_team_known CHECK (team IN ('ios', 'android', 'web', 'backend', 'design')),
    author_id bigint CONSTRAINT account_team_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT account_team_pkey PRIMARY KEY (account_id, team)
);

-- An approval belongs to a proposal, so that another content or another base begins without any. Of several of one team
-- the newest counts.
CREATE TABLE schema_approval (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT schema_approval_pkey PRIMARY KEY,
    proposal bigint NOT NULL CONSTRAINT schema_approval_proposal_fkey REFERENCES schema_proposal,
    team text NOT NULL
        CONSTRAINT schema_approval_team_known CHECK (team IN ('ios', 'android', 'web', 'backend', 'design')),
    is_withdrawn boolean NOT NULL,
    note text NOT NULL CONSTRAINT schema_approval_note_length CHECK (char_length(note) <= 2000),
    author_id bigint CONSTRAINT schema_approval_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX schema_approval_proposal_idx ON schema_approval (proposal, number DESC);

CREATE TRIGGER schema_approval_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schema_approval
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- True for an adoption without the approvals that it needs.
ALTER TABLE schema_adoption ADD COLUMN break_glass boolean NOT NULL DEFAULT false;

-- A program may propose schemas, such as the CI of their repository.
ALTER TABLE api_token DROP CONSTRAINT api_token_scopes_known;
ALTER TABLE api_token ADD CONSTRAINT api_token_scopes_known
    CHECK (scopes <@ ARRAY['register-clients', 'propose-schemas'] AND cardinality(scopes) > 0);
