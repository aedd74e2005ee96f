-- What the released builds of the apps decode, as they state it themselves.

-- Of several for one platform and version the newest counts; without a file the build counts no more.
CREATE TABLE client_registration (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT client_registration_pkey PRIMARY KEY,
    platform text COLLATE "C" NOT NULL CONSTRAINT client_registration_platform_fkey REFERENCES platform,
    version text NOT NULL,
    -- The version's byte-comparable sort key: two spellings of one version are one build.
    version_key bytea NOT NULL,
    build text CONSTRAINT client_registration_build_length CHECK (octet_length(build) BETWEEN 1 AND 100),
    -- The schema release that the names in the file were looked up in.
    schema_release bigint NOT NULL CONSTRAINT client_registration_schema_release_fkey REFERENCES schema_release,
    -- The file exactly as it was sent, and its lists with every `*` written out.
    file_hash bytea CONSTRAINT client_registration_file_fkey REFERENCES content,
    lists_hash bytea CONSTRAINT client_registration_lists_fkey REFERENCES content,
    author_id bigint CONSTRAINT client_registration_author_fkey REFERENCES account,
    author_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT client_registration_file_complete CHECK ((file_hash IS NULL) = (lists_hash IS NULL))
);

CREATE INDEX client_registration_build_idx ON client_registration (platform, version_key, number DESC);

CREATE TRIGGER client_registration_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON client_registration
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
