-- The features of schedules and rollouts by their ids. Their names may change, and other features may get those names.

-- Two people could rename a feature to the same name at once, which then was its present and its former name.
DELETE FROM former_name USING feature WHERE former_name.name = feature.name;

CREATE TABLE schedule_feature (
    schedule_id bigint NOT NULL CONSTRAINT schedule_feature_schedule_fkey REFERENCES schedule,
    -- The name with which it was planned.
    name text NOT NULL,
    feature_id bigint NOT NULL CONSTRAINT schedule_feature_feature_fkey REFERENCES feature,
    CONSTRAINT schedule_feature_pkey PRIMARY KEY (schedule_id, name)
);

CREATE TABLE rollout_feature (
    rollout_id bigint NOT NULL CONSTRAINT rollout_feature_rollout_fkey REFERENCES rollout,
    -- The name with which it began.
    name text NOT NULL,
    feature_id bigint NOT NULL CONSTRAINT rollout_feature_feature_fkey REFERENCES feature,
    CONSTRAINT rollout_feature_pkey PRIMARY KEY (rollout_id, name)
);

CREATE INDEX schedule_feature_feature_idx ON schedule_feature (feature_id);
CREATE INDEX rollout_feature_feature_idx ON rollout_feature (feature_id);

-- Returns the feature that had a name at a time: a later renaming took it away, or it still has it.
CREATE FUNCTION feature_named(wanted text, at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce(
        (SELECT feature_id FROM former_name
         WHERE former_name.name = wanted AND (created_at > at OR ended_at IS NULL OR ended_at > at)),
        (SELECT id FROM feature WHERE feature.name = wanted AND created_at <= at));
$$;

INSERT INTO schedule_feature (schedule_id, name, feature_id)
    SELECT id, name, feature_named(name, created_at) FROM schedule, unnest(features) AS name
    WHERE feature_named(name, created_at) IS NOT NULL;
INSERT INTO rollout_feature (rollout_id, name, feature_id)
    SELECT id, name, feature_named(name, created_at) FROM rollout, unnest(features) AS name
    WHERE feature_named(name, created_at) IS NOT NULL;

DROP FUNCTION feature_named;

CREATE FUNCTION note_schedule_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO schedule_feature (schedule_id, name, feature_id)
        SELECT NEW.id, name, feature_id FROM answering_name WHERE name = ANY (NEW.features);
    RETURN NULL;
END;
$$;

CREATE FUNCTION note_rollout_features() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO rollout_feature (rollout_id, name, feature_id)
        SELECT NEW.id, name, feature_id FROM answering_name WHERE name = ANY (NEW.features);
    RETURN NULL;
END;
$$;

CREATE TRIGGER schedule_features AFTER INSERT ON schedule FOR EACH ROW EXECUTE FUNCTION note_schedule_features();
CREATE TRIGGER rollout_features AFTER INSERT ON rollout FOR EACH ROW EXECUTE FUNCTION note_rollout_features();

CREATE TRIGGER schedule_feature_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON schedule_feature
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rollout_feature_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rollout_feature
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
