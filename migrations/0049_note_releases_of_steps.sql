-- Tells the steps of rollouts that made a release from those whose rules were live already. The latter name the newest
-- release of their features at that time, which somebody else has made.

ALTER TABLE rollout_event ADD COLUMN makes_release boolean NOT NULL DEFAULT true;

-- A step and its release are written in one transaction, which takes seconds at most.
ALTER TABLE rollout_event DISABLE TRIGGER rollout_event_append_only;
UPDATE rollout_event SET makes_release = false
    FROM release
    WHERE rollout_event.kind = 'stepped' AND release.number = rollout_event.release
        AND release.created_at < rollout_event.created_at - interval '1 minute';
ALTER TABLE rollout_event ENABLE TRIGGER rollout_event_append_only;

CREATE INDEX rollout_event_release_idx ON rollout_event (release) WHERE kind = 'stepped' AND makes_release;
