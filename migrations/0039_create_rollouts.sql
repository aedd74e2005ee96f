-- Rollouts: plans, the rollouts that follow them, and everything that happened to those.

-- The newest row of a name counts; without steps the plan is withdrawn. Rollouts keep the steps with which they began.
CREATE TABLE rollout_plan (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT rollout_plan_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT rollout_plan_name_length CHECK (char_length(name) BETWEEN 1 AND 100),
    steps text NOT NULL,
    author_id bigint CONSTRAINT rollout_plan_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX rollout_plan_name_idx ON rollout_plan (name, id DESC);

INSERT INTO rollout_plan (name, steps, author_name) VALUES ('default',
    '[{"percent":0,"bakeMinutes":10,"failures":1},{"percent":1,"bakeMinutes":60,"failures":5},{"percent":10,"bakeMinutes":60,"failures":25},{"percent":50,"bakeMinutes":60,"failures":100},{"percent":100,"bakeMinutes":0}]',
    'galley');

CREATE TABLE rollout (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT rollout_pkey PRIMARY KEY,
    plan text NOT NULL,
    steps text NOT NULL,
    -- The rules to publish, as the management API takes them; the shares are those of the steps.
    request text NOT NULL,
    break_glass boolean NOT NULL,
    features text[] NOT NULL,
    -- The release of the first step.
    release bigint NOT NULL CONSTRAINT rollout_release_fkey REFERENCES release
        CONSTRAINT rollout_release_unique UNIQUE,
    reason text NOT NULL CONSTRAINT rollout_reason_length CHECK (char_length(reason) <= 2000),
    author_id bigint CONSTRAINT rollout_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The newest event, apart from reports, is the state of a rollout.
CREATE TABLE rollout_event (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT rollout_event_pkey PRIMARY KEY,
    rollout_id bigint NOT NULL CONSTRAINT rollout_event_rollout_fkey REFERENCES rollout,
    kind text NOT NULL CONSTRAINT rollout_event_kind_known
        CHECK (kind IN ('stepped', 'paused', 'continued', 'approved', 'reported', 'failed', 'halted', 'stopped')),
    -- The step that it was at, from 0.
    step integer NOT NULL CONSTRAINT rollout_event_step_positive CHECK (step >= 0),
    -- The release of a step, or the one that went back.
    release bigint CONSTRAINT rollout_event_release_fkey REFERENCES release,
    -- The number of failures that apps had reported of the revisions before a step; later ones count against its
    -- threshold.
    failures bigint,
    -- The number of failures that a person or a program reports.
    reports bigint CONSTRAINT rollout_event_reports_positive CHECK (reports > 0),
    -- The end of the step's time; null for a last step without one.
    due_at timestamptz,
    problems text,
    note text NOT NULL DEFAULT '' CONSTRAINT rollout_event_note_length CHECK (char_length(note) <= 2000),
    author_id bigint CONSTRAINT rollout_event_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT rollout_event_stepped_complete CHECK ((kind = 'stepped') = (failures IS NOT NULL) AND (kind <> 'stepped' OR release IS NOT NULL)),
    CONSTRAINT rollout_event_reported_has_reports CHECK ((kind = 'reported') = (reports IS NOT NULL))
);

CREATE INDEX rollout_event_rollout_idx ON rollout_event (rollout_id, id DESC);
-- A step is made once, whatever the processes do, and a rollout is taken back once.
CREATE UNIQUE INDEX rollout_event_steps_once ON rollout_event (rollout_id, step) WHERE kind = 'stepped';
CREATE UNIQUE INDEX rollout_event_ends_once ON rollout_event (rollout_id) WHERE kind = 'stopped';

CREATE TRIGGER rollout_plan_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rollout_plan
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rollout_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rollout
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rollout_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rollout_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each rollout with its newest step, its state, and the failures reported by persons and programs in this step.
CREATE VIEW rollout_state AS
    SELECT rollout.*, stepped.step, stepped.release AS step_release, stepped.created_at AS began_at, stepped.due_at,
        coalesce(stepped.due_at <= clock_timestamp(), true) AS is_due,
        stepped.step + 1 >= jsonb_array_length(rollout.steps::jsonb) AS is_last,
        event.kind, event.release AS event_release, event.problems, event.author_name AS event_author,
        event.created_at AS event_at, stepped.failures AS failures_before,
        (SELECT coalesce(sum(reports), 0)::bigint FROM rollout_event
         WHERE rollout_id = rollout.id AND rollout_event.id > stepped.id) AS reported
    FROM rollout
    JOIN LATERAL (
        SELECT * FROM rollout_event WHERE rollout_id = rollout.id AND rollout_event.kind = 'stepped'
        ORDER BY id DESC LIMIT 1) stepped ON true
    JOIN LATERAL (
        SELECT * FROM rollout_event WHERE rollout_id = rollout.id AND rollout_event.kind <> 'reported'
        ORDER BY id DESC LIMIT 1) event ON true;
