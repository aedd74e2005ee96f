-- Who did what, as a chain of hashes: a changed or missing event breaks every later one.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END;
$$;

CREATE TABLE audit_event (
    number bigint CONSTRAINT audit_event_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    actor_id bigint CONSTRAINT audit_event_actor_fkey REFERENCES account,
    actor_name text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    detail jsonb NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL CONSTRAINT audit_event_hash_unique UNIQUE
);

CREATE INDEX audit_event_subject_idx ON audit_event (subject, number DESC);

-- hash = SHA-256 of the previous event's hash and the text of
-- jsonb [number, seconds, actor id, actor name, action, subject, detail]; the first follows 32 zero bytes.
CREATE FUNCTION chain_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Held to the end of the transaction, so that numbers are committed in order, without a gap.
    PERFORM pg_advisory_xact_lock(hashtextextended('galley.audit_event', 0));
    SELECT number, hash INTO NEW.number, NEW.previous_hash FROM audit_event ORDER BY number DESC LIMIT 1;
    NEW.number := coalesce(NEW.number, 0) + 1;
    NEW.previous_hash := coalesce(NEW.previous_hash, decode(repeat('00', 32), 'hex'));
    NEW.at := clock_timestamp();
    NEW.hash := sha256(
        NEW.previous_hash
        || convert_to(
            jsonb_build_array(
                NEW.number, extract(epoch FROM NEW.at), NEW.actor_id, NEW.actor_name, NEW.action, NEW.subject, NEW.detail
            )::text,
            'UTF8'));
    RETURN NEW;
END;
$$;

CREATE TRIGGER audit_event_chain BEFORE INSERT ON audit_event FOR EACH ROW EXECUTE FUNCTION chain_audit_event();
CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
