-- Idempotency keys in one place: what each was used for, and the answer, so that a repeated request changes nothing.

CREATE TABLE idempotency_key (
    key text CONSTRAINT idempotency_key_pkey PRIMARY KEY
        CONSTRAINT idempotency_key_length CHECK (octet_length(key) BETWEEN 1 AND 200),
    -- Of everything that distinguishes the request from others.
    request_hash bytea NOT NULL,
    -- Random; the same for all transactions of one attempt.
    attempt bytea NOT NULL,
    -- What the request made; both are null for other changes, and for a request that changed nothing.
    release bigint CONSTRAINT idempotency_key_release_fkey REFERENCES release,
    schedule bigint CONSTRAINT idempotency_key_schedule_fkey REFERENCES schedule,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Answers of the management API; deleted after some weeks.
CREATE TABLE idempotency_answer (
    key text CONSTRAINT idempotency_answer_pkey PRIMARY KEY
        CONSTRAINT idempotency_answer_key_fkey REFERENCES idempotency_key,
    status integer NOT NULL,
    fields jsonb NOT NULL,
    body bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX idempotency_answer_created_at_idx ON idempotency_answer (created_at);

-- Releases and schedules kept their keys apart, so one key could make both; then the release's counts.
INSERT INTO idempotency_key (key, request_hash, attempt, release, created_at)
    SELECT idempotency_key, request_hash, '', number, created_at FROM release WHERE idempotency_key IS NOT NULL;
INSERT INTO idempotency_key (key, request_hash, attempt, schedule, created_at)
    SELECT idempotency_key, request_hash, '', id, created_at FROM schedule WHERE idempotency_key IS NOT NULL
    ON CONFLICT (key) DO NOTHING;

DROP VIEW schedule_state;
ALTER TABLE release DROP COLUMN idempotency_key, DROP COLUMN request_hash;
ALTER TABLE schedule DROP COLUMN idempotency_key, DROP COLUMN request_hash;

-- Each schedule with its newest event.
CREATE VIEW schedule_state AS
    SELECT schedule.*, coalesce(event.kind, 'waiting') AS kind, event.release, event.expected, event.problems,
        event.author_name AS event_author, event.created_at AS event_at
    FROM schedule
    LEFT JOIN LATERAL (
        SELECT * FROM schedule_event WHERE schedule_id = schedule.id ORDER BY id DESC LIMIT 1) event ON true;
