-- People who sign in, their sessions, and what slows down guessing.

CREATE TABLE account (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_pkey PRIMARY KEY,
    name text NOT NULL
        CONSTRAINT account_name_unique UNIQUE
        CONSTRAINT account_name_rule CHECK (name ~ '^[a-z0-9]+([._@-][a-z0-9]+)*$' AND octet_length(name) <= 100),
    display_name text NOT NULL CONSTRAINT account_display_name_length CHECK (char_length(display_name) BETWEEN 1 AND 200),
    password_hash text NOT NULL CONSTRAINT account_password_hash_kind CHECK (password_hash LIKE '$argon2id$%'),
    roles text[] NOT NULL
        CONSTRAINT account_roles_known CHECK (roles <@ ARRAY['analyst', 'reviewer', 'release-manager', 'administrator']),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The token itself is only in the browser: reading this table lets nobody in.
CREATE TABLE session (
    token_hash bytea CONSTRAINT session_pkey PRIMARY KEY
        CONSTRAINT session_token_hash_length CHECK (octet_length(token_hash) = 32),
    account_id bigint NOT NULL CONSTRAINT session_account_fkey REFERENCES account ON DELETE CASCADE,
    remote_address text NOT NULL,
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);

CREATE INDEX session_account_idx ON session (account_id);
CREATE INDEX session_expires_at_idx ON session (expires_at);

-- Keyed by the hash of whatever name was typed, so that a name nobody has is slowed down just the same.
CREATE TABLE sign_in_failure (
    name_hash bytea CONSTRAINT sign_in_failure_pkey PRIMARY KEY
        CONSTRAINT sign_in_failure_name_hash_length CHECK (octet_length(name_hash) = 32),
    failures integer NOT NULL,
    failed_at timestamptz NOT NULL,
    retry_at timestamptz NOT NULL
);

CREATE INDEX sign_in_failure_failed_at_idx ON sign_in_failure (failed_at);
