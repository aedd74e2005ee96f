-- Releases that are planned for a time, and everything that happened to them.

CREATE TABLE schedule (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT schedule_pkey PRIMARY KEY,
    due_at timestamptz NOT NULL,
    -- The rules to publish, as the management API takes them; null for an end.
    request text,
    -- An end serves again what stood before a release, or before the release that another schedule makes.
    undoes_release bigint CONSTRAINT schedule_undoes_release_fkey REFERENCES release,
    undoes_schedule bigint CONSTRAINT schedule_undoes_schedule_fkey REFERENCES schedule,
    features text[] NOT NULL,
    reason text NOT NULL CONSTRAINT schedule_reason_length CHECK (char_length(reason) <= 2000),
    break_glass boolean NOT NULL,
    idempotency_key text
        CONSTRAINT schedule_idempotency_key_unique UNIQUE
        CONSTRAINT schedule_idempotency_key_length CHECK (octet_length(idempotency_key) BETWEEN 1 AND 200),
    request_hash bytea NOT NULL,
    author_id bigint CONSTRAINT schedule_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT schedule_has_one_action CHECK (num_nonnulls(request, undoes_release, undoes_schedule) = 1)
);

CREATE INDEX schedule_due_at_idx ON schedule (due_at, id);
CREATE UNIQUE INDEX schedule_undoes_release_unique ON schedule (undoes_release);
CREATE UNIQUE INDEX schedule_undoes_schedule_unique ON schedule (undoes_schedule);

-- The newest event of a schedule is its state; without one it waits.
CREATE TABLE schedule_event (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT schedule_event_pkey PRIMARY KEY,
    schedule_id bigint NOT NULL CONSTRAINT schedule_event_schedule_fkey REFERENCES schedule,
    kind text NOT NULL CONSTRAINT schedule_event_kind_known CHECK (kind IN ('released', 'failed', 'retried', 'cancelled')),
    -- The release that it made; null for an end that had nothing to change.
    release bigint CONSTRAINT schedule_event_release_fkey REFERENCES release,
    -- The newest release that the person saw who asked for another try.
    expected bigint,
    problems text,
    author_id bigint CONSTRAINT schedule_event_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT schedule_event_failed_has_problems CHECK ((kind = 'failed') = (problems IS NOT NULL)),
    CONSTRAINT schedule_event_retried_has_expected CHECK ((kind = 'retried') = (expected IS NOT NULL))
);

CREATE INDEX schedule_event_schedule_idx ON schedule_event (schedule_id, id DESC);
-- A schedule ends once, whatever the processes do.
CREATE UNIQUE INDEX schedule_event_ends_once ON schedule_event (schedule_id) WHERE kind IN ('released', 'cancelled');

CREATE TRIGGER schedule_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schedule
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER schedule_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schedule_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each schedule with its newest event.
CREATE VIEW schedule_state AS
    SELECT schedule.*, coalesce(event.kind, 'waiting') AS kind, event.release, event.expected, event.problems,
        event.author_name AS event_author, event.created_at AS event_at
    FROM schedule
    LEFT JOIN LATERAL (
        SELECT * FROM schedule_event WHERE schedule_id = schedule.id ORDER BY id DESC LIMIT 1) event ON true;
