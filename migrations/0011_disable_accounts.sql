-- Accounts that may not sign in, and what tells one session of an account from another.

CREATE TABLE account_disablement (
    account_id bigint CONSTRAINT account_disablement_pkey PRIMARY KEY
        CONSTRAINT account_disablement_account_fkey REFERENCES account ON DELETE CASCADE,
    author_id bigint CONSTRAINT account_disablement_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

ALTER TABLE session ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT session_id_unique UNIQUE;
ALTER TABLE session ADD COLUMN user_agent text NOT NULL DEFAULT '';
