-- Failures are counted by name and by who tries: an address, or a browser that the account has signed in with before.
-- So nobody's failures keep the owner of an account waiting. The counts so far say nothing of that.

DELETE FROM sign_in_failure;

ALTER TABLE sign_in_failure
    ADD COLUMN lane_hash bytea NOT NULL
        CONSTRAINT sign_in_failure_lane_hash_length CHECK (octet_length(lane_hash) = 32),
    DROP CONSTRAINT sign_in_failure_pkey,
    ADD CONSTRAINT sign_in_failure_pkey PRIMARY KEY (name_hash, lane_hash);
