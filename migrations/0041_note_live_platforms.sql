-- What the list of features filters and sorts by, on the feature itself: looking it up for each of 10,000 is too slow.

ALTER TABLE feature
    -- The platforms that the live release has rules for, in order.
    ADD COLUMN live_platforms text[] NOT NULL DEFAULT '{}',
    -- The platforms that the live release switches off.
    ADD COLUMN off_platforms text[] NOT NULL DEFAULT '{}',
    -- The time of the newest revision; null before the first.
    ADD COLUMN head_saved_at timestamptz;

-- A release updates the feature after it has stored the rules.
CREATE FUNCTION note_live_platforms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.live_platforms := ARRAY(
        SELECT DISTINCT platform FROM rule WHERE release = NEW.live_release AND feature_id = NEW.id ORDER BY platform);
    NEW.off_platforms := coalesce(
        (SELECT switched_off FROM release_item WHERE release = NEW.live_release AND feature_id = NEW.id), '{}');
    RETURN NEW;
END;
$$;

CREATE TRIGGER feature_live_platforms BEFORE UPDATE OF live_release ON feature
    FOR EACH ROW EXECUTE FUNCTION note_live_platforms();

CREATE FUNCTION note_head_saved_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE feature SET head_saved_at = NEW.created_at
    WHERE id = NEW.feature_id
        AND NOT EXISTS (SELECT FROM revision WHERE feature_id = NEW.feature_id AND number > NEW.number);
    RETURN NULL;
END;
$$;

CREATE TRIGGER revision_head_saved_at AFTER INSERT ON revision
    FOR EACH ROW EXECUTE FUNCTION note_head_saved_at();

UPDATE feature SET live_release = live_release,
    head_saved_at = (SELECT created_at FROM revision WHERE feature_id = feature.id ORDER BY number DESC LIMIT 1);
