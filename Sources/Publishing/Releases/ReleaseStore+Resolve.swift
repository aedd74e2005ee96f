import PostgreSQL
package import SchemaRepository

extension ReleaseStore {
    /// Returns what one client gets, with the reason. `bucket` is 0 to 999; a client without one is excluded from
    /// partial rollouts.
    package func resolve(
        feature name: String, platform: String, clientVersion: ClientVersion, bucket: Int? = nil
    ) throws -> Resolution {
        try pool.transaction(isolation: .repeatableRead, readOnly: true) { connection in
            if let resolution = try Self.unknown(platform: platform, on: connection) { return resolution }
            guard let feature = try FeatureStore.feature(named: name, on: connection) else {
                return .featureNotFound(because: "There is no feature “\(name)”.")
            }
            guard let release = feature.liveRelease else {
                return .featureNotFound(because: "\(name) exists but was never published.")
            }
            let state = try FeatureState(of: feature, after: release, on: connection)
            if state.switchedOff.contains(platform) {
                let since = try Self.switchOff(of: feature, on: platform, connection) ?? release
                return .switchedOff(
                    release: since,
                    because: "\(name) is switched off on \(PlatformTitle.of(platform)) (release \(since)).")
            }
            return Self.resolution(
                of: state.table(of: platform), name: name, platform: platform, version: clientVersion, bucket: bucket)
        }
    }

    /// Returns the answer to a client of an unknown platform; nil for a known one.
    static func unknown(platform: String, on connection: Connection) throws -> Resolution? {
        let platforms = try PlatformTable.all(on: connection).map(\.name)
        guard !platforms.contains(platform) else { return nil }
        return .unknownPlatform(
            because: "There is no platform “\(platform)”; there are \(platforms.joined(separator: ", ")).")
    }

    /// Returns the release that switched a feature off on a platform: the feature's first release after the last one in
    /// which the platform was on. Nil if it is on.
    static func switchOff(of feature: Feature, on platform: String, _ connection: Connection) throws -> Int? {
        try connection.query(
            """
            SELECT min(release) AS release FROM release_item
            WHERE feature_id = \(feature.id) AND release > coalesce(
                (SELECT max(release) FROM release_item
                 WHERE feature_id = \(feature.id) AND NOT \(platform) = ANY (switched_off)), 0)
            """
        ).map { try $0["release", as: Int?.self] }.first ?? nil
    }

    /// Returns what one client gets from a rule table, with the reason.
    static func resolution(
        of table: RuleTable, name: String, platform: String, version: ClientVersion, bucket: Int?
    ) -> Resolution {
        let candidates = table.rules.filter { $0.range.contains(version) }
        let answer = table.answer(at: version, bucket: bucket)
        let answers = table.answers(at: version)
        let passed = candidates.prefix { $0 != answer?.rule }.map { rule in
            words(ofPassed: rule, share: answers.first { $0.rule == rule }?.share, bucket: bucket)
        }
        guard let answer else {
            let title = PlatformTitle.of(platform)
            if table.rules.isEmpty { return .noConfig(because: "\(name) has no rules on \(title).") }
            if candidates.isEmpty {
                let ranges = table.rules.map(\.range.words).joined(separator: ", ")
                return .noConfig(because: "No rule matches \(version). The rules on \(title) apply \(ranges).")
            }
            return .noConfig(because: (["No rule matches this client."] + passed).joined(separator: " "))
        }
        let rule = answer.rule
        let share = rule.percent.isEveryone ? "" : ", for \(answer.share) % of clients"
        var choice = ""
        if candidates.count > 1, passed.isEmpty {
            // Several rules start at one version while a rollout replaces one revision with another in steps.
            let winner = candidates[1].from == rule.from ? "the newest with the highest start" : "the highest"
            choice = " (\(candidates.count) rules match; \(winner) wins)"
        }
        let sentences = ["Matches the rule from \(rule.from)\(share)\(choice)."] + passed
        return .edition(answer.edition, rule: rule, because: sentences.joined(separator: " "))
    }

    /// Returns a sentence about a rule that matches the version, but not the client's bucket. `share` is the share of
    /// the clients that get the rule's edition; nil if none do.
    private static func words(ofPassed rule: Rule, share: RolloutPercent?, bucket: Int?) -> String {
        let edition = "revision \(rule.revision) (rule from \(rule.from))"
        let outside = bucket.map { "; bucket \($0) is not among them" } ?? ""
        if rule.percent.tenths == 0 { return "Only test devices get \(edition)." }
        guard let share else {
            return "Nobody gets \(edition): rules that precede it serve its \(rule.percent) % of the clients."
        }
        return "\(share) % of the clients of this version get \(edition)\(outside)."
    }
}
