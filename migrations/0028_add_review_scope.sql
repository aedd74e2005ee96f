-- Tokens may approve revisions if they were made for that.

ALTER TABLE api_token DROP CONSTRAINT api_token_scopes_known;
ALTER TABLE api_token ADD CONSTRAINT api_token_scopes_known CHECK (
    scopes <@ ARRAY['read', 'edit', 'review', 'publish', 'register-clients', 'propose-schemas']
    AND cardinality(scopes) > 0);
