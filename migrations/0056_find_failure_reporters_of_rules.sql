-- For each rule with a revision, the apps that reported least recently make room for others, so they must be found quickly.
CREATE INDEX failure_reporter_of_rule ON failure_reporter (feature_id, revision, platform, rule_from_key, last_at);
