-- Keeps the text of each editor page that a person has opened, so that a newer text is kept too while the person has
-- not decided about an earlier one. The server limits their number.
ALTER TABLE working_copy DROP CONSTRAINT working_copy_pkey;
ALTER TABLE working_copy ADD CONSTRAINT working_copy_pkey PRIMARY KEY (feature_id, account_id, editor);
