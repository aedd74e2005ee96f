-- Makes the items of an option list easier to find.

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
