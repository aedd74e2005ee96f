-- Tokens may read, edit or publish, so that a program can be kept from publishing. `propose-schemas` is for programs that
-- propose schema releases.

ALTER TABLE api_token DROP CONSTRAINT api_token_scopes_known;
ALTER TABLE api_token ADD CONSTRAINT api_token_scopes_known CHECK (
    scopes <@ ARRAY['read', 'edit', 'publish', 'register-clients', 'propose-schemas'] AND cardinality(scopes) > 0);
