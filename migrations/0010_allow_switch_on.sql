-- Switching on again is a release of its own: the rules resume as they stand, also those published meanwhile.

ALTER TABLE release DROP CONSTRAINT release_kind_known;
ALTER TABLE release ADD CONSTRAINT release_kind_known
    CHECK (kind IN ('publish', 'removal', 'rollback', 'switch-off', 'switch-on'));
