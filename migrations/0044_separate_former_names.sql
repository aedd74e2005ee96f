-- No name is the present and a former name at once, whatever program writes it.

CREATE FUNCTION refuse_name_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Whoever gives a name holds this lock to the end of the transaction, so that its name is seen below once it is
    -- committed. Creating and renaming features take it before.
    PERFORM pg_advisory_xact_lock(hashtextextended('galley.names', 0));
    IF TG_TABLE_NAME = 'feature' AND EXISTS (SELECT FROM former_name WHERE former_name.name = NEW.name)
        OR TG_TABLE_NAME = 'former_name' AND EXISTS (SELECT FROM feature WHERE feature.name = NEW.name)
    THEN
        RAISE EXCEPTION 'the name % would be a present and a former name', NEW.name
            USING ERRCODE = 'unique_violation', CONSTRAINT = 'former_name_not_present', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END;
$$;

CREATE TRIGGER feature_name_not_former BEFORE INSERT OR UPDATE OF name ON feature
    FOR EACH ROW EXECUTE FUNCTION refuse_name_in_use();
CREATE TRIGGER former_name_not_present BEFORE INSERT OR UPDATE OF name ON former_name
    FOR EACH ROW EXECUTE FUNCTION refuse_name_in_use();
