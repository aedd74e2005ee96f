-- Tokens by which programs act for an account, such as the CI of an app.

-- The token itself is shown once: reading this table lets nobody in.
CREATE TABLE api_token (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT api_token_pkey PRIMARY KEY,
    account_id bigint NOT NULL CONSTRAINT api_token_account_fkey REFERENCES account ON DELETE CASCADE,
    name text NOT NULL CONSTRAINT api_token_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
    token_hash bytea NOT NULL
        CONSTRAINT api_token_hash_unique UNIQUE
        CONSTRAINT api_token_hash_length CHECK (octet_length(token_hash) = 32),
    scopes text[] NOT NULL
        CONSTRAINT api_token_scopes_known CHECK (scopes <@ ARRAY['register-clients'] AND cardinality(scopes) > 0),
    expires_at timestamptz,
    -- To the minute, so that a busy token does not write on every request.
    last_used_at timestamptz,
    author_id bigint CONSTRAINT api_token_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX api_token_account_idx ON api_token (account_id);

CREATE TABLE api_token_revocation (
    token_id bigint CONSTRAINT api_token_revocation_pkey PRIMARY KEY
        CONSTRAINT api_token_revocation_token_fkey REFERENCES api_token ON DELETE CASCADE,
    author_id bigint CONSTRAINT api_token_revocation_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
