-- What all nodes of an installation must share and nobody outside may know.

CREATE TABLE secret (
    name text CONSTRAINT secret_pkey PRIMARY KEY,
    bytes bytea NOT NULL CONSTRAINT secret_bytes_length CHECK (octet_length(bytes) BETWEEN 32 AND 64),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
