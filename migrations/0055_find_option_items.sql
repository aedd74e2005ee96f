-- Makes the items of an option list easier to find.

-- Folds the searched texts as `SearchText` does now: typographic hyphens and apostrophes become those of ASCII, the letters
-- yeh and heh with a hamza become those without, and Hebrew points, marks of the writing direction, spaces without width and
-- soft hyphens go. All other texts stay as they are.
WITH mapping AS (
    -- `translate` drops the characters at the end, for which there is no other.
    SELECT U&'\2010\2011\2012\2013\2212\05BE' || U&'\2018\2019\02BC' || U&'\0626\06C0'
            || U&'\00AD\061C\200B\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF'
            || string_agg(chr(code), '') AS written,
        repeat('-', 6) || repeat('''', 3) || U&'\06CC\0647' AS folded
    FROM generate_series(1425, 1479) AS code
    -- The Hebrew characters between the points that are punctuation.
    WHERE code NOT IN (1470, 1472, 1475, 1478)
)
UPDATE option_item
SET searched = normalize(translate(searched, mapping.written, mapping.folded), NFKC)
FROM mapping
WHERE searched ~ ('[' || mapping.written || ']');

-- The values in the members of an item, each as a hash of the list, the pointer to the value, and the text that
-- `members #>> path` returns for it. A filter by members finds with them the few items that may match and then compares
-- the members themselves. Values below eight names are left out, so that a deeply nested item does not take long, and an
-- item with U+0000 in its members has no values, because PostgreSQL cannot return them as text.
--
-- The body is parsed now, not at each call, so that it does not depend on the search path. The cost keeps PostgreSQL from
-- calling the function for every item of a list.
CREATE FUNCTION option_item_lookups(list_id bigint, members json) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
BEGIN ATOMIC
    WITH RECURSIVE member (pointer, depth, value) AS (
        SELECT '/' || outermost.key, 1, outermost.value
        FROM json_each(
            CASE WHEN strpos(members::text, '\u0000') > 0
                      AND members::text ~ '(?:^|[^\\])(?:\\\\)*\\u0000' THEN '{}' ELSE members END) AS outermost
        UNION ALL
        SELECT member.pointer || '/' || nested.key, member.depth + 1, nested.value
        FROM member, json_each(CASE json_typeof(member.value) WHEN 'object' THEN member.value END) AS nested
        WHERE member.depth < 8
    ), hash (bytes) AS (
        SELECT sha256(convert_to(list_id::text || pointer || '=' || (value #>> '{}'), 'UTF8'))
        FROM member
        WHERE json_typeof(value) IN ('string', 'number', 'boolean')
    )
    SELECT coalesce(array_agg(('x' || encode(substr(bytes, 1, 8), 'hex'))::bit(64)::bigint), '{}')
    FROM hash;
END;

CREATE INDEX option_item_lookups_idx ON option_item USING gin (option_item_lookups(list_id, members));

-- Also collects statistics about the values, without which PostgreSQL cannot tell common from rare ones.
ANALYZE option_item;

-- The role of the requests may not analyze a table that it does not own, so an import does it with this function. It names
-- the table's schema, because it has the rights of its owner and must not find another table by its search path.
DO $$
BEGIN
    EXECUTE format(
        'CREATE FUNCTION analyze_option_items() RETURNS void LANGUAGE plpgsql SECURITY DEFINER'
            ' SET search_path = pg_catalog, pg_temp AS %L',
        format('BEGIN ANALYZE (SKIP_LOCKED) %I.option_item; END', current_schema()));
END
$$;
