-- An index of every three letters of the searched texts, so that a keyword is found without reading the whole list.

-- The extension is part of PostgreSQL, but some packages leave it out and some services do not allow it. The search is
-- right without it, only slower.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX option_item_searched_idx ON option_item USING gin (searched gin_trgm_ops);
EXCEPTION
    WHEN feature_not_supported OR undefined_file OR insufficient_privilege THEN
        RAISE WARNING 'option lists are searched without an index: %', SQLERRM;
END
$$;
