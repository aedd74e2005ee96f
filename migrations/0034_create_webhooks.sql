-- Addresses to which events are posted. The audit trail is the queue: it is written in the transaction of the event.

CREATE TABLE webhook (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_pkey PRIMARY KEY,
    address text NOT NULL CONSTRAINT webhook_address_length CHECK (octet_length(address) BETWEEN 1 AND 2000),
    -- Beginnings of the actions that are posted, such as `release.`.
    events text[] NOT NULL CONSTRAINT webhook_events_some CHECK (cardinality(events) BETWEEN 1 AND 50),
    -- Signs what is posted.
    secret bytea NOT NULL CONSTRAINT webhook_secret_length CHECK (octet_length(secret) = 32),
    -- The last audit event that was looked at.
    position bigint NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    author_id bigint CONSTRAINT webhook_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE webhook_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_delivery_pkey PRIMARY KEY,
    webhook_id bigint NOT NULL CONSTRAINT webhook_delivery_webhook_fkey REFERENCES webhook,
    event bigint NOT NULL CONSTRAINT webhook_delivery_event_fkey REFERENCES audit_event,
    attempts integer NOT NULL DEFAULT 0,
    -- The next attempt; also the end of the time that the current attempt may take. Null once it is over.
    due_at timestamptz DEFAULT clock_timestamp(),
    delivered_at timestamptz,
    -- The status of the last answer, or the reason why there was none.
    status integer,
    fault text CONSTRAINT webhook_delivery_fault_length CHECK (char_length(fault) <= 500),
    CONSTRAINT webhook_delivery_event_unique UNIQUE (webhook_id, event)
);

CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (due_at) WHERE due_at IS NOT NULL;
