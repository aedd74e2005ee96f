-- The keys with which nodes sign what they serve. A new key is added before the old one retires, so that clients learn
-- it in time; the store allows two active keys at most.

CREATE TABLE signature_key (
    -- The JWK thumbprint of the public key (RFC 7638).
    id text CONSTRAINT signature_key_pkey PRIMARY KEY,
    seed bytea NOT NULL CONSTRAINT signature_key_seed_length CHECK (octet_length(seed) = 32),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Null while the key signs.
    retired_at timestamptz
);
