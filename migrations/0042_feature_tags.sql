-- The owners and tags in use, to be found without reading every feature.

CREATE INDEX feature_owner_idx ON feature (owner);

-- The tags of each feature, one in each row; kept by a trigger.
CREATE TABLE feature_tag (
    tag text NOT NULL,
    feature_id bigint NOT NULL CONSTRAINT feature_tag_feature_fkey REFERENCES feature (id),
    CONSTRAINT feature_tag_pkey PRIMARY KEY (tag, feature_id)
);

CREATE INDEX feature_tag_feature_idx ON feature_tag (feature_id);

CREATE FUNCTION note_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM feature_tag WHERE feature_id = NEW.id AND tag <> ALL (NEW.tags);
    INSERT INTO feature_tag (tag, feature_id) SELECT unnest(NEW.tags), NEW.id ON CONFLICT DO NOTHING;
    RETURN NULL;
END;
$$;

CREATE TRIGGER feature_tags AFTER INSERT OR UPDATE OF tags ON feature FOR EACH ROW EXECUTE FUNCTION note_tags();

INSERT INTO feature_tag (tag, feature_id) SELECT DISTINCT unnest(tags), id FROM feature;
