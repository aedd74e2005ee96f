-- The register of what was given out to people and devices without a session: links to previews, and tokens by which an
-- app shows a revision or an unsaved text. Each can be withdrawn.

CREATE TABLE shared_link (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT shared_link_pkey PRIMARY KEY,
    kind text NOT NULL CONSTRAINT shared_link_kind_known CHECK (kind IN ('preview', 'device')),
    -- The audit event by which the address of a preview names its link.
    event bigint CONSTRAINT shared_link_event_unique UNIQUE
        CONSTRAINT shared_link_event_fkey REFERENCES audit_event,
    -- Of a device's token; the token itself is shown once.
    token_hash bytea CONSTRAINT shared_link_token_hash_unique UNIQUE
        CONSTRAINT shared_link_token_hash_length CHECK (octet_length(token_hash) = 32),
    feature_id bigint NOT NULL CONSTRAINT shared_link_feature_fkey REFERENCES feature,
    -- Null for an unsaved text.
    revision bigint,
    expires_at timestamptz NOT NULL,
    author_id bigint CONSTRAINT shared_link_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT shared_link_revision_fkey FOREIGN KEY (feature_id, revision) REFERENCES revision (feature_id, number),
    CONSTRAINT shared_link_identified
        CHECK ((event IS NOT NULL) = (kind = 'preview') AND (token_hash IS NOT NULL) = (kind = 'device'))
);

CREATE INDEX shared_link_feature_idx ON shared_link (feature_id, id DESC);

CREATE TABLE shared_link_withdrawal (
    link_id bigint CONSTRAINT shared_link_withdrawal_pkey PRIMARY KEY
        CONSTRAINT shared_link_withdrawal_link_fkey REFERENCES shared_link,
    author_id bigint CONSTRAINT shared_link_withdrawal_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TRIGGER shared_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared_link
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shared_link_withdrawal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON shared_link_withdrawal
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
