-- Reviews of revisions: requests, verdicts bound to the exact bytes, comments, and how many approvals a publish needs.

CREATE TABLE review (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT review_pkey PRIMARY KEY,
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    note text NOT NULL CONSTRAINT review_note_length CHECK (char_length(note) <= 2000),
    -- The people and roles that are asked; nobody in particular if both are empty.
    people text[] NOT NULL,
    roles text[] NOT NULL,
    author_id bigint CONSTRAINT review_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT review_revision_fkey FOREIGN KEY (feature_id, revision) REFERENCES revision (feature_id, number)
);

CREATE INDEX review_revision_idx ON review (feature_id, revision, id DESC);

CREATE TABLE review_withdrawal (
    review_id bigint CONSTRAINT review_withdrawal_pkey PRIMARY KEY
        CONSTRAINT review_withdrawal_review_fkey REFERENCES review,
    author_id bigint CONSTRAINT review_withdrawal_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Of several verdicts of one person on one revision the newest counts.
CREATE TABLE approval (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT approval_pkey PRIMARY KEY,
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    -- The SHA-256 of the bytes that the person saw.
    content_hash bytea NOT NULL CONSTRAINT approval_content_fkey REFERENCES content,
    verdict text NOT NULL
        CONSTRAINT approval_verdict_known CHECK (verdict IN ('approved', 'changes-requested', 'withdrawn')),
    note text NOT NULL CONSTRAINT approval_note_length CHECK (char_length(note) <= 2000),
    author_id bigint CONSTRAINT approval_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT approval_revision_fkey FOREIGN KEY (feature_id, revision) REFERENCES revision (feature_id, number)
);

CREATE INDEX approval_revision_idx ON approval (feature_id, revision, id DESC);

CREATE TABLE review_comment (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT review_comment_pkey PRIMARY KEY,
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    -- The JSON Pointer of an element of that revision; empty for the whole document.
    pointer text NOT NULL CONSTRAINT review_comment_pointer_length CHECK (char_length(pointer) <= 4000),
    text text NOT NULL CONSTRAINT review_comment_text_length CHECK (char_length(text) BETWEEN 1 AND 4000),
    author_id bigint CONSTRAINT review_comment_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT review_comment_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);

CREATE INDEX review_comment_revision_idx ON review_comment (feature_id, revision, id);

-- The newest policy of a feature counts, or else the newest of the installation, or else none is required.
CREATE TABLE approval_policy (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT approval_policy_pkey PRIMARY KEY,
    -- Null for the installation.
    feature_id bigint CONSTRAINT approval_policy_feature_fkey REFERENCES feature,
    -- Null for a feature that follows the installation again.
    required integer CONSTRAINT approval_policy_required_range CHECK (required BETWEEN 0 AND 2),
    author_id bigint CONSTRAINT approval_policy_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT approval_policy_installation_complete CHECK (feature_id IS NOT NULL OR required IS NOT NULL)
);

CREATE INDEX approval_policy_feature_idx ON approval_policy (feature_id, number DESC);

-- Releases that put a revision live with fewer approvals than required.
CREATE TABLE approval_bypass (
    release bigint NOT NULL CONSTRAINT approval_bypass_release_fkey REFERENCES release,
    feature_id bigint NOT NULL,
    revision bigint NOT NULL,
    required integer NOT NULL,
    given integer NOT NULL,
    CONSTRAINT approval_bypass_pkey PRIMARY KEY (release, feature_id, revision),
    CONSTRAINT approval_bypass_revision_fkey FOREIGN KEY (feature_id, revision)
        REFERENCES revision (feature_id, number)
);

CREATE INDEX approval_bypass_feature_idx ON approval_bypass (feature_id, revision);

CREATE TRIGGER review_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER review_withdrawal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_withdrawal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER review_comment_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON review_comment
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_policy_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_policy
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_bypass_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_bypass
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
