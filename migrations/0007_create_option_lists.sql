-- What choices and option sheets offer: lists that are imported whole.

-- Author and moment are those of the last import; earlier ones stand in the audit trail.
CREATE TABLE option_list (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT option_list_pkey PRIMARY KEY,
    name text COLLATE "C" NOT NULL
        CONSTRAINT option_list_name_unique UNIQUE
        CONSTRAINT option_list_name_rule CHECK (name ~ '^[a-z0-9]+([._-][a-z0-9]+)*$' AND octet_length(name) <= 100),
    item_count bigint NOT NULL CONSTRAINT option_list_item_count_range CHECK (item_count BETWEEN 0 AND 1000000),
    author_id bigint CONSTRAINT option_list_author_fkey REFERENCES account,
    author_name text NOT NULL,
    imported_at timestamptz NOT NULL
);

CREATE TABLE option_item (
    list_id bigint NOT NULL CONSTRAINT option_item_list_fkey REFERENCES option_list,
    position bigint NOT NULL CONSTRAINT option_item_position_positive CHECK (position > 0),
    key text COLLATE "C" NOT NULL
        CONSTRAINT option_item_key_length CHECK (octet_length(key) BETWEEN 1 AND 500),
    title text NOT NULL CONSTRAINT option_item_title_length CHECK (char_length(title) BETWEEN 1 AND 1000),
    -- No foreign key: a child may stand before its parent, and the import looks at all of them at once.
    parent text COLLATE "C",
    -- json, not jsonb: numbers and strings stay as they were written, U+0000 included.
    members json NOT NULL CONSTRAINT option_item_members_object CHECK (json_typeof(members) = 'object'),
    -- Title and key as `SearchText` folds them.
    searched text COLLATE "C" NOT NULL,
    CONSTRAINT option_item_pkey PRIMARY KEY (list_id, position),
    CONSTRAINT option_item_key_unique UNIQUE (list_id, key),
    CONSTRAINT option_item_parent_is_another CHECK (parent <> key)
);

CREATE INDEX option_item_parent_idx ON option_item (list_id, parent, position);
