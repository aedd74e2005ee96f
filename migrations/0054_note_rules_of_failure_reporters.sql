-- The first version of the rule by which an app that reports a failure can have got the revision, so that a rollout counts
-- only the apps that its own rules serve; empty for reports that earlier versions of Galley recorded.
ALTER TABLE failure_reporter ADD COLUMN rule_from_key bytea NOT NULL DEFAULT '';
ALTER TABLE failure_reporter DROP CONSTRAINT failure_reporter_pkey;
ALTER TABLE failure_reporter ADD CONSTRAINT failure_reporter_pkey
    PRIMARY KEY (feature_id, revision, platform, reporter, rule_from_key);
